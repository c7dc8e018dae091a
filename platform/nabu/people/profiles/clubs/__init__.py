"""Clubs: their pages, forms and API."""
