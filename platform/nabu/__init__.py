"""Nabu, the tournament platform for the Babylon games: the Django project."""

from nabu.celery import app as celery_app

__all__ = ["celery_app"]
