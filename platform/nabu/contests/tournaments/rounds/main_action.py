"""The one button of the page of a round: what whoever runs it does next."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from competition.clock import State
from nabu.contests.matches.models import Table
from nabu.contests.tournaments.clock.queries import clock_of
from nabu.contests.tournaments.models import Round, Stage, Tournament
from nabu.contests.tournaments.page_queries import tournaments_with_stages
from nabu.contests.tournaments.rounds.next_step import NextStep, next_step
from nabu.contests.tournaments.rounds.pages import next_table
from nabu.core import database_clock


def main_action(round_: Round, *, keeps: bool, organises: bool) -> NextStep | None:
    """While a round is played: the table that waits for a decision, else the clock that waits for its start, else the
    first table without a result. Afterwards the next step of the tournament. A draft is published by its own form.
    Nothing in a cancelled tournament.
    """
    if round_.stage.tournament.status == Tournament.Status.CANCELLED:
        return None
    if round_.status == Round.Status.PUBLISHED and keeps:
        return _while_it_is_played(round_, next_table(round_, organises=organises))
    if round_.status == Round.Status.FINISHED and round_.stage.status == Stage.Status.RUNNING and organises:
        return next_step(tournaments_with_stages().get(pk=round_.stage.tournament_id))
    return None


def _while_it_is_played(round_: Round, table: Table | None) -> NextStep | None:
    clock = clock_of(round_).state(database_clock.now())
    if (table is None or table.status == Table.Status.OPEN) and clock == State.READY:
        start = reverse("tournaments:round_clock_change", args=[round_.pk, "start"])
        return NextStep("", _("Start clock"), start, post=True)
    if table is None:
        return None
    return NextStep("", _words_for(table) % {"number": table.number}, reverse("table:page", args=[table.pk]))


def _words_for(table: Table) -> str:
    match table.status:
        case Table.Status.DISPUTED:
            return _("Settle the dispute at table %(number)s")
        case Table.Status.CONFIRMED:
            return _("Answer the objection at table %(number)s")
        case Table.Status.REPORTED:
            return _("Confirm the result of table %(number)s")
        case _other:
            return _("Enter the result of table %(number)s")
