"""Makes the tournament of the benchmark: run as a script, in the environment of the site that is to be measured.

    python hall.py TABLES OUTPUT [draft]

With `draft` the last round is paired and not published. What the crowd needs to know (addresses, sessions, tokens,
logs) is written to OUTPUT as JSON.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

SEATS = 4
PLAYED_ROUNDS = 3
"""Rounds with results before the one that is running: enough for real standings and tie-breaks."""

SECOND_PLAYERS = 64
"""Of the tournament that the organiser pairs meanwhile: few enough to be paired while one waits."""

GAME = "babylonia"


@dataclass(frozen=True, slots=True)
class Person:
    """An account, with a session of the pages and a token of the API; of a player also the key and the name."""

    session: str
    token: str
    player: int = 0
    name: str = ""


@dataclass(frozen=True, slots=True)
class HallTable:
    """A table of the running round: its players by seat, the log of their game, and the result."""

    id: int
    players: list[Person]
    log: str
    scores: list[int]
    places: list[int]


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A table of the last played round, for corrections."""

    id: int
    scores: list[int]
    places: list[int]


@dataclass(frozen=True, slots=True)
class Hall:
    """What the crowd knows."""

    tournament: int
    round: int
    organiser: Person
    tables: list[HallTable]
    played: list[PlayedTable]
    second: int
    """The tournament that is paired meanwhile."""

    foreign_log: str
    """A game by other rules than the tournament's: no table takes it for its own."""

    @classmethod
    def read(cls, file: Path) -> Hall:
        """What `make` has written."""
        known = json.loads(file.read_text())
        known["organiser"] = Person(**known["organiser"])
        known["played"] = [PlayedTable(**table) for table in known["played"]]
        known["tables"] = [
            HallTable(**{**table, "players": [Person(**person) for person in table["players"]]})
            for table in known["tables"]
        ]
        return cls(**known)


def make(tables: int, *, draft: bool) -> Hall:
    """A running tournament with so many tables of four, the accounts of its players, and a second tournament. `draft`:
    the round that the crowd is to play is not published yet."""
    from django.db import transaction

    from engine.registry import get_game
    from engine.simulate import simulate_game
    from nabu.accounts.players.models import User
    from nabu.contests.practice.made_up_people import made_up_names

    # One transaction: hundreds of results, each with its own, would wait for the disk hundreds of times.
    with transaction.atomic():
        organiser = User.objects.create(username="hall", is_staff=False)
        names = made_up_names(tables * SEATS)
        main, people = _start(organiser, "A full hall", names, PLAYED_ROUNDS + 2)
        played: list[PlayedTable] = []
        for _number in range(PLAYED_ROUNDS):
            played = _play_round(organiser, main)
        round_, waiting = _open_round(organiser, main, _accounts(people), draft=draft)
        second, _others = _start(organiser, "Beside the hall", made_up_names(SECOND_PLAYERS, set(names)), 3)
        foreign = simulate_game(GAME, SEATS, get_game(GAME).rulesets[1], ["greedy"], "foreign", as_people=True)
        return Hall(main.pk, round_.pk, _sign_in(organiser), waiting, played, second.pk, foreign.decode())


def _start(organiser: Any, name: str, names: list[str], rounds: int) -> tuple[Any, list[Any]]:
    """A Swiss tournament of tables of four that has started, and its players."""
    from competition.formats import StageSpec
    from engine.registry import get_game
    from nabu.contests.tournaments.entries.services import add_entries_by_name
    from nabu.contests.tournaments.setup.services import TournamentSpec, create_tournament, start_tournament

    game = get_game(GAME)
    spec = TournamentSpec(
        name=name,
        game=game.key,
        ruleset=game.rulesets[0],
        components=game.component_sets[0],
        stages=[StageSpec("swiss", {"table_size": SEATS, "rounds": rounds})],
    )
    made = create_tournament(organiser, spec, draw_seed=name)
    entries = add_entries_by_name(organiser, made, names)
    start_tournament(organiser, made)
    return made, [entry.player for entry in entries]


def _play_round(organiser: Any, tournament: Any) -> list[PlayedTable]:
    """A round whose results the organiser types in; bots have played the games."""
    from nabu.contests.results.services import rule_result
    from nabu.contests.results.settling.ruling import Ruling

    played = []
    for table in _tables(_publish(organiser, _pair(organiser, tournament))):
        game = _game(table)
        scores, places = list(game.scores), list(game.places)
        rule_result(organiser, table, Ruling(scores, places, "", []))
        played.append(PlayedTable(table.pk, scores, places))
    return played


def _open_round(
    organiser: Any, tournament: Any, accounts: dict[int, Person], *, draft: bool
) -> tuple[Any, list[HallTable]]:
    """The round that the crowd plays."""
    round_ = _pair(organiser, tournament)
    if not draft:
        round_ = _publish(organiser, round_)
    tables = []
    for table in _tables(round_):
        game = _game(table)
        players = [accounts[seat.entry.player_id] for seat in _seats(table)]
        tables.append(HallTable(table.pk, players, game.log.decode(), list(game.scores), list(game.places)))
    return round_, tables


def _pair(organiser: Any, tournament: Any) -> Any:
    from nabu.contests.tournaments.rounds.pairing import pair_round

    return pair_round(organiser, tournament)


def _publish(organiser: Any, round_: Any) -> Any:
    from nabu.contests.tournaments.rounds.services import publish_round

    return publish_round(organiser, round_, anyway=True, reason="A benchmark.")


def _tables(round_: Any) -> Any:
    return round_.tables.filter(is_bye=False).select_related("round__stage__tournament", "log").order_by("number")


def _seats(table: Any) -> list[Any]:
    return list(table.seats.select_related("entry__player").order_by("position"))


def _game(table: Any) -> Any:
    from nabu.contests.practice.bot_games import bot_game

    return bot_game(table, _seats(table), lambda name: "greedy")


def _accounts(people: list[Any]) -> dict[int, Person]:
    """An account for every player, by the key of the player."""
    from nabu.accounts.players.models import Player, User

    users = User.objects.bulk_create(User(username=f"player{number}") for number in range(len(people)))
    for player, user in zip(people, users, strict=True):
        player.user = user
    Player.objects.bulk_update(people, ["user"])
    return {player.pk: _sign_in(user, player.pk, player.name) for player, user in zip(people, users, strict=True)}


def _sign_in(user: Any, player: int = 0, name: str = "") -> Person:
    """A session without the log-in: hashing 500 passwords would take minutes, and is not what is measured."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    from nabu.accounts.players.scopes import Scope
    from nabu.accounts.players.tokens import create_token

    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    _row, key = create_token(user, "benchmark", list(Scope.values))
    return Person(session.session_key, key, player, name)


def _do_jobs() -> None:
    """Do what a worker would do after these results, or the crowd would find the workers busy with it."""
    from nabu.web.jobs.models import LIVE, Job
    from nabu.web.jobs.running import run

    while waiting := list(Job.objects.filter(status__in=LIVE, run_after=None).values_list("pk", flat=True)):
        for pk in waiting:
            run(pk, "hall")


def main() -> None:
    """Make the hall in an empty database."""
    import django

    django.setup()
    from celery import current_app
    from django.core.management import call_command

    # There is no broker and no worker yet: what the results ask for is done here.
    current_app.conf.update(broker_url="memory://")
    current_app.loader.import_default_modules()
    call_command("migrate", interactive=False, verbosity=0)
    tables, output, *draft = sys.argv[1:]
    hall = make(int(tables), draft=bool(draft))
    _do_jobs()
    Path(output).write_text(json.dumps(asdict(hall)))


if __name__ == "__main__":
    main()
