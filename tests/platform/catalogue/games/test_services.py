"""Loading a component set: what is kept, what is refused and in which words, who may withdraw it."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from django.db.models import ProtectedError

from engine.components import sha256_of
from engine.registry import GAMES
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import User
from nabu.catalogue.games import library
from nabu.catalogue.games.models import ComponentSet
from nabu.catalogue.games.services import BadFile, load_component_set, restore_component_set, withdraw_component_set
from nabu.contests.tournaments.setup.services import update_tournament
from nabu.core.errors import NotAllowed, Refused
from tests.cases import each
from tests.platform.scenario import account, component_file, make_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana(db: None) -> User:
    return account("ana")


def problems_of(user: User, content: bytes) -> list[str]:
    with pytest.raises(BadFile) as refused:
        load_component_set(user, content)
    assert not ComponentSet.objects.exists()
    assert not AuditEntry.objects.filter(action="components.loaded").exists()
    return refused.value.problems or [refused.value.message]


@pytest.mark.both_databases
@pytest.mark.parametrize("game", GAMES)
def test_a_corrected_set_of_every_game_is_kept_as_it_came(ana: User, game: str) -> None:
    content = component_file("corrected", game)
    made = load_component_set(ana, content)
    made.refresh_from_db()
    assert (made.game, made.name, made.uploaded_by, made.withdrawn_at) == (game, "corrected", ana, None)
    assert made.data == content.decode()
    assert made.sha256 == sha256_of(json.loads(made.data))
    found = library.library(game, made.sha256)
    assert found is not None
    assert (found.name, found.sha256) == ("corrected", made.sha256)
    assert library.library(game, made.sha256) is found, "read once"
    entry = AuditEntry.objects.get(action="components.loaded")
    assert (entry.actor, entry.object_id) == (ana, made.pk)
    assert entry.after == {"game": game, "components": "corrected", "sha256": made.sha256, "withdrawn": False}


def test_an_owner_of_amyitis_corrects_the_back_of_a_plant_card(ana: User) -> None:
    """Quality 1 to 3, and whatever resource the card shows as its cost, as far as the rulebook allows."""
    data: dict[str, Any] = json.loads(component_file("corrected", "amyitis"))
    back = data["plant_cards"][1]["sides"][1]
    for quality, extra, problem in (
        (4, "wine", "$.plant_cards[1].sides[1].quality.value"),
        (3, "camel", "$.plant_cards[1].sides[1].extra.value"),
        (1, "wine", "plant card P1: a side of quality 1 shows no resource, and one of quality 2 shows one"),
    ):
        back["quality"]["value"], back["extra"]["value"] = quality, extra
        assert any(found.startswith(problem) for found in problems_of(ana, json.dumps(data).encode()))
    back["quality"]["value"], back["extra"]["value"] = 3, "wine"
    made = load_component_set(ana, json.dumps(data).encode())
    assert library.library("amyitis", made.sha256) is not None


@pytest.mark.both_databases
def test_the_engine_finds_a_set_by_digest_and_everybody_else_by_name(ana: User) -> None:
    game = GAMES["babylonia"]
    made = load_component_set(ana, component_file("corrected"))
    assert library.library("babylonia", "0" * 64) is None
    assert library.library("chess", made.sha256) is None
    names = [one.name for one in library.sets_named(game, ["corrected", "babylonia-2019", "unknown", "corrected"])]
    assert names == ["babylonia-2019", "corrected"]


@pytest.mark.both_databases
def test_built_in_names_digests_and_taken_names_are_refused(ana: User) -> None:
    game = GAMES["babylonia"]
    built_in = game.component_sets[0]
    with pytest.raises(Refused, match="is built in"):
        load_component_set(ana, json.dumps(game.components(built_in).data).encode())
    assert any(built_in in problem for problem in problems_of(ana, component_file(built_in, title="Mine")))
    made = load_component_set(ana, component_file("corrected"))
    with pytest.raises(Refused, match="already loaded as “corrected”"):
        load_component_set(ana, b"\n" + component_file("corrected").replace(b"\n", b" "))
    with pytest.raises(Refused, match="Another component set is called “corrected”"):
        load_component_set(ana, component_file("corrected", title="Another"))
    withdraw_component_set(ana, made)
    with pytest.raises(Refused, match="Restore “corrected”"):
        load_component_set(ana, component_file("corrected"))
    with pytest.raises(Refused, match="Another component set is called “corrected”"):
        load_component_set(ana, component_file("corrected", title="Another"))
    assert ComponentSet.objects.count() == 1


@pytest.mark.both_databases
def test_the_same_name_may_stand_for_a_set_of_each_game(ana: User) -> None:
    made = [load_component_set(ana, component_file("corrected", game)) for game in GAMES]
    assert len({one.sha256 for one in made}) == len(GAMES)


MALFORMED = {
    "empty": b"",
    "blank": b" \n\t\n",
    "a word": b"babylonia",
    "a list": b"[]",
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
    "byte order mark": b"\xef\xbb\xbf" + component_file("corrected"),
    "utf-16": component_file("corrected").decode().encode("utf-16"),
    "cut off": component_file("corrected")[:-20],
    "goes on": component_file("corrected") + b"{}",
    "a fraction": component_file("corrected").replace(b": 5,", b": 5.5,", 1),
    "not a number": component_file("corrected", tokens=float("nan")),
    "a huge number": b'{"game": "babylonia", "name": ' + b"9" * 5000 + b"}",
    "a key twice": component_file("corrected").replace(b"{", b'{"name": "other",', 1),
    "half a character": component_file("corrected", title="\\ud800").replace(b"\\\\ud800", b"\\ud800"),
    "deep": b'{"game":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "no game": b'{"name": "corrected"}',
    "unknown game": component_file("corrected").replace(b'"babylonia"', b'"chess"'),
    "a game that is no text": b'{"game": ["babylonia"], "name": "corrected"}',
    "nothing but the game": b'{"game": "babylonia"}',
    "larger than a mebibyte": component_file("corrected") + b" " * 2**20,
}


@pytest.mark.both_databases
@each("content", MALFORMED.values())
def test_malformed_and_hostile_files_are_refused_in_words(ana: User, content: bytes) -> None:
    problems = problems_of(ana, content)
    assert problems
    assert all(0 < len(problem) < 400 for problem in problems)


@pytest.mark.both_databases
@each(
    "name", ["Corrected", "x", "a" * 60, "-a", "a b", "a/b", "../etc", 'a"b', "a\r\nSet-Cookie: a=b", "corrected\n", ""]
)
def test_a_name_that_could_do_harm_in_an_address_or_a_header_is_refused(ana: User, name: str) -> None:
    assert any(problem.startswith("$.name") for problem in problems_of(ana, component_file(name)))


@pytest.mark.parametrize("game", GAMES)
def test_everything_that_is_wrong_is_named_at_once(ana: User, game: str) -> None:
    data: dict[str, Any] = json.loads(component_file("corrected", game))
    data.pop(next(key for key in reversed(data) if isinstance(data[key], list | dict)))
    data |= {"first": 1, "name": "Corrected by Ana", "second": 2}
    problems = problems_of(ana, json.dumps(data).encode())
    text = "\n".join(problems)
    assert "$.name" in text
    assert "first" in text
    assert "second" in text
    assert "required" in text


@pytest.mark.both_databases
@pytest.mark.parametrize("game", GAMES)
def test_a_file_changed_at_random_is_loaded_or_refused_and_never_breaks(ana: User, game: str) -> None:
    rng = random.Random(7)
    original = component_file("corrected", game)
    for _attempt in range(25):
        content = bytearray(original)
        for _change in range(rng.randint(1, 3)):
            at = rng.randrange(len(content))
            content[at : at + rng.randint(0, 3)] = bytes(rng.choices(b'0123456789"{}[]:, abcxyz-\\\xff\x00', k=2))
        try:
            load_component_set(ana, bytes(content)).delete()
        except Refused:
            continue


@pytest.mark.both_databases
def test_who_loaded_a_set_or_staff_withdraws_it_and_every_step_is_written_down(ana: User) -> None:
    staff, stranger = account("staff", is_staff=True), account("bo")
    made = load_component_set(ana, component_file("corrected"))
    for change in (withdraw_component_set, restore_component_set):
        with pytest.raises(NotAllowed):
            change(stranger, made)
    with pytest.raises(Refused, match="not withdrawn"):
        restore_component_set(ana, made)
    withdrawn = withdraw_component_set(ana, made)
    assert withdrawn.withdrawn_by == ana
    with pytest.raises(Refused, match="already withdrawn"):
        withdraw_component_set(staff, made)
    assert restore_component_set(ana, made).withdrawn_at is None
    withdraw_component_set(staff, made)
    with pytest.raises(NotAllowed):
        restore_component_set(ana, made)
    restore_component_set(staff, made)
    steps = AuditEntry.objects.filter(object_type="games.componentset").order_by("pk")
    assert [(step.action, step.actor) for step in steps] == [
        ("components.loaded", ana),
        ("components.withdrawn", ana),
        ("components.restored", ana),
        ("components.withdrawn", staff),
        ("components.restored", staff),
    ]
    assert all(step.before["withdrawn"] != step.after["withdrawn"] for step in steps[1:])  # type: ignore[index]


def test_a_closed_account_loads_nothing(ana: User) -> None:
    ana.is_active = False
    with pytest.raises(NotAllowed):
        load_component_set(ana, component_file("corrected"))


@pytest.mark.both_databases
def test_a_set_that_a_tournament_uses_cannot_be_deleted(ana: User) -> None:
    made = load_component_set(ana, component_file("corrected"))
    make_event(2, table_size=2, components="corrected", start=False)
    with pytest.raises(ProtectedError):
        made.delete()


def test_a_withdrawn_set_is_not_chosen_any_more_but_a_draft_keeps_it(ana: User) -> None:
    made = load_component_set(ana, component_file("corrected"))
    event = make_event(2, table_size=2, components="corrected", start=False)
    assert event.tournament.component_set == made
    withdraw_component_set(ana, made)
    with pytest.raises(Refused, match="was withdrawn"):
        make_event(2, table_size=2, components="corrected", start=False, prefix="late")
    update_tournament(event.organiser, event.refresh(), name="Same set, other name", components="corrected")
    assert event.refresh().component_set == made
    update_tournament(event.organiser, event.tournament, components="babylonia-2019")
    assert event.refresh().component_set is None
    with pytest.raises(Refused, match="was withdrawn"):
        update_tournament(event.organiser, event.tournament, components="corrected")


def test_a_set_of_another_game_is_not_chosen(ana: User) -> None:
    load_component_set(ana, component_file("corrected", "ishtar"))
    with pytest.raises(Refused, match="no component set"):
        make_event(2, table_size=2, components="corrected", start=False)
