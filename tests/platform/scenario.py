"""Made-up tournaments for the tests, built through the services like by a person."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Generic, TypeVar, cast
from unittest.mock import patch

from django.db import connection, transaction
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from competition.formats import StageSpec
from engine.component_files import read_component_file
from engine.log.replay import replay
from engine.log.report import Report
from engine.registry import get_game
from engine.simulate import simulate_game
from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import Player, User
from nabu.contests.clubs.rated_status import grant_status, may_run_rated
from nabu.contests.matches.models import ResultReport, Seat, Table
from nabu.contests.results.services import confirm_report
from nabu.contests.tournaments.consent import give_consent
from nabu.contests.tournaments.entering import enter
from nabu.contests.tournaments.entries.services import add_entry
from nabu.contests.tournaments.locks import DRAFT, lock_as
from nabu.contests.tournaments.models import Entry, Round, Tournament
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.rounds.services import publish_round
from nabu.contests.tournaments.setup.services import TournamentSpec, create_tournament, start_tournament

W = TypeVar("W")
PASSWORD = "seven tablets of clay"


def account(username: str, name: str | None = None, **fields: Any) -> User:
    """An account with its player."""
    user = User.objects.create_user(username=username, password=PASSWORD, **fields)
    Player.objects.create(name=name or username.title(), user=user)
    return user


def copied(world: W) -> W:
    """A copy that shares nothing with it. Pickle makes one in half of the time that `deepcopy` takes."""
    return cast(W, pickle.loads(pickle.dumps(world, pickle.HIGHEST_PROTOCOL)))


@contextmanager
def taken_back(world: W) -> Iterator[W]:
    """A copy of the world to do anything to: at the end the database is as it was. A matrix of hundreds of rows would
    take minutes if the world were made anew for each."""
    with transaction.atomic():
        yield copied(world)
        transaction.set_rollback(True)


@contextmanager
def one_transaction(blocker: DjangoDbBlocker) -> Iterator[None]:
    """What a file's own `db` of scope "module" is made of: data for all its tests, which take back what they change.
    None of them may use the usual `db` or its marker, which closes the connection after each test.
    """
    with blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextmanager
def own_changes() -> Iterator[None]:
    """One test within `one_transaction`: what it leaves behind must fit together, and is taken back. Shared pages are
    kept meanwhile, as in a test with a transaction of pytest-django's."""
    changes = transaction.atomic()
    changes._from_testcase = True  # type: ignore[attr-defined]
    with changes:
        yield
        if not connection.needs_rollback:
            connection.check_constraints()
        transaction.set_rollback(True)


class KeptWorld(Generic[W]):
    """A world within `one_transaction` that stands while tests want it one after another: making it takes longer than
    most tests that look at it. No test may change this one; each gets a copy."""

    def __init__(self, make: Callable[[], W]) -> None:
        self._make = make
        self._made: W | None = None
        self._end = ExitStack()

    def stand(self) -> None:
        """Make it, unless it stands."""
        if self._made is None:
            with ExitStack() as stack:
                stack.enter_context(own_changes())
                self._made = self._make()
                self._end = stack.pop_all()

    def fall(self) -> None:
        """The database is as it was without it, for a test that makes a world of its own."""
        self._made = None
        self._end.close()

    def copy(self) -> W:
        """For one test."""
        assert self._made is not None
        return copied(self._made)


@dataclass
class Event:
    """A tournament, its organiser, and the accounts of its players in order of seed."""

    organiser: User
    tournament: Tournament
    players: list[User] = field(default_factory=list)

    def refresh(self) -> Tournament:
        self.tournament.refresh_from_db()
        return self.tournament

    def pair(self) -> Round:
        """Pair and publish the next round."""
        return publish_round(self.organiser, pair_round(self.organiser, self.refresh()))


def make_event(
    players: int = 4,
    *,
    table_size: int = 4,
    rounds: int = 3,
    stages: list[StageSpec] | None = None,
    ruleset: str = "base",
    switches: dict[str, Any] | None = None,
    start: bool = True,
    prefix: str = "player",
    organiser: User | None = None,
    game: str = "babylonia",
    components: str | None = None,
    draw_seed: str = "",
    rated: bool = False,
) -> Event:
    """A tournament with an account for every player, started unless asked otherwise; if `rated`, all of them agreed."""
    organiser = organiser or account(f"{prefix}_organiser")
    if rated and not may_run_rated(organiser, None):
        make_rated(organiser)
    tournament = create_tournament(
        organiser,
        TournamentSpec(
            name="Spring in Ur",
            game=game,
            ruleset=ruleset,
            switches=switches or {},
            components=components or get_game(game).component_sets[0],
            stages=stages or [StageSpec("swiss", {"table_size": table_size, "rounds": rounds})],
        ),
        draw_seed=draw_seed,
    )
    people = [account(f"{prefix}{number}", f"{prefix.title()} {number}") for number in range(1, players + 1)]
    if people:
        enter_accounts(organiser, tournament, people, agreed=rated)
    if start:
        start_tournament(organiser, tournament)
    return Event(organiser, tournament, people)


def enter_account(organiser: User, tournament: Tournament, user: User) -> Entry:
    """Enter an account that accepts at once; what happens before it does is tested by `test_invited_accounts`."""
    with accepted_at_once():
        return add_entry(organiser, tournament, user.player)


@audited
def enter_accounts(organiser: User, tournament: Tournament, people: list[User], *, agreed: bool) -> None:
    """The same for many in one change: one for each would take half of the time in which an event is made."""
    locked = lock_as(organiser, tournament.pk, {DRAFT})
    with accepted_at_once():
        enter(organiser, locked, [user.player for user in people])
    if agreed:
        locked.entries.update(consent=Entry.Consent.INVITATION)
    names = [user.player.name for user in people]
    audit(organiser, "entries.added", locked, after={"names": names, "new_players": []}, tournament=locked)


def accepted_at_once() -> AbstractContextManager[Any]:
    """Whoever is entered need not be asked."""
    return patch("nabu.contests.tournaments.entering._guests_for", return_value={})


def approved(event: Event) -> Event:
    """The same event as if it were rated, everybody had agreed, and a director had approved it before the first game,
    so that every result is rated at once, whoever stands behind it."""
    Tournament.objects.filter(pk=event.tournament.pk).update(
        approved_at=timezone.now(), rated=True, ratings_need="reported"
    )
    event.tournament.entries.filter(player__user__isnull=False).update(consent=Entry.Consent.KEPT)
    event.refresh()
    return event


def make_rated(user: User) -> User:
    """The same account with rated status, so that its next tournaments are rated."""
    grant_status(None, "For the tests.", account=user)
    return user


def all_agree(tournament: Tournament) -> None:
    """Everybody with an account agrees to be rated."""
    for entry in tournament.entries.filter(player__user__isnull=False).select_related("player__user"):
        give_consent(entry.player.user, entry, Entry.Consent.INVITATION)


def seats(table: Table) -> list[Seat]:
    """The seats in order of position."""
    return list(table.seats.select_related("entry__player__user").order_by("position"))


def users(table: Table) -> list[User]:
    """The accounts at the table in order of position."""
    return [seat.entry.player.user for seat in seats(table) if seat.entry.player.user]


def names(table: Table) -> list[str]:
    """The names at the table in order of position."""
    return [seat.entry.player.name for seat in seats(table)]


def agree(table: Table) -> Table:
    """Somebody else at the table confirms the report that waits there, as players do with a report or a log."""
    report = table.reports.get(status=ResultReport.Status.OPEN)
    confirm_report(next(user for user in users(table) if user.pk != report.reported_by_id), report)
    return Table.objects.get(pk=table.pk)


@lru_cache(maxsize=64)
def short_log(game: str) -> bytes:
    """A whole game of two people with few moves: for those who look at each of them."""
    bot, seed = ("greedy", 0) if game == "amyitis" else ("random", 3)
    return simulate_game(game, 2, get_game(game).rulesets[0], (bot,), seed, as_people=True)


@lru_cache(maxsize=512)
def game_log(
    players: int,
    seed: int = 1,
    ruleset: str = "base",
    seats: tuple[str, ...] | None = None,
    game: str = "babylonia",
    component_file: bytes | None = None,
) -> bytes:
    """The log of a game that random bots played for people, with the components of this file or the built-in ones."""
    components = read_component_file(component_file)[1] if component_file else None
    return simulate_game(game, players, ruleset, ("random",), seed, seats=seats, components=components, as_people=True)


def log_of(
    table: Table,
    seed: int = 1,
    order: list[int] | None = None,
    ruleset: str = "base",
    component_file: bytes | None = None,
) -> bytes:
    """A log with the names of the players of the table, in the order of positions or in another one."""
    at_table = names(table)
    seated = tuple(at_table[i] for i in order) if order else tuple(at_table)
    game = table.round.stage.tournament.game
    return game_log(len(at_table), seed, ruleset, seated, game, component_file)


def without_draws(data: bytes, seats: list[str] | None = None) -> bytes:
    """The same game of Babylonia with hidden chance, as if these people had played it."""
    first, *lines = [json.loads(line) for line in data.splitlines()]
    first |= {"chance": "hidden"} | ({"seats": seats} if seats else {})
    return "".join(json.dumps(line) + "\n" for line in [first, *lines] if line.get("chance") != "draw").encode()


def component_file(name: str, game: str = "babylonia", **changed: Any) -> bytes:
    """A copy of the game's built-in set under another name, with some parts changed, as a file."""
    built_in = get_game(game).components(get_game(game).component_sets[0])
    return json.dumps(built_in.data | {"name": name} | changed, ensure_ascii=False, indent=1).encode()


def report_of(data: bytes) -> Report:
    """What the engine says."""
    return replay(data)
