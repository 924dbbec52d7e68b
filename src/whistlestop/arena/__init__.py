"""Many games: simulations and their summaries."""
