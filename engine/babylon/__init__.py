"""Babylon (Olivier Gregoire, 2024): 2 to 4 players. Rules and rulings in words: docs/babylon.md."""
