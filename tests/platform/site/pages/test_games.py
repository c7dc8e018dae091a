"""The pages of games and component sets, and what other pages say about data that is not the printed one."""

from __future__ import annotations

import html
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from engine.game import CONFIDENCE_LEVELS
from engine.reconstructed import RECONSTRUCTED
from engine.registry import GAMES
from nabu.accounts.players.models import User
from nabu.catalogue.games.models import ComponentSet
from nabu.catalogue.games.notes import note_on, reconstructed_note
from nabu.catalogue.games.services import load_component_set, withdraw_component_set
from nabu.contests.results.settling.submission import submit_log
from nabu.contests.tournaments.models import Tournament
from tests.platform.scenario import account, component_file, log_of, make_event, users
from tests.platform.site.pages.conftest import verify_all
from tests.platform.site.pages.tournament_form import FORM

pytestmark = pytest.mark.usefixtures("db")

EVERY_GAME = pytest.mark.parametrize("key", GAMES)
NOT_PRINTED = [
    key
    for key, game in GAMES.items()
    if any(mark.level == RECONSTRUCTED for mark in game.components(game.component_sets[0]).confidence.values())
]


def text(response: Any) -> str:
    return html.unescape(response.content.decode())


def send(client: Client, content: bytes, key: str = "babylonia", **options: Any) -> Any:
    upload = SimpleUploadedFile("set.json", content, "application/json")
    return client.post(reverse("games:load", args=[key]), {"file": upload}, **options)


@pytest.fixture
def ana(db: None) -> User:
    return account("ana", "Ana of Ur")


def test_the_list_names_every_game(client: Client) -> None:
    page = text(client.get(reverse("games:list")))
    for key, game in GAMES.items():
        assert reverse("games:detail", args=[key]) in page
        assert game.title in page


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("amyitis", "By the letter of the Spanish text it is illegal: placing is compulsory. The default departs from"),
        ("babylon", "In 40 games of four greedy bots the last one was always placed in round 9 of 11"),
    ],
)
def test_a_ruling_says_what_its_default_means_at_the_table(client: Client, key: str, told: str) -> None:
    assert told in text(client.get(reverse("games:detail", args=[key])))


@EVERY_GAME
def test_a_game_says_all_about_itself(client: Client, key: str) -> None:
    game = GAMES[key]
    components = game.components(game.component_sets[0])
    page = text(client.get(reverse("games:detail", args=[key])))
    for title in game.sections.values():
        assert title[:1].upper() + title[1:] in page
    for mark in components.confidence.values():
        assert CONFIDENCE_LEVELS[mark.level][1:] in page
        for source in mark.source.split("\n"):
            assert " " in source, "a sentence, not a key"
            assert source in page
    for switch in game.switches:
        assert switch.note in page
    for source in game.sources:
        assert source.title in page
    for card in components.cards:
        assert card.title in page
        assert card.effect in page
    assert components.sha256[:12] in page
    assert client.get(reverse("games:detail", args=["chess"])).status_code == 404


@EVERY_GAME
def test_a_built_in_set_is_taken_home_corrected_and_loaded(
    sign_in: Callable[[User], Client], ana: User, key: str
) -> None:
    client = sign_in(ana)
    name = GAMES[key].component_sets[0]
    answer = client.get(reverse("games:set_file", args=[key, name]))
    assert answer["Content-Disposition"] == f'attachment; filename="{name}.json"'
    assert json.loads(answer.content) == GAMES[key].components(name).data
    assert json.loads(client.get(reverse("games:schema", args=[key])).content)["type"] == "object"
    mine = answer.content.replace(f'"{name}"'.encode(), b'"mine"', 1)
    loaded = send(client, mine, key, follow=True)
    address = reverse("games:set", args=[key, "mine"])
    assert loaded.redirect_chain[-1][0] == address
    assert "Component set “mine” loaded." in text(loaded)
    assert "Ana of Ur" in text(loaded)
    assert client.get(reverse("games:set_file", args=[key, "mine"])).content == mine.strip()
    overview = text(client.get(reverse("games:detail", args=[key])))
    assert address in overview
    assert "loaded by Ana of Ur" in overview


def test_a_file_for_another_game_goes_to_the_page_of_that_game(sign_in: Callable[[User], Client], ana: User) -> None:
    answer = send(sign_in(ana), component_file("mine", "ishtar"), "babylonia")
    assert answer["Location"] == reverse("games:set", args=["ishtar", "mine"])


def test_everything_that_is_wrong_stands_on_the_form(sign_in: Callable[[User], Client], ana: User) -> None:
    client = sign_in(ana)
    wrong = component_file("Not A Name", second=2, third="<script>alert(1)</script>")
    answer = send(client, wrong)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "<script>alert" not in page
    assert page.count("$.name") == 1
    assert "second" in page
    assert 'id="problems"' in page
    assert not ComponentSet.objects.exists()
    assert "larger than 1 MB" in text(send(client, b" " * (2**20 + 1)))
    assert "The file is empty" in text(send(client, b""))
    assert "This field is required" in text(client.post(reverse("games:load", args=["babylonia"])))
    assert "do not need to load it" in text(
        send(client, json.dumps(GAMES["babylonia"].components("babylonia-2019").data).encode())
    )


def test_a_visitor_is_asked_to_sign_in_and_finds_no_form(client: Client) -> None:
    page = text(client.get(reverse("games:detail", args=["babylonia"])))
    assert 'type="file"' not in page
    assert "Sign in to load a set" in page


def test_a_set_is_withdrawn_and_restored_on_its_page(sign_in: Callable[[User], Client], ana: User) -> None:
    load_component_set(ana, component_file("mine"))
    client = sign_in(ana)
    address = reverse("games:set", args=["babylonia", "mine"])
    assert reverse("games:withdraw", args=["babylonia", "mine"]) in text(client.get(address))
    page = text(client.post(reverse("games:withdraw", args=["babylonia", "mine"]), follow=True))
    assert "Withdrawn by" in page
    assert "Old logs that name it can still be verified" in page
    page = text(client.post(reverse("games:restore", args=["babylonia", "mine"]), follow=True))
    assert "Component set restored" in page
    stranger = sign_in(account("bo"))
    assert reverse("games:withdraw", args=["babylonia", "mine"]) not in text(stranger.get(address))
    assert stranger.get(reverse("games:set", args=["babylonia", "unknown"])).status_code == 404
    assert stranger.get(reverse("games:set", args=["ishtar", "mine"])).status_code == 404


def test_the_form_of_a_tournament_offers_loaded_sets(sign_in: Callable[[User], Client], ana: User) -> None:
    load_component_set(ana, component_file("mine"))
    gone = load_component_set(ana, component_file("gone"))
    client = sign_in(ana)
    draft = make_event(2, table_size=2, components="gone", start=False, organiser=ana).tournament
    withdraw_component_set(ana, gone)
    form = text(client.get(reverse("tournaments:new"), {"game": "babylonia"}))
    assert "mine, loaded by Ana of Ur" in form
    assert 'value="gone"' not in form
    assert "gone, withdrawn" in text(client.get(reverse("tournaments:edit", args=[draft.pk])))
    words = {"game": "babylonia", "name": "Ur Open", "ruleset": "base", "components": "mine"}
    client.post(reverse("tournaments:new"), FORM | words)
    made = Tournament.objects.get(name="Ur Open")
    assert made.component_set == ComponentSet.objects.get(name="mine")
    assert reverse("games:set", args=["babylonia", "mine"]) in text(
        client.get(reverse("tournaments:detail", args=[made.pk]))
    )


def test_one_sentence_names_what_is_reconstructed() -> None:
    assert NOT_PRINTED
    for key, game in GAMES.items():
        components = game.components(game.component_sets[0])
        note = reconstructed_note(game, [components])
        assert (note is not None) == (key in NOT_PRINTED)
        for section, title in game.sections.items():
            reconstructed = components.confidence[section].level == RECONSTRUCTED
            assert reconstructed == (note is not None and title in note)
    assert note_on("chess", "chess-1475") is None
    assert note_on("babylonia", "unknown") is None


def test_the_sentence_stands_wherever_such_a_game_is_played(sign_in: Callable[[User], Client], ana: User) -> None:
    key = NOT_PRINTED[0]
    event = make_event(2, table_size=2, game=key, organiser=ana)
    table = event.pair().tables.get()
    submission = submit_log(users(table)[0], log_of(table), table)
    verify_all()
    note = note_on(key, event.tournament.components)
    client = sign_in(ana)
    for address in (
        reverse("games:list"),
        reverse("games:detail", args=[key]),
        reverse("games:set", args=[key, event.tournament.components]),
        reverse("tournaments:new") + f"?game={key}",
        *(reverse(f"tournaments:{name}", args=[event.tournament.pk]) for name in ("detail", "standings", "entries")),
        reverse("tournaments:round", args=[table.round_id]),
        reverse("table:page", args=[table.pk]),
        reverse("table:log", args=[submission.log.sha256]),
    ):
        page = text(client.get(address))
        assert page.count(str(note)) == 1, address
    assert str(note) not in text(client.get(reverse("games:detail", args=["babylonia"])))


def test_a_set_with_printed_values_needs_no_sentence(ana: User, client: Client) -> None:
    key = NOT_PRINTED[0]
    corrected = component_file("mine", key).replace(b'"reconstructed"', b'"rulebook"')
    load_component_set(ana, corrected)
    assert note_on(key, "mine") is None
    assert "Not the printed game" not in text(client.get(reverse("games:set", args=[key, "mine"])))
