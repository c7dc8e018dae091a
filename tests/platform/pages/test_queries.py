"""A page asks the database the same number of times, however much there is to show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from nabu.games.models import ComponentSet
from nabu.games.services import load_component_set, withdraw_component_set
from nabu.players.models import User
from nabu.results import services as matches
from tests.platform.pages.conftest import player_of, verify_all
from tests.platform.scenario import Event, account, component_file, game_log, log_of, make_event, users

pytestmark = pytest.mark.django_db


def play(event: Event, *, seed: int) -> None:
    """A round: the first table by log, the others by report."""
    for number, table in enumerate(event.pair().tables.filter(is_bye=False)):
        if number == 0:
            matches.submit_log(users(table)[0], log_of(table, seed=seed), table)
            verify_all()
        else:
            report = matches.report_result(users(table)[0], table, [90, 80])
            matches.confirm_report(users(table)[1], report)


def count(client: Client, address: str) -> tuple[int, list[str]]:
    """How many queries the page needs, and which, for a failure that can be read."""
    client.get(address)
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert client.get(address).status_code == 200
    return len(captured), [query["sql"][:200] for query in captured]


@pytest.fixture
def organiser(db: None) -> User:
    return account("ada", is_staff=True)


@pytest.mark.parametrize("who", ["visitor", "organiser", "player"])
def test_pages_of_one_tournament(sign_in: Callable[[User], Client], organiser: User, who: str) -> None:
    """Four players and two rounds against ten players and five rounds. Of every kind there is something in both."""
    small = make_event(4, table_size=2, rounds=5, prefix="small", organiser=organiser)
    large = make_event(10, table_size=2, rounds=5, prefix="large", organiser=organiser)
    for seed in range(2):
        play(small, seed=seed)
    for seed in range(2, 7):
        play(large, seed=seed)
    names = ("detail", "entries", "standings", "bracket", *(("audit",) if who == "organiser" else ()))
    found: dict[str, list[Any]] = {}
    for event in (small, large):
        round_ = event.tournament.stages.get().rounds.order_by("-number")[0]
        table = round_.tables.order_by("number")[0]
        # Whoever sits at the table sees more there, and the lot decides who that is.
        player = users(table)[0]
        client = sign_in({"organiser": organiser, "player": player}[who]) if who != "visitor" else Client()
        addresses = {name: reverse(f"tournaments:{name}", args=[event.tournament.pk]) for name in names}
        addresses |= {
            "round": reverse("tournaments:round", args=[round_.pk]),
            "table": reverse("matches:table", args=[table.pk]),
            "player": reverse("players:detail", args=[player_of(player).pk]),
            "journal": reverse("players:journal", args=[player_of(player).pk, "babylonia"]),
        }
        for name, address in addresses.items():
            found.setdefault(name, []).append(count(client, address))
    for name, ((few, _few), (many, queries)) in found.items():
        assert few == many, f"{name}: {few} queries for little, {many} for much:\n" + "\n".join(queries)


def test_pages_about_everything(sign_in: Callable[[User], Client], organiser: User) -> None:
    """One tournament against four of them."""
    client = sign_in(organiser)
    names = ("home", "tournaments:list", "players:list", "ratings:leaderboard", "matches:upload")
    found: dict[str, list[Any]] = {name: [] for name in names}
    for amount in (1, 3):
        for number in range(amount):
            event = make_event(4, table_size=2, prefix=f"event{amount}{number}", organiser=organiser)
            play(event, seed=amount * 10 + number)
            event.pair()
            make_event(2, table_size=2, prefix=f"draft{amount}{number}", organiser=organiser, start=False)
            matches.submit_log(organiser, game_log(2, seed=70 + amount * 10 + number))
        for name in names:
            found[name].append(count(client, reverse(name)))
    for name, ((few, _few), (many, queries)) in found.items():
        assert few == many, f"{name}: {few} queries for little, {many} for much:\n" + "\n".join(queries)


def test_pages_of_a_game(sign_in: Callable[[User], Client], organiser: User) -> None:
    """One loaded set and a withdrawn one against four of each, by different people."""
    client = sign_in(organiser)
    addresses = [
        reverse("games:list"),
        reverse("games:detail", args=["babylonia"]),
        reverse("games:set", args=["babylonia", "corrected-1-0"]),
        reverse("tournaments:new") + "?game=babylonia",
    ]
    found: dict[str, list[Any]] = {address: [] for address in addresses}
    for amount in (1, 3):
        for number in range(amount):
            person = account(f"loader{amount}{number}")
            for kind in ("corrected", "withdrawn"):
                load_component_set(person, component_file(f"{kind}-{amount}-{number}"))
            withdraw_component_set(person, ComponentSet.objects.get(name=f"withdrawn-{amount}-{number}"))
        for address in addresses:
            found[address].append(count(client, address))
    for address, ((few, _few), (many, queries)) in found.items():
        assert few == many, f"{address}: {few} queries for little, {many} for much:\n" + "\n".join(queries)
