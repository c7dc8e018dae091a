"""Records: issued, set up, finished, abandoned; late moves adopted or dropped. Writing them is in `writing.py`.

Every function takes the acting person first, is one transaction with one audit entry, and raises
`nabu.core.errors.NotAllowed` or `nabu.core.errors.Refused`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from secrets import SystemRandom
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.game import BadSetup, ComponentSet, EngineError, Game, JsonObject
from engine.registry import get_game
from engine.table.journal import Step, forced_step
from engine.table.table import digest_of
from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.accounts.versions.services import moves_topic, table_topic, touch, tournament_topic
from nabu.board.records.facts import recorded_facts
from nabu.board.records.leases import entry_of_actor, tournament_of
from nabu.board.records.locks import lock_open_record
from nabu.board.records.models import Branch, JournalEntry, Record, new_public_id
from nabu.board.records.permissions import can_issue
from nabu.board.records.playing import Recording, different, playing, recording_of
from nabu.board.records.writing import save_entry, save_record
from nabu.catalogue.games.library import sets_named
from nabu.contests.matches.models import LogSubmission, Table
from nabu.contests.results.reporters import Reporter, account_of_reporter
from nabu.contests.results.settling.counting import Status, check_playable, lock_table, seats_of
from nabu.contests.results.settling.submission import RecordedGame, submit_log
from nabu.contests.tournaments.variants import rules_of
from nabu.core import database_clock
from nabu.core.errors import NotAllowed, Refused, TryLater
from nabu.core.name_keys.index import repeated
from nabu.core.name_keys.tidy import tidy
from nabu.core.sentences import sentence

HERE = "nabu"
"""The device of what is done by the platform itself."""

MOST_OPEN = 20
"""So many open records an account has at most."""
TOO_MANY = "too_many_open_records"
"""The code of the refusal of another one."""

MOST_A_DAY = 100
"""So many records an account opens in a day."""

Op = JournalEntry.Op


@dataclass(frozen=True, slots=True)
class GameSpec:
    """What is to be played, and by whom (names by seat)."""

    game: str
    ruleset: str
    components: str
    names: Sequence[str]
    switches: dict[str, Any] = field(default_factory=dict)
    chance: str = "recorded"


@audited
def issue_record(actor: Reporter, spec: GameSpec) -> Record:
    """Begin a record without a table. Until somebody says what lies on the table, its setup is a random one. Raises
    NotAllowed, Refused or TryLater.
    """
    if not isinstance(actor, User) or not can_issue(actor, None):
        raise NotAllowed
    names = [tidy(name) for name in spec.names]
    if repeated(names):
        raise Refused(_("Two players have the same name. Give each a different one."))
    return _issue(actor, spec, different(names))


@audited
def issue_at_table(actor: Reporter, table: Table, chance: str = "recorded") -> Record:
    """Begin the record of a table, or go on with the one that is open. Raises NotAllowed, Refused or TryLater."""
    locked = lock_table(table)
    if not can_issue(actor, locked):
        raise NotAllowed
    going_on = open_record_of(locked)
    if going_on is not None:
        return going_on
    check_playable(locked)
    if locked.status not in (Status.OPEN, Status.REPORTED):
        raise Refused(_("This table already has a result."))
    rules = rules_of(locked)
    seats = [seat for seat in seats_of(locked) if not seat.absent]
    names = different(seat.entry.player.name for seat in seats)
    spec = GameSpec(rules.game, rules.ruleset, rules.components, names, dict(rules.switches), chance)
    return _issue(actor, spec, names, locked, [seat.entry_id for seat in seats])


def open_record_of(table: Table) -> Record | None:
    """The record of a table that goes on."""
    return Record.objects.filter(table=table, status=Record.Status.OPEN).first()


@audited
def set_setup(actor: Reporter, record: Record, setup: JsonObject, chance: str = "", *, dealt: bool = False) -> Record:
    """What lies on the table at the start, and whether draws are recorded or hidden (empty: as it is). Only before the
    first move. `dealt`: it is a `random_setup`. Raises NotAllowed or Refused.
    """
    locked = lock_open_record(actor, record)
    recording = recording_of(locked)
    if not is_unbegun(recording):
        raise Refused(_("The game has begun. Undo all moves to change the setup."))
    locked.header = locked.header | {"setup": setup, "chance": chance or locked.header["chance"]}
    recording.game = checked_start(locked.header, recording.names)
    locked.save(update_fields=["header"])
    if locked.table_id is not None:
        touch(moves_topic(locked.table_id))
    _write_here(recording, forced_step(recording.game, Op.SETUP, 0), dealt=dealt)
    return locked


def is_unbegun(recording: Recording) -> bool:
    """Nobody has made a move: what there is, is forced by the setup."""
    return all(entry.op == Op.SETUP for entry in recording.moves.brought)


def is_set_up(recording: Recording) -> bool:
    """Somebody has entered the setup or had it dealt: it is not only the one that a new record begins with."""
    return JournalEntry.objects.filter(record=recording.record, branch=None, op=Op.SETUP).count() > 1


def checked_start(header: dict[str, Any], names: Sequence[str]) -> Any:
    """The game at its start. Raises Refused for a setup that the rules do not allow."""
    try:
        return playing(header, names, [])
    except Refused as refusal:
        reason = refusal.__cause__
        if isinstance(reason, EngineError):
            raise Refused(sentence(reason.message)) from reason
        raise


def random_setup(header: dict[str, Any], players: int) -> JsonObject:
    """A setup as the rules deal it. Raises BadSetup."""
    game = get_game(header["game"])
    ruleset = game.ruleset(header["ruleset"]["name"], header["ruleset"]["switches"])
    return game.new_setup(players, ruleset, components_of(header), SystemRandom())


def components_of(header: dict[str, Any]) -> ComponentSet:
    """The component set of a record. Raises Refused if it is not known any more."""
    return _components(get_game(header["game"]), header["components"])


@audited
def abandon_record(actor: Reporter, record: Record) -> Record:
    """Stop recording this game; what was recorded stays to be looked at. Raises NotAllowed or Refused."""
    locked = lock_open_record(actor, record)
    _close(locked, Record.Status.ABANDONED)
    audit(actor, "record.abandoned", locked, after={"moves": locked.count}, tournament=tournament_of(locked))
    return locked


@audited
def finish_record(actor: Reporter, record: Record, sent_from: str = "") -> LogSubmission:
    """Send the log of a game that is over: to its table, or to be verified. Raises NotAllowed, Refused or TryLater."""
    locked = lock_open_record(actor, record)
    recording = recording_of(locked)
    if recording.game.result is None:
        raise Refused(_("The game is not over yet."))
    game = RecordedGame(locked.entries if locked.table else None, recorded_facts(recording))
    submission = submit_log(actor, recording.game.log(), locked.table, sent_from, game)
    locked.submission = submission
    _close(locked, Record.Status.SENT)
    after = {"moves": locked.count, "sha256": submission.log.sha256}
    audit(actor, "record.sent", locked, after=after, tournament=tournament_of(locked))
    return submission


@audited
def adopt_branch(actor: Reporter, branch: Branch) -> Record:
    """Late moves of another device take the place of what was played there. Raises NotAllowed or Refused."""
    locked, current = _lock_branch(actor, branch)
    recording = recording_of(locked)
    if current.base > recording.count:
        raise Refused(_("These moves begin after the last move of the record. Redo the undone moves, or drop these."))
    try:
        game = recording.game.at(current.base)
        game.apply_all(current.lines)
    except EngineError as error:
        problem = _("These moves no longer fit the record: %(problem)s")
        raise Refused(problem % {"problem": sentence(error.message)}) from error
    made = current.journal.order_by("made_at").values_list("made_at", flat=True).first()
    _write_here(recording, forced_step(game, Op.ADOPT, current.base), made)
    current.status = Branch.Status.ADOPTED
    current.save(update_fields=["status"])
    after = {"branch": current.pk, "moves": len(current.lines)}
    audit(actor, "record.branch_adopted", locked, after=after, tournament=tournament_of(locked))
    return locked


@audited
def drop_branch(actor: Reporter, branch: Branch) -> Record:
    """Late moves of another device are not needed. Raises NotAllowed or Refused."""
    locked, current = _lock_branch(actor, branch)
    current.status = Branch.Status.DROPPED
    current.save(update_fields=["status"])
    after = {"branch": current.pk, "moves": len(current.lines)}
    audit(actor, "record.branch_dropped", locked, after=after, tournament=tournament_of(locked))
    return locked


def _lock_branch(actor: Reporter, branch: Branch) -> tuple[Record, Branch]:
    locked = lock_open_record(actor, branch.record)
    current = locked.branches.filter(pk=branch.pk, status=Branch.Status.OPEN).first()
    if current is None:
        raise Refused(_("These moves were already adopted or dropped."))
    return locked, current


def _issue(
    actor: Reporter,
    spec: GameSpec,
    names: Sequence[str],
    table: Table | None = None,
    entries: list[int] | None = None,
) -> Record:
    account = account_of_reporter(actor)
    if account is not None:
        _check_number(account)
    game = get_game(spec.game)
    components = _components(game, spec.components)
    public_id = new_public_id()
    header: dict[str, Any] = {
        "gamelog": 1,
        "game": game.key,
        "ruleset": {"name": spec.ruleset, "switches": spec.switches},
        "components": components.name,
        "components_sha256": None if components.name in game.component_sets else components.sha256,
        "seats": [] if entries is not None else list(names),
        "chance": spec.chance,
        "setup": {},
        "rules": game.rules_version,
        "meta": {"record": public_id},
    }
    try:
        game.check_table(len(names), spec.chance == "hidden")
        header["setup"] = random_setup(header, len(names))
    except BadSetup as error:
        raise Refused(sentence(error.message)) from error
    started = checked_start(header, names)
    record = Record.objects.create(
        public_id=public_id,
        table=table,
        entries=entries,
        game=game.key,
        header=header,
        digest=digest_of([]),
        opened_by=account,
        opened_entry_id=entry_of_actor(actor),
    )
    recording = recording_of(record)
    recording.game = started
    _write_here(recording, forced_step(recording.game, Op.SETUP, 0), dealt=True)
    after = {"table": table.pk if table else None, "game": game.key}
    if table is not None:
        touch(table_topic(table.pk))
    audit(actor, "record.issued", record, after=after, tournament=tournament_of(record))
    return record


def _check_number(account: User) -> None:
    own = Record.objects.filter(opened_by=account)
    if own.filter(status=Record.Status.OPEN).count() >= MOST_OPEN:
        text = ngettext(
            "You have %(most)d open record. Finish or abandon it first.",
            "You have %(most)d open records. Finish or abandon one first.",
            MOST_OPEN,
        )
        raise Refused(text % {"most": MOST_OPEN}, code=TOO_MANY)
    if own.filter(issued_at__gt=database_clock.now() - timedelta(days=1)).count() >= MOST_A_DAY:
        text = _("You have opened %(most)d records in 24 hours. Try again tomorrow.")
        raise TryLater(text % {"most": MOST_A_DAY}, status=429, seconds=3600)


def _components(game: Game, name: str) -> ComponentSet:
    found = sets_named(game, [name])
    if not found:
        raise Refused(_("Unknown component set %(name)s.") % {"name": name})
    return found[0]


def _write_here(recording: Recording, step: Step, made_at: Any = None, *, dealt: bool = False) -> None:
    """An entry of the platform itself."""
    record = recording.record
    last = JournalEntry.objects.filter(record=record, device=HERE).order_by("-seq").first()
    entry = JournalEntry(
        record=record,
        epoch=record.epoch,
        device=HERE,
        seq=last.seq + 1 if last else 0,
        op=step.op,
        base=recording.count,
        keep=step.keep,
        lines=step.lines,
        asked="",
        dealt=dealt,
        made_at=made_at,
        received_at=database_clock.now(),
    )
    save_entry(recording, entry, step)
    save_record(recording)


def _close(record: Record, status: Record.Status) -> None:
    """Nobody writes any more; what the devices were called is not needed."""
    record.status, record.closed_at = status, database_clock.now()
    record.device_name = record.asked_name = record.asked_device = ""
    record.asked_by = record.asked_entry = None
    record.save()
    record.branches.update(device_name="")
    tournament = tournament_of(record)
    if record.table_id is not None and tournament is not None:
        touch(tournament_topic(tournament.pk))  # first, like everybody who changes something in a tournament
        touch(moves_topic(record.table_id), table_topic(record.table_id))
