"""The pictures of links to an event (its standings, then its podium) and to what one player made of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.template.defaultfilters import floatformat
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competition.points import in_cents
from engine.registry import GAMES
from engine.svg import tag
from nabu.contests.tournaments.days import days_in_words
from nabu.contests.tournaments.follow.queries import FollowedPlayer, followed_player, followed_standings
from nabu.contests.tournaments.models import Entry, Tournament
from nabu.contests.tournaments.permissions import PUBLIC
from nabu.contests.tournaments.projector.queries import last_round
from nabu.contests.tournaments.queries import StandingRow
from nabu.contests.tournaments.standings.finish import final_rows, podium
from nabu.contests.tournaments.topics import results_topics
from nabu.web.link_pictures.frame import (
    CLAY,
    CLAY_SOFT,
    CLAY_TEXT,
    EDGE,
    HEIGHT,
    LINE,
    ROOM,
    ROW,
    SUNKEN,
    TEXT,
    TEXT_2,
    WIDTH,
    document,
    line,
    place_sign,
    rows,
    signature,
    title,
)
from nabu.web.link_pictures.kinds import PictureKind, register, version_of

TOP = 5
"""Lines of the standings, if the name of the event leaves room for them."""

STEPS = ((432, 316), (88, 366), (776, 406))
"""The steps of the podium, the highest first: left edge and top."""
STEP_WIDE = 336


def _public(pk: str) -> Tournament | None:
    return Tournament.objects.filter(PUBLIC, pk=pk).first()


def is_public_event(subject: str) -> bool:
    """A visitor sees the tournament."""
    return _public(subject) is not None


def version_of_event(subject: str) -> str | None:
    """What changes results changes the lines above them too."""
    topics = results_topics(int(subject))
    return None if topics is None else version_of(topics)


def draw_event(subject: str) -> str | None:
    """The podium of a finished event, the top of the standings of another one, or when and where it will be."""
    tournament = _public(subject)
    if tournament is None:
        return None
    round_ = last_round(tournament)
    heading, below = title(EDGE, 196, tournament.name)
    if round_ is None:
        words = line(EDGE, below + 20, _facts(tournament), 34, fill=TEXT_2)
        return document(signature(), heading, words)
    shown = followed_standings(tournament, round_)
    if first := podium(tournament):
        return _podium(tournament, first, shown.with_points)
    lines = [(each.row.place, each.row.entry.player.name, _points(each.row, shown.with_points)) for each in shown.rows]
    words = line(EDGE, below - 12, f"{_game(tournament)} · {round_.title}", 28, fill=TEXT_2)
    room = HEIGHT - 30 - (below + 16)
    return document(signature(), heading, words, rows(below + 16, lines[: min(TOP, int(room // ROW))]))


def _podium(tournament: Tournament, first: Sequence[StandingRow], with_points: bool) -> str:
    heading, below = title(EDGE, 176, tournament.name, size=52)
    words = line(EDGE, below - 10, _facts(tournament), 28, fill=TEXT_2)
    # Whoever shares a place stands on the next step.
    steps = [
        _step(row, x, top, _of_points(row) if with_points else "") for row, (x, top) in zip(first, STEPS, strict=False)
    ]
    return document(signature(y=36), heading, words, *steps)


def _step(row: StandingRow, x: float, top: float, points: str) -> str:
    middle, high = x + STEP_WIDE / 2, HEIGHT - top + 20
    fill, stroke = (CLAY_SOFT, CLAY) if row.place == 1 else (SUNKEN, LINE)
    return (
        tag("rect", x=x, y=top, width=STEP_WIDE, height=high, rx=14, fill=fill, stroke=stroke, stroke_width=2)
        + place_sign(middle, top + 54, row.place, 32)
        + line(middle, top + 132, row.entry.player.name, 36, bold=True, anchor="middle", width=STEP_WIDE - 24)
        + line(middle, top + 176, points, 26, fill=TEXT_2, anchor="middle")
    )


def is_public_result(subject: str) -> bool:
    """The event is over, and the player has a place that may be shown."""
    tournament, player = subject.split("-")
    found = _public(tournament)
    return found is not None and found.status == Tournament.Status.FINISHED and _entry(found, player) is not None


def version_of_result(subject: str) -> str | None:
    """The same as that of the event."""
    return version_of_event(subject.split("-")[0])


def draw_result(subject: str) -> str | None:
    """The place of a player in a finished event."""
    pk, player = subject.split("-")
    tournament = _public(pk)
    entry = _entry(tournament, player) if tournament is not None else None
    if tournament is None or entry is None:
        return None
    found = followed_player(tournament, entry, last_round(tournament))
    if found.line is None:
        return None
    place, of = found.line.row.place, len(final_rows(tournament))
    heading, below = title(EDGE, 330, entry.player.name, width=ROOM - 330, size=68)
    event = line(EDGE, below + 4, tournament.name, 36, width=ROOM - 330)
    facts = line(EDGE, below + 56, _facts(tournament), 28, fill=TEXT_2, width=ROOM - 330)
    middle = WIDTH - EDGE - 150
    colour, fill, stroke = (CLAY_TEXT, CLAY_SOFT, CLAY) if place == 1 else (TEXT, SUNKEN, LINE)
    card = tag("rect", x=middle - 150, y=120, width=300, height=390, rx=14, fill=fill, stroke=stroke, stroke_width=2)
    card += line(middle, 190, _("Place"), 30, fill=TEXT_2, anchor="middle", width=280)
    card += line(middle, 350, str(place), 150, bold=True, fill=colour, anchor="middle", width=400)
    players = ngettext("of %(count)s player", "of %(count)s players", of) % {"count": of}
    card += line(middle, 410, players, 30, fill=TEXT_2, anchor="middle", width=280)
    points = _of_points(found.line.row) if _has_points(found) else ""
    card += line(middle, 468, points, 30, bold=True, anchor="middle", width=280)
    return document(signature(), heading, event, facts, card)


def _entry(tournament: Tournament, player: str) -> Entry | None:
    """A player who took part to an end that may be shown."""
    entries = tournament.entries.exclude(status=Entry.Status.DISQUALIFIED)
    return entries.filter(player=int(player)).select_related("player").first()


def _has_points(found: FollowedPlayer) -> bool:
    return found.standings is not None and found.standings.with_points


def _of_points(row: StandingRow) -> str:
    return ngettext("%(points)s point", "%(points)s points", 1 if row.points == 1 else 2) % {
        "points": floatformat(in_cents(row.points), -2)
    }


def _points(row: StandingRow, shown: bool) -> str:
    return floatformat(in_cents(row.points), -2) if shown else ""


def _game(tournament: Tournament) -> str:
    return GAMES[tournament.game].title if tournament.game in GAMES else tournament.game


def _facts(tournament: Tournament) -> str:
    days = days_in_words(tournament.starts_on, tournament.ends_on)
    return " · ".join(filter(None, (_game(tournament), days, tournament.place)))


NUMBER = "[1-9][0-9]{0,9}"
register(PictureKind("event", re.compile(NUMBER), is_public_event, version_of_event, draw_event))
register(PictureKind("result", re.compile(f"{NUMBER}-{NUMBER}"), is_public_result, version_of_result, draw_result))
