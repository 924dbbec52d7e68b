"""Maps: the built-in ones, how a file is read and checked, and how large one may be."""
