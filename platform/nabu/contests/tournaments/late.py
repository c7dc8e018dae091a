"""Letting players into a stage that is running."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Max
from django.utils.translation import gettext as _

from nabu.contests.tournaments.models import Entry, Round, Stage, StageEntry, Tournament
from nabu.contests.tournaments.queries import format_of, rounds_planned
from nabu.core.errors import Refused
from nabu.core.sentences import sentence


def first_free_round(stage: Stage) -> int:
    """The number of the next round that is not paired; a draft is paired."""
    last: int | None = stage.rounds.aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def draft_of(stage: Stage) -> Round | None:
    """The round of this stage that is paired and not published."""
    return stage.rounds.filter(status=Round.Status.DRAFT).first()


def check_takes_stand_ins(tournament: Tournament) -> None:
    """Raises Refused where nobody can stand in: between stages, and where the format plans its tables."""
    running = tournament.stages.filter(status=Stage.Status.RUNNING).first()
    stage = running or tournament.stages.filter(position=1, status=Stage.Status.PENDING).first()
    if stage is None:
        raise Refused(_("No stage is running, so nobody can join."))
    check_stage_takes_stand_ins(stage)


def check_stage_takes_stand_ins(stage: Stage) -> None:
    """Raises Refused where the format of a stage plans its tables."""
    fmt, config = format_of(stage)
    why = fmt.no_stand_ins(config)
    if why is not None:
        raise Refused(sentence(why))


def let_in(tournament: Tournament, entries: Sequence[Entry]) -> None:
    """Let entries of a locked, running tournament join its stage from the next round that is paired.

    They have the last seeds, and for the rounds they missed the points of the rule of the stage. Raises Refused where
    nobody can join: between stages, in a format whose pairings stand from the beginning, in a stage that has to be
    reached, after its last round was paired.
    """
    stage = tournament.stages.filter(status=Stage.Status.RUNNING).first()
    if stage is None:
        raise Refused(_("No stage is running, so nobody can join."))
    fmt, _config = format_of(stage)
    if stage.position > 1:
        raise Refused(_("Only players who advanced can play this stage, so nobody can join late."))
    if not fmt.accepts_late:
        raise Refused(_("%(format)s accepts no late players.") % {"format": sentence(fmt.title)})
    since = first_free_round(stage)
    if since > rounds_planned(stage):
        draft = draft_of(stage)
        if draft is not None:
            raise Refused(_("The last round is already a draft. Discard the draft, add the player and pair again."))
        raise Refused(_("The last round is already paired, so nobody can join."))
    seeds = StageEntry.objects.filter(stage=stage).aggregate(last=Max("seed"))["last"] or 0
    # The seed of somebody who stands in now is kept: it may be taken back.
    last = max(seeds, tournament.entries.count() - len(entries))
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entry=entry, seed=seed, since=since)
        for seed, entry in enumerate(entries, start=last + 1)
    )
