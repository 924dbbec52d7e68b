"""The server: tables for people and bots, kept in a database, played over the network."""

from whistlestop.extras import require

require("fastapi", "play")
