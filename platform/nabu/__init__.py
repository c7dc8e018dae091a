"""Nabu, the tournament platform for the Babylon games: the Django project."""
