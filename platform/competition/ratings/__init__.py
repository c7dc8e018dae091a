"""Ratings: Elo by pairs, a second rating that states its uncertainty, and what both say about a game to come."""
