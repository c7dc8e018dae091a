"""Whoever plays at a table: as this person a page is made that all of its players get."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser


class AnyPlayer(AnonymousUser):
    """Nobody in particular, with a seat at the table of this number. May do what every player of it may; has no name,
    no account and no entry."""

    def __init__(self, table: int) -> None:
        super().__init__()
        self.table = table
