"""The picture of a link to a player: the name, and the ratings of all games."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.registry import GAMES
from engine.svg import tag
from nabu.accounts.players.models import Player
from nabu.accounts.players.visibility import published_players
from nabu.accounts.versions.services import PEOPLE, ratings_topic
from nabu.web.link_pictures.frame import EDGE, LINE, TEXT_2, WIDTH, document, line, signature, title
from nabu.web.link_pictures.kinds import PictureKind, register, version_of


def _player(pk: str) -> Player | None:
    return published_players().filter(pk=pk, deleted_at=None, merged_into=None).first()


def is_public(subject: str) -> bool:
    """A visitor sees the player, who is not deleted."""
    return _player(subject) is not None


def version(subject: str) -> str:
    """The name and the ratings."""
    return version_of([PEOPLE, *map(ratings_topic, GAMES)])


def draw(subject: str) -> str | None:
    """The name, and a line for each game."""
    player = _player(subject)
    if player is None:
        return None
    heading, below = title(EDGE, 220, player.name, size=72)
    parts = [signature(), heading]
    ratings = [rating for rating in player.ratings.all() if rating.game in GAMES]
    if not ratings:
        parts.append(line(EDGE, below, _("No ratings yet"), 32, fill=TEXT_2))
    for index, rating in enumerate(ratings):
        y = max(below, 300) + 76 * index
        games = ngettext("%(count)s game", "%(count)s games", rating.games) % {"count": rating.games}
        parts.append(tag("path", d=f"M{EDGE} {y}H{WIDTH - EDGE}", stroke=LINE, stroke_width=2))
        parts.append(line(EDGE, y + 52, _(GAMES[rating.game].title), 34, width=460))
        parts.append(line(760, y + 54, f"{rating.value:.0f}", 46, bold=True, anchor="end"))
        parts.append(line(780, y + 52, f"± {rating.margin:.0f}", 28, fill=TEXT_2))
        parts.append(line(WIDTH - EDGE, y + 52, games, 28, fill=TEXT_2, anchor="end", width=220))
    return document(*parts)


register(PictureKind("player", re.compile("[1-9][0-9]{0,9}"), is_public, version, draw))
