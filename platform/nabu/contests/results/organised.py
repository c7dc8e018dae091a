"""What waits for an organiser in each tournament: disputes, objections, logs with the moves of another game, jobs under
way, and the next step.

The number of queries does not depend on how many tournaments there are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Case, Count, Q, QuerySet, Value, When

from nabu.accounts.players.models import User
from nabu.contests.matches.models import LogSubmission, Objection, Table
from nabu.contests.results.logs.same_moves import duplicates_to_answer
from nabu.contests.results.objections.queries import objections_to_answer
from nabu.contests.tournaments.jobs import JobKind, live_jobs
from nabu.contests.tournaments.locks import CANCELLED, OVER
from nabu.contests.tournaments.models import Entry, Round, Stage, StageEntry, Tournament
from nabu.contests.tournaments.page_queries import run_by, tournaments_with_stages
from nabu.contests.tournaments.permissions import is_organiser, remember_levels
from nabu.contests.tournaments.queries import rounds_for
from nabu.contests.tournaments.rounds.next_step import NextStep, step_after
from nabu.web.jobs.models import Job

MOST_TOURNAMENTS = 12
MOST_OBJECTIONS = MOST_DISPUTES = MOST_DUPLICATES = 50

Status = Tournament.Status


@dataclass(frozen=True, slots=True)
class Organised:
    """A tournament with what waits in it. `step` is None where there is nothing that this person does next."""

    tournament: Tournament
    disputes: Sequence[Table]
    objections: Sequence[Objection]
    duplicates: Sequence[LogSubmission]
    job: Job | None
    step: NextStep | None

    @property
    def waits(self) -> int:
        """How many decisions somebody waits for."""
        return len(self.disputes) + len(self.objections) + len(self.duplicates)

    @property
    def job_kind(self) -> str:
        """What the job does, for people."""
        return str(JobKind(self.job.kind).label) if self.job else ""


def organised(user: User) -> list[Organised]:
    """The tournaments that the account runs: where somebody waits for a decision first, then those that are running,
    those whose ratings are not approved, drafts.
    """
    objections = list(objections_to_answer(user)[:MOST_OBJECTIONS])
    duplicates = list(duplicates_to_answer(user)[:MOST_DUPLICATES])
    tables = [*(objection.table for objection in objections), *(sent.table for sent in duplicates if sent.table)]
    tournaments = list(_tournaments(user, {table.round.stage.tournament_id for table in tables}))
    remember_levels(user, tournaments)
    disputes, objected, alike = defaultdict(list), defaultdict(list), defaultdict(list)
    for table in _disputes(tournaments):
        disputes[table.round.stage.tournament_id].append(table)
    for objection in objections:
        objected[objection.table.round.stage.tournament_id].append(objection)
    for submission in duplicates:
        if submission.table is not None:
            alike[submission.table.round.stage.tournament_id].append(submission)
    jobs = live_jobs(tournaments)
    active = _active_players(tournaments)
    found = []
    for each in tournaments:
        job = jobs.get(each.pk)
        step = _step(user, each, job, active)
        found.append(Organised(each, disputes[each.pk], objected[each.pk], alike[each.pk], job, step))
    return sorted(found, key=lambda each: not each.waits)


def _tournaments(user: User, asked: set[int]) -> QuerySet[Tournament]:
    due = Q(status__in=(Status.RUNNING, Status.DRAFT)) | Q(status=Status.FINISHED, rated=True, approved_at=None)
    kept = Q(rated=True, approved_at=None, keeps_ratings=True, cancelled_from=Status.RUNNING)
    due |= Q(kept, status=Status.CANCELLED)
    own = run_by(user).filter(due, practice=False)
    order = Case(When(status=Status.RUNNING, then=Value(1)), When(status__in=OVER, then=Value(2)), default=3)
    first = Case(When(pk__in=asked, then=Value(0)), default=order)
    listed = tournaments_with_stages().filter(Q(pk__in=own.values("pk")) | Q(pk__in=asked))
    return listed.order_by(first, "-created_at", "-pk")[:MOST_TOURNAMENTS]


def _disputes(tournaments: Sequence[Tournament]) -> list[Table]:
    going_on = [each for each in tournaments if each.status != CANCELLED]
    found = Table.objects.filter(status=Table.Status.DISPUTED, round__stage__tournament__in=going_on)
    return list(found.select_related("round__stage").order_by("round", "number", "game_number")[:MOST_DISPUTES])


def _active_players(tournaments: Sequence[Tournament]) -> dict[int, int]:
    """How many players are left, by running stage."""
    running = [stage for each in tournaments for stage in each.stages.all() if stage.status == Stage.Status.RUNNING]
    members = StageEntry.objects.filter(stage__in=running, entry__status=Entry.Status.ACTIVE)
    counted = members.order_by().values_list("stage").annotate(Count("pk"))
    return {stage.pk: 0 for stage in running} | dict(counted)


def _step(user: User, tournament: Tournament, job: Job | None, active: dict[int, int]) -> NextStep | None:
    if not is_organiser(user, tournament):
        # Who keeps score has something to do while a round is played.
        rounds = [each for stage in tournament.stages.all() for each in stage.rounds.all()]
        if tournament.status != Status.RUNNING or not any(each.status == Round.Status.PUBLISHED for each in rounds):
            return None
        job = None
    return step_after(
        tournament, job, lambda stage: rounds_for(stage, active[stage.pk]), lambda stage: active[stage.pk]
    )
