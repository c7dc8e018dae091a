"""Pairing a round while the person waits, or by a worker where that takes long."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_noop as _

from engine.message import Catalogue, Message
from nabu.accounts.players.models import User
from nabu.contests.tournaments.jobs import JobKind, ask
from nabu.contests.tournaments.locks import RUNNING, lock_as
from nabu.contests.tournaments.models import Entry, Round, Stage, StageEntry, Tournament
from nabu.contests.tournaments.queries import format_of
from nabu.contests.tournaments.rounds.cost import estimated_seconds
from nabu.contests.tournaments.rounds.pairing import (
    draft_to_pair,
    lock_draft,
    next_number,
    pair_round,
    prepare,
    repair_round,
    running_stage,
    stage_to_pair,
    store_pairing,
    while_it_changes,
)
from nabu.web.jobs.kinds import job
from nabu.web.jobs.models import Job
from nabu.web.jobs.running import Progress

PATIENCE = 1.5
"""Seconds: a round that probably takes longer is paired by a worker."""

TEXTS: Catalogue = {
    "pairing.search": _("Pairing round %(number)s for %(players)s players."),
    "pairing.write": _("Saving the tables."),
    "pairing.done": _("Round %(number)s paired for %(players)s players."),
}


def pair_or_ask(actor: User, of: Stage | Tournament) -> Round | Job:
    """Pair the next round, at once where that is quick, else by a worker. Raises like `pair_round`."""
    stage = stage_to_pair(actor, of)
    if not takes_long(stage):
        return pair_round(actor, of)
    with transaction.atomic():
        locked = lock_as(actor, stage.tournament_id, {RUNNING})
        number = next_number(running_stage(locked, stage))
        return ask(actor, locked, JobKind.PAIR, {"stage": stage.pk, "number": number})


def repair_or_ask(actor: User, round_: Round) -> Round | Job:
    """Pair a draft again, at once where that is quick, else by a worker. Raises like `repair_round`."""
    if not takes_long(draft_to_pair(actor, round_).stage):
        return repair_round(actor, round_)
    with transaction.atomic():
        current, locked = lock_draft(actor, round_)
        asked = {"stage": current.stage_id, "number": current.number, "again": current.pk}
        return ask(actor, locked, JobKind.PAIR, asked)


def takes_long(stage: Stage) -> bool:
    """Nobody should wait for this pairing in a request."""
    return estimated_seconds(*format_of(stage), _players(stage)) > PATIENCE


@job(JobKind.PAIR, queue="pairing", kept=True)
def pair(progress: Progress) -> None:
    """Pair a round outside any transaction and store it if nothing has changed meanwhile; else once more."""
    asked = progress.job.payload
    actor = progress.job.asked_by
    stage = Stage.objects.select_related("tournament").get(pk=asked["stage"])
    draft = Round.objects.select_related("stage").filter(pk=asked.get("again")).first()
    values = {"number": asked["number"], "players": _players(stage)}

    def once() -> Round:
        progress.step(1, 3, Message("pairing.search", values))
        prepared = prepare(stage, asked["number"], again=draft is not None)
        progress.step(2, 3, Message("pairing.write", values))
        with progress.last_step(Message("pairing.done", values)) as made:
            assert actor is not None
            round_ = store_pairing(actor, prepared, draft)
            made["round"] = round_.pk
        return round_

    while_it_changes(once)


def _players(stage: Stage) -> int:
    return StageEntry.objects.filter(stage=stage, entry__status=Entry.Status.ACTIVE).count()
