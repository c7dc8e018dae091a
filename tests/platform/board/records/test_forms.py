"""The pages of a record without script: begin, set up, choose level by level, draw, undo, change, finish."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from engine.message import Message
from engine.registry import GAMES
from engine.steps import Step
from engine.table.choices import Choices, tree_of
from nabu.accounts.players.models import User
from nabu.board.records.models import Record
from nabu.board.records.playing import recording_of
from nabu.board.records.recorder.paths import level_of
from tests.platform.board.records.conftest import Device, device, signed_in
from tests.profiles import LONG

pytestmark = pytest.mark.django_db


class Forms(HTMLParser):
    """The forms of a page: address, hidden values, and the buttons with their values."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[dict[str, Any]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self.found.append({"action": given.get("action"), "hidden": [], "buttons": [], "inputs": [], "selects": []})
        elif self.found and tag == "input" and given.get("type") == "hidden":
            self.found[-1]["hidden"].append((given["name"], given["value"]))
        elif self.found and tag == "input" and given.get("type") == "number":
            self.found[-1]["inputs"].append((given["name"], int(given["max"] or 0)))
        elif self.found and tag == "select":
            self.found[-1]["selects"].append(given["name"])
        elif self.found and tag == "button":
            self.found[-1]["buttons"].append((given.get("name"), given.get("value"), given.get("formaction")))

    def of(self, part: str) -> dict[str, Any] | None:
        return next((form for form in self.found if (form["action"] or "").endswith(part)), None)


def data_of(form: dict[str, Any], *more: tuple[str, str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in [*form["hidden"], *more]:
        if name:
            found.setdefault(name, []).append(value)
    return found


MOVES = 25 if LONG else 8
"""So many moves are made in each game."""


def chosen(page: str) -> dict[str, str]:
    """What is selected on a page with choices."""
    found = {}
    for name, options in re.findall(r'<select name="([^"]+)"[^>]*>(.*?)</select>', page, re.DOTALL):
        selected = re.search(r'<option value="([^"]*)" selected', options)
        assert selected, f"nothing is filled in at {name}"
        found[name] = unescape(selected[1])
    return found


def begin(client: Client, game: str, players: int = 2) -> Record:
    """New record, setup, start."""
    address = f"{reverse('records:new')}?game={game}"
    page = client.get(address).content.decode()
    rules = re.search(r'<select name="rules".*?<option value="([^"]+)"', page, re.DOTALL)
    components = re.search(r'<select name="components".*?<option value="([^"]+)"', page, re.DOTALL)
    assert rules
    assert components
    names = {f"name_{seat}": f"Player {seat}" for seat in range(1, players + 1)}
    answer = client.post(address, {"rules": rules[1], "components": components[1], "chance": "recorded", **names})
    assert answer.status_code == 302, answer.content.decode()
    setup = client.get(answer["Location"]).content.decode()
    form = Forms(setup).found[-1]
    if re.search('<select name="0-', setup):
        client.post(answer["Location"], {"deal": "1", "chance": "recorded"})
        setup = client.get(answer["Location"]).content.decode()
    done = client.post(answer["Location"], chosen(setup))
    assert form["buttons"]
    assert done.status_code == 302, done.content.decode()
    return Record.objects.latest("pk")


def take_a_step(client: Client, record: Record, page: str) -> str:
    """Press the first button there is, until a move is made; draws are dealt. Returns the page after it."""
    for _press in range(12):
        form = Forms(page).of("/move/")
        assert form, "nothing to choose"
        button = next((name, value) for name, value, _action in form["buttons"])
        if form["inputs"] or form["selects"]:
            button = ("deal", "1")
        answer = client.post(form["action"], data_of(form, button))
        if answer.status_code == 302:
            return client.get(answer["Location"]).content.decode()
        page = answer.content.decode()
    raise AssertionError("no move after 12 choices")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_recorded_by_plain_forms(ana: User, game: str) -> None:
    client = signed_in(ana)
    record = begin(client, game)
    page = client.get(reverse("records:record", args=[record.public_id])).content.decode()
    for _move in range(MOVES):
        page = take_a_step(client, record, page)
        if "records/finish" in page:
            break
    count = recording_of(Record.objects.get(pk=record.pk)).count
    assert count >= MOVES
    # The last choice is undone and done again.
    form = Forms(page).of("/undo/")
    assert form
    client.post(form["action"], data_of(form, ("to", form["buttons"][0][1])))
    page = client.get(reverse("records:record", args=[record.public_id])).content.decode()
    assert recording_of(record).count < count
    form = Forms(page).of("/redo/")
    assert form
    client.post(form["action"], data_of(form))
    assert recording_of(record).count == count


def test_the_script_of_a_page_goes_on_where_its_forms_have_begun(ana: User) -> None:
    client = signed_in(ana)
    record = begin(client, "babylonia")
    page = client.get(reverse("records:record", args=[record.public_id])).content.decode()
    take_a_step(client, record, page)
    script = Device(client, record)
    assert not script.look()["writer"]["mine"]
    assert script.post("take_over").json()["writer"]["mine"]
    # Another browser of the same person has to ask.
    other = device(ana, record, "other-browser")
    assert not other.post("take_over").json()["writer"]["mine"]


def test_a_past_move_is_changed_by_forms(ana: User) -> None:
    client = signed_in(ana)
    record = begin(client, "babylonia")
    address = reverse("records:record", args=[record.public_id])
    page = client.get(address).content.decode()
    for _move in range(6):
        page = take_a_step(client, record, page)
    before = recording_of(record).moves.lines
    form = next(form for form in Forms(page).found if any(action for _n, _v, action in form["buttons"]))
    name, value, action = next(button for button in form["buttons"] if button[2])
    answer = client.post(action, data_of(form, (name, value)))
    assert answer.status_code == 200
    page = answer.content.decode()
    for _press in range(12):
        level = Forms(page).of("/change/")
        assert level
        options = [(name, value) for name, value, _action in level["buttons"]]
        if level["inputs"] or level["selects"]:
            options = [("deal", "1")]
        answer = client.post(level["action"], data_of(level, options[-1]))
        if answer.status_code == 302:
            break
        page = answer.content.decode()
    after = recording_of(record).moves.lines
    number = int(value)
    assert after[:number] == before[:number]
    assert after != before


def test_what_is_certain_of_a_list_is_told_before_the_next_thing_is_asked_for() -> None:
    def step(value: str) -> Step:
        return Step("keep", value, Message("verbatim", {"text": value}), listed=True)

    found = level_of(Choices(0, tree_of([(step("dates"), step("dates")), (step("dates"), step("wine"))])), [])
    assert found.chosen == ["dates"]
    assert [text for _number, text in found.options] == ["dates", "wine"]
