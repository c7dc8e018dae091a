"""Tournaments, entries, stages and rounds."""
