"""`python -m whistlestop.envs` compiles the environments and all that they need."""

from whistlestop.bots.warm_up import compile_bots
from whistlestop.envs.warm_up import compile_observations, compile_planners, compile_vector

compile_bots()
compile_observations()
compile_vector()
compile_planners()
