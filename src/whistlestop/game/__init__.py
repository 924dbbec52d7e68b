"""A game and what it is told as: positions, views, events and records."""

from whistlestop.game.game import RULES, Game

__all__ = ["RULES", "Game"]
