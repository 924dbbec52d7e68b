"""`python -m whistlestop.bots` compiles the bots, and shows what goes wrong if something does."""

from whistlestop.bots.warm_up import compile_bots

compile_bots()
