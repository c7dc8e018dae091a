"""How a game is won, at a glance."""
