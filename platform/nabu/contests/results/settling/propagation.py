"""A result changed after something was built on it: later rounds and stages follow.

A bracket is paired again in memory from the results as they are now, round by round, and compared slot by slot with the
tables that exist. A slot that is the same stays, results included. Where other players belong now, the table is given
to them and what was played there is void. Where nobody knows yet who comes, the table goes and comes back once it is
known. Drafts are thrown away. Rounds of other formats that are published stay: they were paired on what was known then.

Everything here runs inside the transaction of its caller, who has locked the tournament.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils import timezone

from competition.invalid_config import InvalidConfig
from competition.records import Competitor, RoundInput, names
from engine.message import Message, Value
from nabu.contests.matches.exact_points import points_columns
from nabu.contests.matches.models import LOGS_IN_USE, LogSubmission, Objection, ResultReport, Seat, Table
from nabu.contests.matches.rated_games import unrate_table
from nabu.contests.tournaments.models import Round, Stage, StageEntry
from nabu.contests.tournaments.queries import competitors_of, draw_seed_of, format_of, qualifiers, round_input
from nabu.contests.tournaments.rounds.services import refresh_round
from nabu.contests.tournaments.setup.services import open_stage
from nabu.contests.tournaments.variants import variant_of_late_table


@dataclass(slots=True)
class Propagated:
    """What followed. `breaks`: something that was published or played is not what it was.

    `kept_stage`: the next stage has results and stayed as it was, although others would go on to it now. The last
    message says so.
    """

    lines: list[Message] = field(default_factory=list)
    breaks: bool = False
    kept_stage: Stage | None = None

    def add(self, key: str, *, breaks: bool, **values: Value) -> None:
        """Add the message of a key."""
        self.lines.append(Message(key, values))
        self.breaks |= breaks


def is_built_on(round_: Round) -> bool:
    """Whether a result of this round counts for something later: a locked round, a later round, a finished stage."""
    return (
        round_.locked_at is not None
        or round_.stage.status == Stage.Status.FINISHED
        or round_.stage.rounds.filter(number__gt=round_.number).exists()
    )


def propagate(round_: Round, *, rebuild_next: bool = False) -> Propagated:
    """Bring everything later into line with the results as they are now.

    If the next stage was begun with other players than those who go on now, it stays as it is, unless it has no result
    yet or is to be rebuilt; rebuilding throws its rounds away.
    """
    propagated = Propagated()
    stage = round_.stage
    fmt, config = format_of(stage)
    for later in stage.rounds.filter(number__gt=round_.number).order_by("number"):
        if later.status == Round.Status.DRAFT:
            key = "results.draft_discarded_named" if later.name else "results.draft_discarded"
            propagated.add(key, number=later.number, round=_called(later), breaks=False)
            later.delete()
        elif fmt.is_bracket:
            _realign(later, fmt, config, propagated)
    if stage.status == Stage.Status.FINISHED:
        _propagate_to_next_stage(stage, rebuild_next, propagated)
    return propagated


def rebuild_kept_stage(propagated: Propagated) -> Propagated:
    """Rebuild, after all, the next stage that `propagate` has kept. What followed is the same as if it had done so."""
    following = propagated.kept_stage
    if following is None:
        raise ValueError("no stage was kept")
    rebuilt = Propagated(propagated.lines[:-1])
    stage = following.tournament.stages.get(position=following.position - 1)
    by_id = {competitor.id: competitor for competitor in competitors_of(stage)}
    _rebuild(following, [by_id[entry] for entry in qualifiers(stage)], rebuilt)
    return rebuilt


def _realign(round_: Round, fmt: Any, config: Any, propagated: Propagated) -> None:
    """Give every slot of a bracket round to those who belong there now."""
    inputs = round_input(round_.stage, round_.number)
    games = _games_by_slot(round_)
    wanted = _wanted(fmt, config, inputs, games)
    people = names(inputs.competitors)
    for slot in sorted(games.keys() | wanted.keys()):
        here = games.get(slot, [])
        seated = [seat.entry_id for seat in here[0].seats.all()] if here else []
        comes = wanted.get(slot, ())
        if set(seated) == set(comes):
            continue
        _describe(round_, here, [people[entry] for entry in comes], propagated)
        if not comes:
            _remove(here)
        else:
            _seat(round_, here, slot, comes, fmt.bye_points(config))
    if not round_.tables.exists():
        key = "results.round_gone_named" if round_.name else "results.round_gone"
        propagated.add(key, number=round_.number, round=_called(round_), breaks=False)
        round_.delete()
        return
    refresh_round(round_)


def _games_by_slot(round_: Round) -> dict[int, list[Table]]:
    found: dict[int, list[Table]] = {}
    for table in round_.tables.order_by("number", "game_number").prefetch_related("seats"):
        found.setdefault(table.bracket_slot or 0, []).append(table)
    return found


def _wanted(fmt: Any, config: Any, inputs: RoundInput, games: dict[int, list[Table]]) -> dict[int, tuple[int, ...]]:
    """Who belongs into which slot. Somebody who plays in this round already belongs to it, also if dropped since.

    As long as an earlier match is open, nobody new goes on without a game.
    """
    seated = {seat.entry_id for tables in games.values() for table in tables for seat in table.seats.all()}
    everybody = tuple(replace(c, active=True) if c.id in seated else c for c in inputs.competitors)
    try:
        pairing = fmt.pair(config, replace(inputs, competitors=everybody))
    except InvalidConfig:
        return {}
    wanted = {table.slot or 0: table.seats for table in pairing.tables}
    if not fmt.fixed_slots:
        return _with_replacements(games, wanted)
    if all(table.confirmed for table in inputs.tables):
        return wanted
    return {slot: seats for slot, seats in wanted.items() if len(seats) > 1 or seats in _byes(games.get(slot, []))}


def _with_replacements(games: dict[int, list[Table]], wanted: dict[int, tuple[int, ...]]) -> dict[int, tuple[int, ...]]:
    """Where a new deal would move everybody: the tables stay, and only who does not belong here any more is replaced.

    If more or fewer go on than before, they are dealt anew.
    """
    here = {slot: tuple(seat.entry_id for seat in tables[0].seats.all()) for slot, tables in games.items()}
    seated = [entry for seats in here.values() for entry in seats]
    coming = [entry for seats in wanted.values() for entry in seats]
    gone = [entry for entry in seated if entry not in coming]
    new = [entry for entry in coming if entry not in seated]
    if len(gone) != len(new):
        return wanted
    instead = dict(zip(gone, new, strict=True))
    return {slot: tuple(instead.get(entry, entry) for entry in seats) for slot, seats in here.items()}


def _byes(games: Sequence[Table]) -> list[tuple[int, ...]]:
    return [tuple(seat.entry_id for seat in table.seats.all()) for table in games if table.is_bye]


def _describe(round_: Round, here: Sequence[Table], comes: Sequence[str], propagated: Propagated) -> None:
    played = any(table.status != Table.Status.OPEN and not table.is_bye for table in here)
    number = here[0].number if here else 0
    new, gone, given = _NAMED if round_.name else _NUMBERED
    where: dict[str, Value] = {"round": _called(round_), "number": number}
    if not here:
        propagated.add(new, round=_called(round_), names=tuple(comes), breaks=False)
    elif not comes:
        propagated.add(gone[played], **where, breaks=True)
    else:
        propagated.add(given[played], **where, names=tuple(comes), breaks=True)


def _called(round_: Round) -> Message | int:
    """The name of a round if it has one, like a final, else its number."""
    return Message.from_json(round_.name) if round_.name else round_.number


_NUMBERED = (
    "results.table_new",
    ("results.table_gone", "results.table_gone_with_result"),
    ("results.table_given", "results.table_given_with_result"),
)
_NAMED = (
    "results.table_new_named",
    ("results.table_gone_named", "results.table_gone_with_result_named"),
    ("results.table_given_named", "results.table_given_with_result_named"),
)
"""The keys for a new table; for one that is gone, and gone with its result; for one that is for others now, likewise.
What is stored keeps its key, so a round with a name has keys of its own."""


def _remove(games: Sequence[Table]) -> None:
    """Take the tables of a match away. The logs that were sent for them stay, without a table."""
    for game in games:
        unrate_table(game)
        _set_evidence_aside(game)
        game.submissions.update(table=None)
        game.delete()


def _seat(round_: Round, games: Sequence[Table], slot: int, comes: Sequence[int], bye_points: Any) -> None:
    """One open table of the slot with these players, the first game of the match; a single one has a bye."""
    _remove(games[1:])
    if games:
        table = games[0]
        unrate_table(table)
        _set_evidence_aside(table)
        table.seats.all().delete()
    else:
        used = set(round_.tables.values_list("number", flat=True))
        free = next(number for number in range(1, len(used) + 2) if number not in used)
        table = Table(round=round_, number=free, bracket_slot=slot)
    bye = len(comes) == 1
    table.is_bye, table.log, table.recorded, table.extra_seconds = bye, None, None, 0
    table.status = Table.Status.CONFIRMED if bye else Table.Status.OPEN
    table.basis = Table.Basis.BYE if bye else Table.Basis.NONE
    table.confirmed_at = timezone.now() if bye else None
    table.variant = None if bye else table.variant or variant_of_late_table(round_)
    table.save()
    Seat.objects.bulk_create(
        Seat(
            table=table,
            position=at,
            entry_id=entry,
            place=1 if bye else None,
            **points_columns(bye_points if bye else None),
        )
        for at, entry in enumerate(comes)
    )


def _set_evidence_aside(table: Table) -> None:
    """What was reported, sent and objected at a table counts no more: its result is void."""
    table.reports.update(status=ResultReport.Status.SET_ASIDE)
    table.objections.filter(answer=Objection.Answer.NONE).delete()
    table.duplicate_answers.all().delete()
    used = (*LOGS_IN_USE, LogSubmission.Outcome.SEATS, LogSubmission.Outcome.SAME_MOVES)
    table.submissions.filter(outcome__in=used).update(
        outcome=LogSubmission.Outcome.NOT_USED, note=Message("results.earlier_corrected").to_json()
    )


def _propagate_to_next_stage(stage: Stage, rebuild: bool, propagated: Propagated) -> None:
    """Seed the next stage again if others go on now, or in another order."""
    following = stage.tournament.stages.filter(position=stage.position + 1).exclude(status=Stage.Status.PENDING).first()
    if following is None:
        return
    by_id = {competitor.id: competitor for competitor in competitors_of(stage)}
    now = [by_id[entry] for entry in qualifiers(stage)]
    fmt, _config = format_of(following)
    seeded = [c.id for c in fmt.seeded(following.config.get("seeding", "order"), now, draw_seed_of(following))]
    before = list(StageEntry.objects.filter(stage=following).order_by("seed").values_list("entry_id", flat=True))
    if seeded == before:
        return
    for entry in seeded:
        if entry not in before:
            propagated.add("results.would_go_on", name=by_id[entry].name, breaks=False)
    for entry in before:
        if entry not in seeded and entry in by_id:
            propagated.add("results.would_not_go_on", name=by_id[entry].name, breaks=False)
    played = Table.objects.filter(round__stage=following, is_bye=False).exclude(status=Table.Status.OPEN).exists()
    if played and not rebuild:
        propagated.add("results.next_stage_stays", breaks=False)
        propagated.kept_stage = following
        return
    _rebuild(following, now, propagated)


def _rebuild(following: Stage, now: Sequence[Competitor], propagated: Propagated) -> None:
    """Open the stage anew with these, and take back everything after it."""
    later = list(following.tournament.stages.filter(position__gte=following.position))
    for table in Table.objects.filter(round__stage__in=later):
        unrate_table(table)
        _set_evidence_aside(table)
        table.submissions.update(table=None)
    for stage in later:
        stage.rounds.all().delete()
        if stage.pk != following.pk and stage.status != Stage.Status.PENDING:
            StageEntry.objects.filter(stage=stage).delete()
            stage.status = Stage.Status.PENDING
            stage.save(update_fields=["status"])
    open_stage(following, now)
    propagated.add("results.next_stage_rebuilt", breaks=True)
