"""What follows from cancelling a tournament, and how far a cancelled one came."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from nabu.contests.matches.models import Table
from nabu.contests.matches.proof import is_proven
from nabu.contests.tournaments.entering import HOPES
from nabu.contests.tournaments.models import Entry, Round, Tournament


@dataclass(frozen=True, slots=True)
class Consequences:
    """What cancelling would do now: `open_tables` stay without a result, `people` are told, `rated_games` are those
    that could count for ratings."""

    open_tables: int
    people: int
    rated_games: int


def consequences_of(tournament: Tournament) -> Consequences:
    """Counted for the page that asks whether to cancel."""
    tables = Table.objects.filter(round__stage__tournament=tournament, is_bye=False).exclude(
        round__status=Round.Status.DRAFT
    )
    confirmed = tables.filter(status=Table.Status.CONFIRMED)
    entered = tournament.entries.filter(status=Entry.Status.ACTIVE, stand_in=False)
    waiting = tournament.registrations.filter(status__in=HOPES).exclude(player__in=entered.values("player"))
    return Consequences(
        open_tables=tables.exclude(status=Table.Status.CONFIRMED).count(),
        people=entered.count() + waiting.count(),
        rated_games=confirmed.filter(is_proven(tournament.ratings_need)).count() if tournament.rated else 0,
    )


def how_far(tournament: Tournament) -> str:
    """Where a cancelled tournament ended: "Cancelled after round 2"."""
    rounds = Round.objects.filter(stage__tournament=tournament).exclude(status=Round.Status.DRAFT)
    last = rounds.order_by("stage__position", "number").last() if tournament.has_started else None
    if last is None:
        return _("Cancelled before round 1") if tournament.has_started else _("Cancelled before the start")
    words = (
        _("Cancelled after: %(round)s") if last.status == Round.Status.FINISHED else _("Cancelled during: %(round)s")
    )
    return words % {"round": last.title}
