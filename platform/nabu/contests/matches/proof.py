"""Levels of proof: what a result is worth, in one word.

A legal log is a possible game, not yet the game that was played here. So the level says who stands behind a result and
whether a log gives it, and whether the log was recorded at the table while people played. It follows from status, basis
and log of a table; nobody types it, and no column holds it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Final

from django.db import models
from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from nabu.contests.matches.models import Table
from nabu.contests.matches.recorded import IS_RECORDED, Facts, is_recorded


class Proof(models.TextChoices):
    """From the weakest to the strongest. Byes, forfeits and tables without a result have none."""

    NONE = "", _("none")
    REPORTED = "reported", _("reported")
    AGREED = "agreed", _("agreed")
    REPLAYED = "replayed", _("replayed")
    RECORDED = "recorded", _("recorded")
    DEALT = "dealt", _("dealt")


MEANINGS: Final[dict[Proof, str | Promise]] = {
    Proof.REPORTED: _("Reported by one side."),
    Proof.AGREED: _("Confirmed by another player, or entered by the organiser."),
    Proof.REPLAYED: _("Agreed, and a legal game log gives exactly this result."),
    Proof.RECORDED: _("Replayed, recorded live at this table at the pace of a game, and confirmed by another player."),
    Proof.DEALT: _("Played online, and every draw can be checked."),
}
"""What each level says, for badges."""

SIGNS: Final[dict[Proof, str]] = {
    Proof.REPORTED: "?",
    Proof.AGREED: "=",
    Proof.REPLAYED: "✓",
    Proof.RECORDED: "✓✓",
    Proof.DEALT: "✓✓✓",
}
"""A sign for each level, for those who see no colours and for places without room."""

REACHED: Final = (Proof.REPORTED, Proof.AGREED, Proof.REPLAYED, Proof.RECORDED)
"""What a result can have today, and so what a tournament may ask for."""

AGREED_BY = (Table.Basis.REPORT, Table.Basis.RULING)
"""Somebody besides the one who reported stands behind these results."""


def proof_of(table: Table) -> Proof:
    """The level of proof of a table's result."""
    return level_of(table.status, table.basis, table.log_id is not None, table.recorded)


def level_of(status: str, basis: str, has_log: bool, recorded: Facts | None) -> Proof:
    """The level of proof of a table with these columns."""
    if status == Table.Status.REPORTED:
        return Proof.REPORTED
    if status != Table.Status.CONFIRMED:
        return Proof.NONE
    if basis in AGREED_BY:
        if not has_log:
            return Proof.AGREED
        return Proof.RECORDED if is_recorded(recorded) else Proof.REPLAYED
    return Proof.REPORTED if basis == Table.Basis.LOG else Proof.NONE


def in_words(level: Proof, basis: str) -> str:
    """The word of a level; what the organiser entered and no log gives says so."""
    if level == Proof.AGREED and basis == Table.Basis.RULING:
        return gettext("entered by the organiser")
    return str(level.label)


def at_least(level: Proof | str) -> list[Proof]:
    """This level and all stronger ones."""
    return list(Proof)[rank_of(level) :]


def rank_of(level: Proof | str) -> int:
    """The place of a level from the weakest to the strongest; 0 for none."""
    return list(Proof).index(Proof(level))


def weakest(levels: Iterable[Proof]) -> Proof:
    """What a match of several games is worth: the weakest level of those that have one."""
    return min((level for level in levels if level), key=rank_of, default=Proof.NONE)


def is_proven(level: Proof | str) -> Q:
    """Which tables have a result of this level or a stronger one: `proof_of` for the database."""
    confirmed = Q(status=Table.Status.CONFIRMED)
    people = confirmed & Q(basis__in=AGREED_BY)
    tables = {
        Proof.REPORTED: Q(status=Table.Status.REPORTED) | confirmed & Q(basis=Table.Basis.LOG),
        Proof.AGREED: people & Q(log=None),
        Proof.REPLAYED: people & ~Q(log=None) & ~IS_RECORDED,
        Proof.RECORDED: people & ~Q(log=None) & IS_RECORDED,
    }
    return reduce(or_, (tables[each] for each in at_least(level) if each in tables), Q(pk__in=[]))
