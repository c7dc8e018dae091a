"""Pages that draw on everything: players, accounts, clubs."""
