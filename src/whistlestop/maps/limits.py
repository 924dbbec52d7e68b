"""How large a board may be.

A state is one record of fixed size, so that every map and player count runs on the same compiled engine.
These bounds are far above any printed board of the family; `map check` names the one that a map exceeds.
"""

MAX_SEATS = 5
MAX_COLOURS = 12
MAX_CARDS = 160
MAX_ROW = 8
MAX_RESETS = 4
"""Times in a row that wilds may sweep the row away (R2.5)."""
MAX_NAME = 100
"""Letters of a name: of places, colours, symbols and words."""
MAX_LOCATIONS = 96
MAX_TRACKS = 160
MAX_LENGTH = 10
MAX_TICKETS = 96
MAX_OFFERED = 5
MAX_SYMBOLS = 12
MAX_KINDS = 64
"""Different (colour, length, ferries) among the tracks."""
MAX_ACTIONS = 8192
MAX_PHASES = 8
MAX_FRONTIER = 12
"""Locations a sweep over the board may have open at once: what the exact longest path (R6.3) can remember."""
MAX_SWEEP_STATES = 300_000
"""States of such a sweep, all its steps together: they bound the time that the longest path takes (decision 17)."""
