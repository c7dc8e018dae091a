"""What the engine says about a log, and whether it is the game of a certain table. What follows is in `verdicts.py`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine import ENGINE_VERSION
from engine.log.header import names_bots, origin_of
from engine.message import Message, Value, verbatim
from nabu.contests.matches.models import GameLog, LogSubmission, Seat, Table, Verification
from nabu.contests.results.settling.counting import seats_of
from nabu.contests.results.settling.rules import TableResult, difference, seats_by_name, with_absent
from nabu.contests.results.settling.same_game import OtherTable, other_table
from nabu.contests.tournaments.variants import rules_of
from nabu.core.errors import Refused
from nabu.core.sentences import LANGUAGE

VERIFIED = "verified"
Outcome = LogSubmission.Outcome


@dataclass(frozen=True, slots=True)
class VerifiedGame:
    """A verified log as the result of a certain table.

    `order` names the table position of each seat of the log, and then of those who were absent. `result` is in that
    order, `at_table` by position.
    """

    order: list[int]
    result: TableResult
    at_table: TableResult


@dataclass(frozen=True, slots=True)
class FittingLog:
    """A verified log of the game that is to be played at a table: the engine's report, the seats of the table, and
    those of them that play in the log. Who has which seat of the log is not said.
    """

    report: dict[str, Any]
    seats: list[Seat]
    there: list[Seat]

    @property
    def names(self) -> list[str]:
        """The names in the log, by its seats."""
        names: list[str] = self.report["header"]["seats"]
        return names


def verification_of(log: GameLog) -> Verification | None:
    """What the running engine says about the log, else the last word of an older one."""
    found: Sequence[Verification] | None = getattr(log, "all_verifications", None)
    if found is None:
        found = list(log.verifications.all())
    answering = [verification for verification in found if not verification.is_answered_elsewhere]
    current = [verification for verification in answering if verification.engine == ENGINE_VERSION]
    newest = sorted(answering, key=lambda verification: verification.pk, reverse=True)
    return next(iter(current or newest), None)


def begins_a_game(verification: Verification | None) -> bool:
    """A worker has replayed the log, and there is at least a first position: game, component set and setup are fine."""
    if verification is None or verification.status != Verification.Status.DONE:
        return False
    return (verification.report or {}).get("turn") is not None


def reason_of(verification: Verification) -> Message | None:
    """Why a log is not verified; None for one that is. Reports of older engines only have the English sentence."""
    stored = verification.report.get("message") if verification.report else None
    if stored and stored["key"] in LANGUAGE.known:
        return Message.from_json(stored)
    return verbatim(verification.reason) if verification.reason else None


def fitting_log(table: Table, log: GameLog, seats: list[Seat] | None = None) -> FittingLog:
    """The log as a game that could have been played at this table. Raises Refused, with the difference, if it is not
    verified or another game, for a game that was played on from another one, and outside practice events for a game of
    bots.

    Those who were declared absent may be missing in the log. `seats`: those of the table in order, if they are read.
    """
    verification = verification_of(log)
    done = verification is not None and verification.status == Verification.Status.DONE
    if verification is None or not done or verification.verdict != VERIFIED or not verification.report:
        raise Refused(Message("results.not_verified"))
    report = verification.report
    meta = report["header"].get("meta")
    if origin_of(meta) is not None:
        raise Refused(Message("results.played_on"))
    if names_bots(meta) and not table.round.stage.tournament.practice:
        raise Refused(Message("results.bots_played"))
    rules = rules_of(table)
    seats = seats_of(table) if seats is None else seats
    there = [seat for seat in seats if not seat.absent]
    if len(there) < 2 or len(report["header"]["seats"]) == len(seats):
        there = seats
    components_sha256 = rules.component_set.sha256 if rules.component_set else None
    different = difference(rules, components_sha256, len(there), report["header"])
    if different:
        raise Refused(different)
    return FittingLog(report, seats, there)


def known_seats(submission: LogSubmission, found: FittingLog) -> list[int] | None:
    """The entries in the order of the log's seats: as they were assigned, else by their names; None: nobody knows."""
    if submission.seats is not None:
        return list(submission.seats)
    return seats_by_name([(seat.entry_id, seat.entry.player.name) for seat in found.there], found.names)


def verified_game(table: Table, submission: LogSubmission, seats: list[Seat] | None = None) -> VerifiedGame:
    """The log as this table's result. Raises Refused like `fitting_log`, and where nobody said who sits where."""
    found = fitting_log(table, submission.log, seats)
    assigned = known_seats(submission, found)
    positions = {seat.entry_id: seat.position for seat in found.there}
    if assigned is None or sorted(assigned) != sorted(positions):
        raise Refused(Message("results.assign_seats"))
    missing = [seat.position for seat in found.seats if seat.entry_id not in positions]
    order = [positions[entry] for entry in assigned] + missing
    count = len(found.seats)
    result = with_absent(found.report["scores"], found.report["places"], count)
    log_seat = {position: seat for seat, position in enumerate(order)}
    at_table = TableResult(
        [result.scores[log_seat[position]] for position in range(count)],
        [result.places[log_seat[position]] for position in range(count)],
        sorted(order[seat] for seat in result.absent),
    )
    return VerifiedGame(order, result, at_table)


def used_elsewhere(table: Table, log: GameLog) -> tuple[Outcome, Message] | None:
    """What becomes of a log instead of a result here, and why, if another table has its game already, as its result or
    waiting for people: one game counts once. If only the moves are the same, a director has to say whether it is that
    game, unless one has said so.
    """
    other = other_table(log, besides=table)
    if other is None:
        return None
    if not other.only_moves:
        return Outcome.NOT_USED, _where(_SAME_GAME, table, other)
    said = table.duplicate_answers.filter(moves=log.game.moves_id if log.game else None).first()
    if said is not None:
        return Outcome.NOT_USED, Message("results.said_same", {"reason": said.reason})
    return Outcome.SAME_MOVES, _where(_SAME_MOVES, table, other)


_SAME_GAME = "results.used_here", "results.used_at", "results.used_elsewhere"
_SAME_MOVES = "results.moves_here", "results.moves_at", "results.moves_elsewhere"


def _where(keys: tuple[str, str, str], table: Table, other: OtherTable) -> Message:
    """Which table it is. Of tournaments that not everybody may see, only that there is one is said."""
    here, at, elsewhere = keys
    where: dict[str, Value] = {"number": other.table.number, "round": other.table.round.number}
    there = other.table.round.stage.tournament
    if there.pk == table.round.stage.tournament_id:
        return Message(here, where)
    if there.practice:
        return Message(elsewhere)
    return Message(at, {"tournament": there.name, **where})
