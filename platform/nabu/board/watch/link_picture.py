"""The picture of a link to a game that is being recorded: never more of it than spectators see at that time."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from django.contrib.auth.models import AnonymousUser

from nabu.board.replay.link_picture import draw_position
from nabu.board.watch.visible import State, visible_of
from nabu.contests.matches.models import Table
from nabu.contests.matches.queries import with_players
from nabu.contests.results.permissions import can_see_table
from nabu.web.link_pictures.kinds import PictureKind, register

if TYPE_CHECKING:
    from nabu.board.watch.game import Watched


def is_public(subject: str) -> bool:
    """A visitor may see the table."""
    table = _table(subject)
    return table is not None and can_see_table(AnonymousUser(), table)


def version(subject: str) -> str | None:
    """The digest of the position: it tells nothing but what is visible, and what was drawn while more was visible is
    not of this version."""
    watched = _watched(subject)
    if watched is None or watched.words is None:
        return None
    digests: list[str] = watched.words["digests"]
    return digests[min(_move(subject), len(digests) - 1)]


def draw(subject: str) -> str | None:
    """The position after that move, at most the newest visible one."""
    watched = _watched(subject)
    return None if watched is None else draw_position(watched.game, watched.names, _move(subject))


def _move(subject: str) -> int:
    return int(subject.split("-")[1])


def _table(subject: str) -> Table | None:
    tables = Table.objects.select_related("round__stage__tournament", "log").defer("log__content")
    return tables.prefetch_related(with_players()).filter(pk=subject.split("-")[0]).first()


def _watched(subject: str) -> Watched | None:
    # It brings pandas, with which every process would start a third later.
    from nabu.board.watch.game import watched_of

    table = _table(subject)
    visible = visible_of(table) if table is not None else None
    return watched_of(visible) if visible is not None and visible.state == State.LIVE else None


register(PictureKind("watch", re.compile("[1-9][0-9]{0,9}-[0-9]{1,5}"), is_public, version, draw))
