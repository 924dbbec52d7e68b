"""The planner: a bot of kernels that plans the cheapest network for its tickets."""
