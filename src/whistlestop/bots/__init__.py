"""Bots: anything that chooses an action from a view."""

from whistlestop.bots.base import Bot
from whistlestop.bots.registry import bot_maker, bot_names, make_bot, make_ready_bot, needs_kernels

__all__ = ["Bot", "bot_maker", "bot_names", "make_bot", "make_ready_bot", "needs_kernels"]
