"""Pairing a round: as a draft, or a draft again.

The search takes seconds in large fields, and SQLite has one writer: so it is read and computed outside of any
transaction; then the tournament is locked, and what was computed is stored if nothing has happened in it meanwhile.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competition.formats.rounds_format import RoundsFormat
from competition.invalid_config import InvalidConfig
from competition.pairing.seats import number_tables
from competition.proposal import table_numbers
from competition.records import PairedTable, Pairing, Reason
from engine.message import Message
from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.contests.matches.models import Seat, Table
from nabu.contests.tournaments.locks import RUNNING, check_may, lock_as
from nabu.contests.tournaments.models import Round, Stage, StageEntry, Tournament
from nabu.contests.tournaments.queries import format_of, round_input, rounds_planned
from nabu.contests.tournaments.rounds.names import stored_name
from nabu.contests.tournaments.rounds.services import current_round, lock_round_row, tables_as_json
from nabu.core.errors import Refused
from nabu.core.sentences import sentence

PAUSES = 0.0, 0.1, 0.3, 0.6, 1.0
"""Seconds before a round that meanwhile changed is paired again: the verdicts on the logs of the last tables come in
just when the next round is paired, and each may change who sat where."""


class Changed(Refused):
    """The tournament was changed while a round of it was being paired."""

    def __init__(self) -> None:
        super().__init__(_("The tournament changed while the round was being paired. Pair it again."))


@dataclass(frozen=True, slots=True)
class Prepared:
    """A pairing that is not stored yet, with what its round is called. `seen` is the newest audit entry of the
    tournament before it was read.
    """

    stage: Stage
    number: int
    pairing: Pairing
    title: Message
    seen: int


def pair_round(actor: User, of: Stage | Tournament) -> Round:
    """Pair the next round of the running stage as a draft that only the directors see.

    Raises Refused while the last round is not finished, and when the stage has no more rounds.
    """

    def pair() -> Round:
        stage = stage_to_pair(actor, of)
        return store_pairing(actor, prepare(stage, next_number(stage)))

    return while_it_changes(pair)


def repair_round(actor: User, round_: Round) -> Round:
    """Pair a draft again with everything that is known now: who was entered since plays too, who dropped does not.

    What was moved by hand is lost.
    """

    def pair() -> Round:
        draft = draft_to_pair(actor, round_)
        return store_pairing(actor, prepare(draft.stage, draft.number, again=True), draft)

    return while_it_changes(pair)


def is_only_pairing(round_: Round) -> bool | None:
    """Whether no other pairing of this draft is as good as the proposal; None where only a long search could tell."""
    fmt, config = format_of(round_.stage)
    return fmt.only_pairing(config, round_input(round_.stage, round_.number))


def while_it_changes(pair: Callable[[], Round]) -> Round:
    """Pair again if the tournament was changed meanwhile; if that happens too often, raise Changed."""
    for pause in PAUSES:
        with suppress(Changed):
            return pair()
        time.sleep(pause)
    return pair()


def stage_to_pair(actor: User, of: Stage | Tournament) -> Stage:
    """The running stage that is meant, for a director. Raises NotAllowed or Refused. Locks nothing."""
    pk = of.pk if isinstance(of, Tournament) else of.tournament_id
    tournament = Tournament.objects.filter(pk=pk).first()
    if tournament is None:
        raise Refused(_("This tournament no longer exists."))
    check_may(actor, tournament, {RUNNING})
    return running_stage(tournament, of)


def draft_to_pair(actor: User, round_: Round) -> Round:
    """The draft as it is now, for a director. Raises NotAllowed or Refused. Locks nothing."""
    current = current_round(round_)
    check_may(actor, current.stage.tournament, {RUNNING})
    return check_draft(current)


def prepare(stage: Stage, number: int, again: bool = False) -> Prepared:
    """Compute the pairing of a round. Writes nothing, so it needs no transaction. Raises Refused, and Changed if the
    tournament was changed while it was read.

    The newest audit entry is read first: whatever changes after that is seen when the pairing is stored. `again`: who
    was to begin in the next round, because this one was paired already, begins now.
    """
    seen = newest_entry(stage.tournament_id)
    try:
        return Prepared(stage, number, *_computed(stage, number, again), seen)
    except Exception:
        # What was read half before and half after a change need not make sense.
        if newest_entry(stage.tournament_id) != seen:
            raise Changed from None
        raise


@audited
def store_pairing(actor: User, prepared: Prepared, again: Round | None = None) -> Round:
    """Store a pairing that was computed before, as the next round or in place of the draft `again`.

    Raises Changed if anything happened in the tournament since it was read.
    """
    if again is None:
        locked = lock_as(actor, prepared.stage.tournament_id, {RUNNING})
        current = None
    else:
        current, locked = lock_draft(actor, again)
    if newest_entry(locked.pk) != prepared.seen:
        raise Changed
    if current is not None:
        return _store_again(actor, locked, current, prepared)
    if next_number(running_stage(locked, prepared.stage)) != prepared.number:
        raise Changed
    return _store_new(actor, locked, prepared)


def newest_entry(tournament_id: int) -> int:
    """The number of the last thing that happened in a tournament; 0 before the first."""
    entries = AuditEntry.objects.filter(tournament=tournament_id).order_by("-pk")
    return entries.values_list("pk", flat=True).first() or 0


def running_stage(tournament: Tournament, of: Stage | Tournament) -> Stage:
    """The stage that is meant. Raises Refused unless it is running."""
    stages = tournament.stages.filter(status=Stage.Status.RUNNING)
    stage = stages.filter(pk=of.pk).first() if isinstance(of, Stage) else stages.first()
    if stage is None:
        raise Refused(_("This stage is not running."))
    return stage


def next_number(stage: Stage) -> int:
    """The number of the next round. Raises Refused if it is not time for one."""
    last = stage.rounds.order_by("-number").first()
    if last is None:
        return 1
    if last.status == Round.Status.DRAFT:
        raise Refused(_("Round %(number)s is still a draft. Publish or discard it first.") % {"number": last.number})
    waiting = last.tables.exclude(status=Table.Status.CONFIRMED).count()
    if waiting:
        raise Refused(
            ngettext(
                "%(waiting)s table of round %(number)s has no confirmed result yet. Enter or confirm it first.",
                "%(waiting)s tables of round %(number)s have no confirmed result yet. Enter or confirm them first.",
                waiting,
            )
            % {"number": last.number, "waiting": waiting}
        )
    if last.number >= rounds_planned(stage):
        raise Refused(_("All rounds of this stage are played. Finish the stage."))
    return last.number + 1


def lock_draft(actor: User, round_: Round) -> tuple[Round, Tournament]:
    """The round and its tournament, locked for a director. Raises Refused unless it is a draft."""
    current, locked = lock_round_row(actor, round_)
    return check_draft(current), locked


def check_draft(round_: Round) -> Round:
    """The round. Raises Refused unless it is a draft."""
    if round_.status != Round.Status.DRAFT:
        raise Refused(_("The round is published. Only a draft can be changed."))
    return round_


def write_tables(round_: Round, tables: Sequence[PairedTable], reasons: Sequence[Reason] = ()) -> None:
    """Make the tables and seats of a round, each table with its reason if there are any."""
    words = [reason_as_json(reason) for reason in reasons] if len(reasons) == len(tables) else [{}] * len(tables)
    made = Table.objects.bulk_create(
        Table(
            round=round_,
            number=number,
            bracket_slot=paired.slot,
            is_bye=paired.is_bye,
            requested=paired.requested,
            reason=reason,
        )
        for number, paired, reason in zip(table_numbers(tables), tables, words, strict=True)
    )
    Seat.objects.bulk_create(
        Seat(table=table, position=position, entry_id=entry)
        for table, paired in zip(made, tables, strict=True)
        for position, entry in enumerate(paired.seats)
    )


def reason_as_json(reason: Reason) -> dict[str, Any]:
    """A reason as `Table.reason` keeps it: in messages, which are put into words for whoever reads them."""
    return {
        "sentences": [message.to_json() for message in reason.sentences],
        "terms": [
            {"key": term.key, "label": term.label.to_json(), "cost": term.cost, "text": term.text.to_json()}
            for term in reason.terms
        ],
        "alternative": reason.alternative.to_json() if reason.alternative else "",
    }


def _computed(stage: Stage, number: int, again: bool) -> tuple[Pairing, Message]:
    fmt, config = format_of(stage)
    field = round_input(stage, number)
    if again:
        now = tuple(replace(c, since=number) if c.since == number + 1 else c for c in field.competitors)
        field = replace(field, competitors=now)
    try:
        pairing = fmt.pair(config, field)
    except InvalidConfig as problem:
        raise Refused(sentence(problem.message)) from None
    if not pairing.tables:
        raise Refused(_("No players are left for this round."))
    # Elsewhere a schedule may say so.
    if isinstance(fmt, RoundsFormat) and all(table.is_bye for table in pairing.tables):
        raise Refused(
            _("No table is possible: these players are never paired together. Remove a rule, or end the stage early.")
        )
    title = fmt.round_title(config, field.competitors, field.tables, number, pairing.tables)
    return replace(pairing, tables=tuple(number_tables(pairing.tables, field.competitors))), title


def _fill(round_: Round, prepared: Prepared) -> None:
    """What the engine says about a pairing, in the order in which pages list the tables; then its tables."""
    pairing = prepared.pairing
    order = sorted(range(len(pairing.tables)), key=table_numbers(pairing.tables).__getitem__)
    reasons = [pairing.reasons[at] for at in order] if len(pairing.reasons) == len(order) else []
    round_.name = stored_name(prepared.title)
    round_.notes = [note.to_json() for note in pairing.notes]
    round_.proposal = [list(pairing.tables[at].seats) for at in order]
    round_.save()
    write_tables(round_, [pairing.tables[at] for at in order], reasons)


def _store_new(actor: User, tournament: Tournament, prepared: Prepared) -> Round:
    round_ = Round(stage=prepared.stage, number=prepared.number)
    _fill(round_, prepared)
    audit(actor, "round.paired", round_, after=tables_as_json(round_), tournament=tournament)
    return round_


def _store_again(actor: User, tournament: Tournament, round_: Round, prepared: Prepared) -> Round:
    before = tables_as_json(round_)
    StageEntry.objects.filter(stage=round_.stage_id, since=round_.number + 1).update(since=round_.number)
    round_.tables.all().delete()
    _fill(round_, prepared)
    audit(actor, "round.paired_again", round_, before, tables_as_json(round_), tournament=tournament)
    return round_
