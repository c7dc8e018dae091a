"""Playing a game log back, move by move. docs/replay.md."""
