"""A game that is being recorded, followed by spectators. docs/live.md."""
