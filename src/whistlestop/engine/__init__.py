"""The rules as small integer functions, one file per chapter of the rules of record."""
