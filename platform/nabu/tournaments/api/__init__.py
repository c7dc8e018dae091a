"""REST API of tournaments, their entries, stages and rounds; games and formats."""
