"""Correcting a result that something later is built on: first shown, then done.

What is shown is what would really happen: the correction is carried out, looked at, and taken back in one go.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from nabu.audit.changes import rehearsal
from nabu.audit.models import AuditEntry
from nabu.matches.models import Table
from nabu.players.models import User
from nabu.results.confirm import Carry
from nabu.results.services import rule_result
from nabu.sentences import in_words
from nabu.tournaments.models import Tournament
from nabu.tournaments.queries import StandingRow, standings


@dataclass(frozen=True, slots=True)
class Move:
    """Somebody who stands otherwise in the ranking after a correction."""

    name: str
    place_before: int
    place_after: int
    points_before: Decimal
    points_after: Decimal


@dataclass(frozen=True, slots=True)
class Consequences:
    """What a correction changes: sentences about later rounds and stages, and who moves in the ranking."""

    lines: list[str]
    moves: list[Move]


def preview_correction(
    actor: User,
    table: Table,
    scores: Sequence[int | None],
    places: Sequence[int | None] | None = None,
    reason: str = "",
    absent: Sequence[int] = (),
    carry: Carry | None = None,
) -> Consequences:
    """What `rule_result` with the same arguments would change. Raises what it raises; changes nothing."""
    tournament = table.round.stage.tournament
    with rehearsal():
        before = _places(tournament)
        rule_result(actor, table, scores, places, reason, absent, carry or Carry())
        entry = AuditEntry.objects.filter(tournament=tournament).order_by("-pk")[0]
        after = _places(tournament)
    moves = [
        Move(row.entry.player.name, before[pk].place, row.place, before[pk].points, row.points)
        for pk, row in after.items()
        if pk in before and (before[pk].place, before[pk].points) != (row.place, row.points)
    ]
    return Consequences(in_words((entry.after or {}).get("followed", [])), moves)


def _places(tournament: Tournament) -> dict[int, StandingRow]:
    return {row.entry.pk: row for row in standings(Tournament.objects.get(pk=tournament.pk))}
