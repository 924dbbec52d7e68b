"""What decides: matches, who sits where, which commands are carried out. It knows neither HTTP nor sockets."""
