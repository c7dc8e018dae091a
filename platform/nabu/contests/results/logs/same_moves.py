"""What a director compares: a log that waits because of its moves, and the games that have the same ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, Q, QuerySet

from nabu.accounts.players.models import Person, User
from nabu.contests.matches.models import GameLog, LogSubmission, Table
from nabu.contests.results.logs.queries import LogSeat, log_seats
from nabu.contests.results.permissions import can_see_table
from nabu.contests.results.reporters import sender_name
from nabu.contests.results.settling.same_game import tables_with_same_moves
from nabu.contests.results.settling.verification import verification_of
from nabu.contests.tournaments.page_queries import directed_tournaments

Outcome = LogSubmission.Outcome


@dataclass(frozen=True, slots=True)
class SentGame:
    """A log as it was sent for a table. `draws`: they are in the log."""

    submission: LogSubmission
    table: Table
    who: str
    seats: Sequence[LogSeat]
    draws: bool


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A log that waits for a director, and what has the same moves; `others` as far as the reader may see them."""

    here: SentGame
    others: Sequence[SentGame]
    hidden: int


def duplicates_at(table: Table, reader: Person) -> list[Duplicate]:
    """What a director has to answer at a table from `tables_with_everything`: the first log of each game that waits."""
    waiting = [sent for sent in table.submissions.all() if sent.outcome == Outcome.SAME_MOVES]
    first = {sent.log.game.moves_id: sent for sent in sorted(waiting, key=lambda sent: -sent.pk) if sent.log.game}
    return [duplicate_of(sent, table, reader) for sent in first.values()]


def duplicate_of(submission: LogSubmission, table: Table, reader: Person) -> Duplicate:
    """A log that waits at a table, beside the games with the same moves."""
    tables = tables_with_same_moves(submission.log, besides=table)
    seen = [other for other in tables if can_see_table(reader, other)]
    others = [_sent_for(other, submission.log) for other in seen]
    return Duplicate(_sent_game(submission, table), [each for each in others if each], len(tables) - len(seen))


def duplicates_to_answer(user: User) -> QuerySet[LogSubmission]:
    """Logs that wait because of their moves in tournaments that the account directs, the latest first."""
    waiting = LogSubmission.objects.filter(outcome=Outcome.SAME_MOVES).defer("log__content")
    waiting = waiting.filter(table__round__stage__tournament__in=directed_tournaments(user))
    one = ("submitted_by__player", "submitted_entry__player", "table__round__stage__tournament")
    return waiting.select_related(*one).order_by("-pk")


def _sent_for(table: Table, log: GameLog) -> SentGame | None:
    """The log with the same moves that counts at a table, else the first one that waits there."""
    sent = table.submissions.filter(log__game__moves__games=log.game_id).exclude(outcome=Outcome.NOT_USED)
    sent = sent.select_related("log", "submitted_by__player", "submitted_entry__player").defer("log__content")
    sent = sent.prefetch_related(Prefetch("log__verifications", to_attr="all_verifications"))
    proof = sent.filter(Q(log=table.log_id), Q(log__isnull=False)).order_by("pk").first()
    found = proof or sent.order_by("pk").first()
    return _sent_game(found, table) if found else None


def _sent_game(submission: LogSubmission, table: Table) -> SentGame:
    verification = verification_of(submission.log)
    report = (verification.report if verification else None) or {"header": {"chance": "recorded"}}
    draws = report["header"]["chance"] == "recorded"
    return SentGame(submission, table, sender_name(submission), log_seats(submission), draws)
