"""Nabu, the tournament platform for the Babylon games: the Django project."""

from nabu.celery import app as celery_app

__all__ = ["__version__", "celery_app"]

__version__ = "0.1.0"
