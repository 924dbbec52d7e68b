"""Actions: what they are, how they are numbered and written, how a text is read, and why one is refused."""
