"""Calendars and Atom feeds of a club, of a player, and the personal calendar of an account."""
