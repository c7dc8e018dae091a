"""Amyitis (Cyril Demaegd, 2007): 2 to 4 players. Rules and rulings in words: docs/amyitis.md."""
