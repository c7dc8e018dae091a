"""Lists are sorted and searched by the keys of names, the same on both databases and by the API."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from nabu.accounts.players.models import Player, User
from nabu.contests.matches.models import Table
from nabu.contests.tournaments.entries.queries import listed_entries, players_to_enter
from nabu.contests.tournaments.entries.services import add_entries_by_name, update_entry
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.prints.sheets import people
from nabu.contests.tournaments.rounds.pages import tables_of_page
from nabu.contests.tournaments.setup.services import start_tournament
from nabu.core.name_keys.refresh import refresh_name_keys
from nabu.people.claims.queries import merge_targets
from nabu.people.profiles.players.queries import listed_players
from tests.platform.core.names.people import NAMES, decomposed
from tests.platform.kept import kept_for_file
from tests.platform.scenario import account, make_event

MIXED = ["Zoe", "ana", "Ángel", "Berta", "Čeněk", "Müller", "Østergård", "de Vries", "Dévries", "Éva"]
IN_ORDER = ["ana", "Ángel", "Berta", "Čeněk", "de Vries", "Dévries", "Éva", "Müller", "Østergård", "Zoe"]
REPORTED = {
    "ángel": "Ángel",
    "ANGEL": "Ángel",
    "MÜLLER": "Müller",
    "muller": "Müller",
    "čeněk": "Čeněk",
    "østergård": "Østergård",
    "vries de": "de Vries",
}


class Hall(NamedTuple):
    """Everybody of `MIXED` and of `NAMES` is entered in a running tournament."""

    organiser: User
    staff: User
    tournament: Tournament
    other: Tournament


def make_hall() -> Hall:
    event = make_event(0, start=False, prefix="hall")
    add_entries_by_name(event.organiser, event.tournament, [*MIXED, *NAMES])
    update_entry(event.organiser, event.tournament.entries.get(player__name="Zoe"), club="Škoda Břeclav")
    other = make_event(0, start=False, prefix="other", organiser=event.organiser).tournament
    start_tournament(event.organiser, event.tournament)
    event.pair()
    return Hall(event.organiser, account("staff", is_staff=True), event.refresh(), other)


db, kept_world, changes_are_taken_back, hall = kept_for_file(make_hall, "hall")

pytestmark = pytest.mark.both_databases


def names_of_tables(hall: Hall, words: str) -> set[str]:
    round_ = hall.tournament.stages.get().rounds.get()
    tables = list(tables_of_page(round_, "", words, None).object_list)
    return set(Table.objects.filter(pk__in=tables).values_list("seats__entry__player__name", flat=True))


def test_every_search_finds_every_name(hall: Hall) -> None:
    searches: dict[str, Callable[[str], set[str]]] = {
        "players": lambda words: {player.name for player in listed_players(hall.staff, words)},
        "picker": lambda words: {player.name for player in players_to_enter(hall.organiser, hall.other, words, 20)},
        "entries": lambda words: {entry.player.name for entry in listed_entries(hall.tournament, words)},
        "merge": lambda words: {
            player.name for player in merge_targets(hall.staff, Player.objects.get(user=hall.staff), words)
        },
    }
    asked = [
        *REPORTED.items(),
        *((words, name) for name, each in NAMES.items() for words in (each[0], decomposed(name))),
    ]
    wrong = [
        (where, words, found)
        for words, name in asked
        for where, search in searches.items()
        if name not in (found := search(words)) or len(found) > 2
    ]
    assert wrong == []
    assert [words for words, name in asked if name not in names_of_tables(hall, words)] == []
    assert {entry.player.name for entry in listed_entries(hall.tournament, "BRECLAV skoda")} == {"Zoe"}


def test_the_api_and_the_pages_search_alike(hall: Hall) -> None:
    api, page = APIClient(), Client()
    api.force_authenticate(hall.organiser)
    page.force_login(hall.organiser)
    for words, name in {**REPORTED, "محمد": "مُحَمَّد رضا", "li": "李明"}.items():
        found = [player["name"] for player in api.get("/api/v1/players/", {"search": words}).json()["results"]]
        assert name in found, words
    standings = page.get(reverse("tournaments:standings", args=[hall.tournament.pk]), {"q": "ÁNGEL"}).content.decode()
    assert "Ángel Núñez" in standings
    assert "Müller" not in standings


def test_names_are_sorted_as_people_read_them(hall: Hall) -> None:
    mixed = Player.objects.filter(name__in=MIXED)
    assert [player.name for player in mixed] == IN_ORDER
    assert [player.name for player in listed_players(hall.staff) if player.name in MIXED] == IN_ORDER
    assert [entry.player.name for entry in people(hall.tournament) if entry.player.name in MIXED] == IN_ORDER
    keys = list(Player.objects.values_list("name_key", flat=True))
    assert keys == sorted(keys), "whatever the language of the database"


def test_a_search_is_one_question(hall: Hall, django_assert_num_queries: Callable[..., object]) -> None:
    with django_assert_num_queries(1):  # type: ignore[attr-defined]
        list(listed_players(hall.staff, "muller").prefetch_related(None))
    with django_assert_num_queries(2):  # type: ignore[attr-defined]
        list(listed_entries(hall.tournament, "muller").prefetch_related(None))


def test_the_key_follows_the_name_everywhere(hall: Hall) -> None:
    player = Player.objects.get(name="Zoe")

    def key() -> str:
        return Player.objects.values_list("name_key", flat=True).get(pk=player.pk)

    player.name = "Čapek"
    player.save(update_fields=["name"])
    assert key() == "capek"
    Player.objects.filter(pk=player.pk).update(name="Ñandú")
    assert key() == "nandu"
    player.name = "Öz"
    Player.objects.bulk_update([player], ["name"])
    assert key() == "oz"
    [made] = Player.objects.bulk_create([Player(name="Žofie")])
    assert Player.objects.get(pk=made.pk).name_key == "zofie"
    assert Player.objects.get_or_create(name="Ægir")[0].name_key == "aegir"


def test_rows_of_older_versions_get_their_keys_at_the_next_migration(hall: Hall) -> None:
    older = Player.objects.filter(name__in=["Müller", "李明"])
    older.update(name_key="")
    assert list(listed_players(hall.staff, "müller")) != []
    assert refresh_name_keys() == 2
    assert refresh_name_keys() == 0
    assert set(older.values_list("name_key", flat=True)) == {"muller", "liming 李明"}
