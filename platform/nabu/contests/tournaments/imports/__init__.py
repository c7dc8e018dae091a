"""Lists of players and reports that are imported."""
