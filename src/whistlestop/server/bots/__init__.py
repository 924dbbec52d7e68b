"""Bots that move on the server, in processes of their own."""
