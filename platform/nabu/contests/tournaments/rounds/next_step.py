"""What an organiser should do next, worked out from the state of a tournament."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competition.formats import get_format
from nabu.contests.tournaments.jobs import JobKind, live_job
from nabu.contests.tournaments.models import Round, Stage, Tournament
from nabu.contests.tournaments.queries import active_players, rounds_planned
from nabu.contests.tournaments.rounds.names import next_round_words, title_to_come
from nabu.contests.tournaments.stages import FEWEST
from nabu.web.jobs.models import Job


@dataclass(frozen=True, slots=True)
class NextStep:
    """A sentence and the button that goes with it. `post`: the button changes something, else it leads somewhere.

    `early_end` is the address that ends the stage before its last round, where the format allows it.
    """

    text: str
    button: str
    address: str
    post: bool = False
    early_end: str = ""


def next_step(tournament: Tournament) -> NextStep | None:
    """The next step of a tournament from `tournaments_with_stages`; None once it is over, and approved if rated."""
    job = live_job(tournament) if tournament.status == Tournament.Status.RUNNING else None
    return step_after(tournament, job, rounds_planned, active_players)


def step_after(
    tournament: Tournament,
    job: Job | None,
    planned: Callable[[Stage], int | None],
    active: Callable[[Stage], int],
) -> NextStep | None:
    """The same with the job that is live in it, how many rounds a stage has as far as that is known, and how many
    players are left in it.
    """
    if tournament.status == Tournament.Status.DRAFT:
        return _before_the_start(tournament)
    if tournament.is_over:
        return _approve(tournament) if tournament.can_be_approved else None
    if job is not None:
        return NextStep(
            _("In progress: %(kind)s. %(message)s") % {"kind": JobKind(job.kind).label, "message": job.text},
            _("See progress"),
            reverse("tournaments:job", args=[job.pk]),
        )
    stages = list(tournament.stages.all())
    running = next((stage for stage in stages if stage.status == Stage.Status.RUNNING), None)
    if running is None:
        return _finish(tournament)
    return _in_stage(tournament, running, running is stages[-1], planned, active)


def _finish(tournament: Tournament, why: str = "") -> NextStep:
    return NextStep(
        why or _("All rounds have been played."),
        _("Finish tournament"),
        reverse("tournaments:finish", args=[tournament.pk]),
        post=True,
    )


def _approve(tournament: Tournament) -> NextStep:
    cancelled = tournament.status == Tournament.Status.CANCELLED
    return NextStep(
        _("The tournament is cancelled. Its ratings count once you approve them.")
        if cancelled
        else _("The tournament is finished. Its ratings count once you approve them."),
        _("See ratings"),
        reverse("tournaments:ratings", args=[tournament.pk]),
    )


def _before_the_start(tournament: Tournament) -> NextStep:
    players = getattr(tournament, "players", 0)
    if players < 2 and tournament.registration:
        return NextStep(
            _("Players register themselves."),
            _("See registrations"),
            reverse("tournaments:registration", args=[tournament.pk]),
        )
    if players < 2:
        return NextStep(
            _("Nobody else sees this draft yet. Add the players first."),
            _("Add players"),
            reverse("tournaments:entries", args=[tournament.pk]),
        )
    entered = (
        _("%(players)s players. Registration closes when the tournament starts.")
        if tournament.registration
        else _("%(players)s players. A started tournament is public.")
    )
    return NextStep(
        entered % {"players": players},
        _("Start and pair round 1"),
        reverse("tournaments:start", args=[tournament.pk]),
        post=True,
    )


def _open_words(round_: Round) -> str:
    """A button that leads to a round names it."""
    if round_.name:
        return _("Open round")
    return _("Open round %(number)s") % {"number": round_.number}


def _in_stage(
    tournament: Tournament,
    stage: Stage,
    is_last: bool,
    planned_in: Callable[[Stage], int | None],
    active: Callable[[Stage], int],
) -> NextStep:
    rounds = list(stage.rounds.all())
    last = rounds[-1] if rounds else None
    if last and last.status == Round.Status.DRAFT:
        return NextStep(
            _("%(round)s: a draft that only directors see.") % {"round": last.title},
            _("Review and publish"),
            reverse("tournaments:round", args=[last.pk]),
        )
    if last and last.status == Round.Status.PUBLISHED:
        disputed = getattr(last, "disputed", 0)
        text = _("%(round)s: results at %(done)s of %(games)s tables.")
        if disputed:
            text += " " + ngettext("%(disputed)s is disputed.", "%(disputed)s are disputed.", disputed)
        counts = {"done": getattr(last, "done", 0), "games": getattr(last, "games", 0), "disputed": disputed}
        return NextStep(
            text % {"round": last.title, **counts},
            _("Settle disputes") if disputed else _open_words(last),
            reverse("tournaments:round", args=[last.pk]) + ("?show=disputed" if disputed else ""),
        )
    few = active(stage) < FEWEST
    end = _finish(tournament) if is_last or few else _finish_stage(stage)
    planned = planned_in(stage)
    more_to_play = not rounds if planned is None else len(rounds) < planned
    # In a bracket that has begun the last one goes on without games.
    if more_to_play and few and not (rounds and get_format(stage.format).is_bracket):
        return _finish(tournament, _("Fewer than two players are left, so no round can be paired."))
    if planned is None:
        return NextStep(
            _("%(round)s: all results are in.") % {"round": last.title} if last else _("Round 1 can be paired."),
            _("Open tournament"),
            reverse("tournaments:detail", args=[tournament.pk]),
        )
    if len(rounds) >= planned:
        return end
    number = len(rounds) + 1
    locks = last is not None and last.locked_at is None
    return NextStep(
        *next_round_words(title_to_come(stage, number), number, planned, locks),
        reverse("tournaments:lock_and_pair" if locks else "tournaments:pair", args=[tournament.pk]),
        post=True,
        early_end=end.address if rounds and not get_format(stage.format).is_bracket else "",
    )


def _finish_stage(stage: Stage) -> NextStep:
    return NextStep(
        _("All rounds of this stage are played. The best players advance to the next stage."),
        _("Finish stage"),
        reverse("tournaments:stage_finish", args=[stage.pk]),
        post=True,
    )
