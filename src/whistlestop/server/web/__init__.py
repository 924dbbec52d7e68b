"""What stands between the server and the net: routes, sockets, pages, and what guards them."""
