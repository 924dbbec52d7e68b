"""Bots: anything that chooses an action from a view."""

from whistlestop.bots.base import Bot
from whistlestop.bots.registry import bot_maker, bot_names, has_kernels, make_bot, make_ready_bot, searches

__all__ = ["Bot", "bot_maker", "bot_names", "has_kernels", "make_bot", "make_ready_bot", "searches"]
