"""The game log, version 1: reading, writing and replaying. The format is described in docs/game-log.md."""
