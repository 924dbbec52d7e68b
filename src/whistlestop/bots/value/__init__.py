"""How a state of two players will end: a small net, its inputs, and the games that it learns from."""
