"""People: accounts (users) and players."""
