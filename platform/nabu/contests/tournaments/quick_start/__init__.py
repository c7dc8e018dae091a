"""A tournament for tonight: from a number of players to a published round on one page."""
