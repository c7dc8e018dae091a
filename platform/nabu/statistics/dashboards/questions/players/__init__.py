"""Where each player's points come from."""
