"""What others are suspected of: the tickets that somebody who plays like our policies would hold, told by a net."""
