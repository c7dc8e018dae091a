"""Correcting a result that something later is built on: first shown, then done.

What is shown is what would really happen: the correction is made, looked at, and rolled back in one go.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from django.db import transaction

from nabu.accounts.audit.changes import dry_run
from nabu.accounts.players.models import User
from nabu.contests.matches.models import Table
from nabu.contests.results.services import rule_result
from nabu.contests.results.settling.counting import Propagation
from nabu.contests.results.settling.propagation import Propagated, rebuild_kept_stage
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.queries import StandingRow, standings
from nabu.core.sentences import sentence


@dataclass(frozen=True, slots=True)
class Move:
    """Somebody who stands otherwise in the ranking after a correction."""

    name: str
    place_before: int
    place_after: int
    points_before: Fraction
    points_after: Fraction


@dataclass(frozen=True, slots=True)
class Consequences:
    """What a correction changes: sentences about later rounds and stages, and who moves in the ranking."""

    lines: list[str]
    moves: list[Move]


def correct_result(actor: User, table: Table, ruling: Ruling) -> Consequences:
    """Make the correction; returns what it changed. Raises what `rule_result` raises."""
    with transaction.atomic():
        tournament = table.round.stage.tournament_id
        before = places_of(tournament)
        followed = rule_result(actor, table, _seen(ruling))
        return Consequences(sentences(followed), moved(before, places_of(tournament)))


def preview_correction(actor: User, table: Table, ruling: Ruling) -> Consequences:
    """What `correct_result` with the same arguments would change. Raises what it raises; changes nothing."""
    with dry_run():
        return correct_result(actor, table, ruling)


def preview_both(actor: User, table: Table, ruling: Ruling) -> tuple[Consequences, Consequences | None]:
    """What a correction changes if the next stage is kept, and if it is rebuilt; None where that is the same.

    The correction is made once; the rebuild goes on from there.
    """
    with dry_run():
        tournament = table.round.stage.tournament_id
        before = places_of(tournament)
        followed = rule_result(actor, table, replace(ruling, propagation=Propagation()))
        kept = Consequences(sentences(followed), moved(before, places_of(tournament)))
        if followed.kept_stage is None:
            return kept, None
        rebuilt = rebuild_kept_stage(followed)
        return kept, Consequences(sentences(rebuilt), moved(before, places_of(tournament)))


def sentences(followed: Propagated) -> list[str]:
    """What followed, in the active language."""
    return [sentence(message) for message in followed.lines]


def _seen(ruling: Ruling) -> Ruling:
    """The ruling of somebody who knows what follows."""
    return replace(ruling, propagation=ruling.propagation or Propagation())


def places_of(tournament: int) -> dict[int, StandingRow]:
    """The ranking as it is now, by entry."""
    return {row.entry.pk: row for row in standings(Tournament.objects.get(pk=tournament))}


def moved(before: dict[int, StandingRow], after: dict[int, StandingRow]) -> list[Move]:
    """Who stands otherwise than before."""
    return [
        Move(row.entry.player.name, before[pk].place, row.place, before[pk].points, row.points)
        for pk, row in after.items()
        if pk in before and (before[pk].place, before[pk].points) != (row.place, row.points)
    ]
