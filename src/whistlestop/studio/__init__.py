"""Editing maps: opening what may be broken, drawing what can be drawn of it, and writing it as people would."""
