"""Objections as directors and the API see them."""
