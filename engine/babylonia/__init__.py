"""Babylonia (Reiner Knizia, 2019): 2 to 4 players. Rules and rulings in words: docs/babylonia.md."""
