"""Babylon (Olivier Gregoire, 2024)."""
