"""Which games of a tournament are reviewed, and how far that is."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from engine.game import JsonObject
from engine.message import Message
from engine.registry import GAMES
from engine.review.reviewer import reviewer_name
from nabu.accounts.players.models import Person
from nabu.board.reviews.games import reviewed_tables, why_not_reviewable
from nabu.board.reviews.models import GameReview
from nabu.board.reviews.runs import REVIEW_ALL
from nabu.contests.matches.models import GameLog, Seat, Table
from nabu.contests.matches.queries import with_players
from nabu.contests.tournaments.models import Round, Tournament
from nabu.contests.tournaments.permissions import is_organiser
from nabu.core.sentences import sentence
from nabu.web.jobs.asking import live_jobs
from nabu.web.jobs.models import Job


@dataclass(frozen=True, slots=True)
class SeatLine:
    """What a review says of a seat; no accuracy without a decision. `luck` is part of the `margin`."""

    name: str
    decisions: int
    accuracy: float | None
    error: float | None
    lost: float
    doubtful: int
    costly: int
    margin: int
    luck: float
    luck_error: float


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game of a tournament with its log. `why_not`: its decisions cannot be judged. `seats`: once it is reviewed."""

    table: Table
    log: GameLog
    names: list[str]
    why_not: Message | None
    review: GameReview | None
    seats: list[SeatLine]

    @property
    def why_not_text(self) -> str:
        """The same in words; empty if there is nothing against it."""
        return sentence(self.why_not)


@dataclass(frozen=True, slots=True)
class BatchProgress:
    """How far the games of a tournament are; `percent` counts parts of games too."""

    done: int
    total: int
    percent: int


def live_batch(tournament: Tournament) -> Job | None:
    """The job that has the games of a tournament reviewed."""
    return live_jobs(REVIEW_ALL).filter(payload__tournament=tournament.pk, cancel_asked=False).first()


def batch_progress(job: Job) -> BatchProgress:
    """How far a batch is."""
    reviews = list(GameReview.objects.filter(job=job.pk, in_batch=True).values_list("status", "done", "total"))
    waiting = (GameReview.Status.QUEUED, GameReview.Status.RUNNING)
    over = sum(status not in waiting for status, _done, _total in reviews)
    parts = sum(done / total for status, done, total in reviews if status in waiting and total)
    return BatchProgress(over, len(reviews), int(100 * (over + parts) / len(reviews)) if reviews else 0)


def logs_to_review(tournament: Tournament) -> list[GameLog]:
    """The logs of a tournament's results whose decisions can be judged."""
    tables = _tables(tournament).exclude(round__status=Round.Status.DRAFT)
    logs = [table.log for table in tables if table.log is not None]
    return [log for log in logs if why_not_reviewable(log) is None]


def game_lines(tournament: Tournament, user: Person) -> list[GameLine]:
    """The games of a tournament that have a log, as far as this person may see them."""
    tables = _tables(tournament).prefetch_related(with_players())
    if not is_organiser(user, tournament):
        tables = tables.exclude(round__status=Round.Status.DRAFT)
    of_today = GameReview.objects.filter(reviewer=reviewer_name(GAMES[tournament.game]))
    review_of = {each.table: each.review for each in reviewed_tables(of_today, tables)}
    reviews = of_today.defer("decisions").in_bulk(review_of.values())
    return [
        _line(table, table.log, reviews.get(review_of.get(table.pk, 0))) for table in tables if table.log is not None
    ]


def people_of(table: Table) -> list[int]:
    """The ids of the players by seat of the log that proves a table with `with_players`."""
    return [seat.entry.player_id for seat in _there(table)]


def _tables(tournament: Tournament) -> QuerySet[Table]:
    verifications = Prefetch("log__verifications", to_attr="all_verifications")
    return (
        Table.objects.filter(round__stage__tournament=tournament, log__isnull=False, status=Table.Status.CONFIRMED)
        .select_related("round__stage", "log")
        .defer("log__content", "reason")
        .prefetch_related(verifications)
        .order_by("round__stage__position", "round__number", "number", "game_number")
    )


def _line(table: Table, log: GameLog, review: GameReview | None) -> GameLine:
    names = [seat.entry.player.name for seat in _there(table)]
    done = review is not None and review.status == GameReview.Status.DONE
    summary = review.summary if review is not None and done else {"seats": [], "luck": []}
    told = list(zip(summary["seats"], summary["luck"], strict=True))
    # A correction may have changed who was there; the review then tells of seats that nobody knows.
    seats = (
        [_seat(name, *of_seat) for name, of_seat in zip(names, told, strict=True)] if len(told) == len(names) else []
    )
    return GameLine(table, log, names, why_not_reviewable(log), review, seats)


def _seat(name: str, seat: JsonObject, luck: JsonObject) -> SeatLine:
    return SeatLine(
        name=name,
        decisions=seat["decisions"],
        accuracy=seat["accuracy"],
        error=seat["accuracy_error"],
        lost=seat["lost"],
        doubtful=seat["doubtful"],
        costly=seat["costly"],
        margin=luck["margin"],
        luck=luck["luck"],
        luck_error=luck["luck_error"],
    )


def _there(table: Table) -> list[Seat]:
    """A log that becomes a table's result brings its seats into the order of play; who was absent is not in it."""
    return [seat for seat in sorted(table.seats.all(), key=lambda seat: seat.position) if not seat.absent]
