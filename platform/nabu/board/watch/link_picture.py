"""The picture of a link to a game that is being recorded: never more of it than spectators see at that time."""

from __future__ import annotations

import re

from django.contrib.auth.models import AnonymousUser

from nabu.board.replay.link_picture import draw_position
from nabu.board.watch.game import Watched, watched_of
from nabu.board.watch.visible import State, visible_of
from nabu.contests.matches.models import Table
from nabu.contests.matches.queries import with_players
from nabu.contests.results.permissions import can_see_table
from nabu.web.link_pictures.kinds import PictureKind, register


def version(subject: str) -> str | None:
    """The digest of the position: it tells nothing but what is visible, and what was drawn while more was visible is
    not of this version."""
    pk, move = subject.split("-")
    watched = _watched(pk)
    if watched is None or watched.words is None:
        return None
    digests: list[str] = watched.words["digests"]
    return digests[min(int(move), len(digests) - 1)]


def draw(subject: str) -> str | None:
    """The position after that move, at most the newest visible one."""
    pk, move = subject.split("-")
    watched = _watched(pk)
    return None if watched is None else draw_position(watched.game, watched.names, int(move))


def _watched(pk: str) -> Watched | None:
    tables = Table.objects.select_related("round__stage__tournament", "log").defer("log__content")
    table = tables.prefetch_related(with_players()).filter(pk=pk).first()
    if table is None or not can_see_table(AnonymousUser(), table):
        return None
    visible = visible_of(table)
    return watched_of(visible) if visible.state == State.LIVE else None


register(PictureKind("watch", re.compile("[1-9][0-9]{0,9}-[0-9]{1,5}"), version, draw))
