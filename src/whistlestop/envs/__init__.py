"""Environments for reinforcement learning, each a thin adapter on the engine (docs/rl.md).

- `whistlestop.envs.vector`: thousands of games in one compiled call;
- `whistlestop.envs.pettingzoo`: a PettingZoo AEC environment;
- `whistlestop.envs.gymnasium`: a single agent against bots, registered as `Whistlestop-USA-v0` and others;
- `whistlestop.envs.open_spiel`: the OpenSpiel game `python_whistlestop`.

All of them see a seat's knowledge through the same observation (`whistlestop.envs.layout`) and number actions as the
board does (`Board.actions`).
"""
