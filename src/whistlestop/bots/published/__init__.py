"""The published bots as kernels, for whole games: what `bots/hungry.py`, `path.py` and `one_step.py` do by views."""
