"""Variants of the games: ways to play that were given a name, to be compared with each other."""
