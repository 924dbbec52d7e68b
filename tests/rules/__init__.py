"""One test or more for every numbered rule of docs/rules.md."""
