"""Elo ratings and their journal."""
