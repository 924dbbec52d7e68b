"""An independent, obvious Whistlestop to compare the engine with."""
