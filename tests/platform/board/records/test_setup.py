"""What lies on the table: filled in or dealt, and only before the first move."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from engine.registry import GAMES
from nabu.accounts.players.models import User
from nabu.board.records.chance_form import ChanceForm
from nabu.board.records.models import Record
from nabu.board.records.services import GameSpec, issue_record
from tests.platform.board.records.conftest import chosen, device, game_to_record

pytestmark = pytest.mark.django_db

NOTHING_YET = "Nothing has been entered yet."
NOT_ENTERED = "Nobody has entered the setup of this game"


@pytest.mark.parametrize("game", GAMES)
def test_a_setup_is_dealt_filled_in_and_refused_if_it_does_not_add_up(ana: User, game: str) -> None:
    rules = GAMES[game]
    names = [f"Player {seat}" for seat in range(rules.player_counts[0])]
    record = issue_record(ana, GameSpec(game, rules.rulesets[0], rules.component_sets[0], names))
    phone = device(ana, record)
    address = phone.address("setup")
    phone.client.post(address, {"deal": "1"})
    record.refresh_from_db()
    filled = chosen(phone.client.get(address).content.decode())
    assert len(filled) > 1
    before = record.header["setup"]
    phone.client.post(address, {"deal": "1"})
    record.refresh_from_db()
    dealt = record.header["setup"]
    assert dealt != before
    # What was filled in first is laid out again.
    assert phone.client.post(address, filled).status_code == 302
    record.refresh_from_db()
    assert record.header["setup"] == before
    # The same thing everywhere is more than there is of it.
    slots = [name for name in filled if name != "chance"]
    same = filled | dict.fromkeys([name for name in slots if name.startswith("0-")], filled[slots[0]])
    answer = phone.client.post(address, same)
    if same != filled:
        assert answer.status_code == 200
        assert 'role="alert"' in answer.content.decode()
    assert phone.client.post(address, filled | {slots[0]: '"no such thing"'}).status_code == 200
    record.refresh_from_db()
    assert record.header["setup"] == before


@pytest.mark.parametrize("game", GAMES)
def test_nobody_starts_with_a_setup_that_nobody_has_looked_at(ana: User, game: str) -> None:
    rules = GAMES[game]
    names = [f"Player {seat}" for seat in range(rules.player_counts[0])]
    record = issue_record(ana, GameSpec(game, rules.rulesets[0], rules.component_sets[0], names))
    phone = device(ana, record)
    page = phone.client.get(phone.address("setup")).content.decode()
    slots = re.findall(r'<select name="([0-9]+-[0-9]+)"[^>]*>(.*?)</select>', page, re.DOTALL)
    assert slots
    for _name, options in slots:
        assert '<option value="" selected>' in options
    assert NOTHING_YET in page
    assert NOT_ENTERED in phone.client.get(phone.address("record")).content.decode()
    answer = phone.client.post(phone.address("setup"), {name: "" for name, _options in slots} | {"chance": "recorded"})
    assert answer.status_code == 200
    assert "The setup is not complete" in answer.content.decode()
    phone.client.post(phone.address("setup"), {"deal": "1"})
    assert NOTHING_YET not in phone.client.get(phone.address("setup")).content.decode()
    assert NOT_ENTERED not in phone.client.get(phone.address("record")).content.decode()


def test_what_is_used_too_often_is_marked_where_it_lies(ana: User) -> None:
    record = issue_record(ana, GameSpec("babylon", "base", "babylon-2024", ["Ana", "Bo"]))
    phone = device(ana, record)
    phone.client.post(phone.address("setup"), {"deal": "1"})
    filled = chosen(phone.client.get(phone.address("setup")).content.decode())
    answer = phone.client.post(phone.address("setup"), filled | {"0-3": filled["0-1"]}).content.decode()
    marked = re.findall(r'<select name="([^"]+)"[^>]*is-invalid', answer)
    assert marked == ["0-1", "0-3"]
    assert answer.count("2 chosen, only 1 available") == 2


@pytest.mark.parametrize("game", GAMES)
def test_the_palette_has_what_the_list_has(ana: User, game: str) -> None:
    rules = GAMES[game]
    names = [f"Player {seat}" for seat in range(rules.player_counts[-1])]
    record = issue_record(ana, GameSpec(game, rules.rulesets[0], rules.component_sets[0], names))
    phone = device(ana, record)
    page = phone.client.get(phone.address("setup")).content.decode()
    found = re.search(r'<script id="setup-given" type="application/json">(.*?)</script>', page)
    assert found
    given = json.loads(found[1])
    listed = {
        name: {unescape(value) for value in re.findall(r'<option value="([^"]+)"', options)}
        for name, options in re.findall(r'<select name="([0-9]+-[0-9]+)"[^>]*>(.*?)</select>', page, re.DOTALL)
    }
    offered = {
        slot["field"]: {thing["value"] for thing in part["things"]} for part in given["parts"] for slot in part["slots"]
    }
    assert offered == listed
    drawn = given["pieces"]["drawn"]
    assert all(thing["piece"] in drawn for part in given["parts"] if not part["turn"] for thing in part["things"])


@pytest.mark.parametrize(("at_table", "usual"), [(True, "hidden"), (False, "recorded")])
def test_draws_are_recorded_unless_it_is_a_table_of_a_tournament(at_table: bool, usual: str) -> None:
    form = ChanceForm(game=GAMES["babylonia"], at_table=at_table)
    assert form["chance"].initial == usual
    assert "the game cannot be reviewed afterwards" in str(form["chance"].help_text)


def test_after_the_first_move_the_setup_stays(ana: User) -> None:
    record, lines = game_to_record(ana)
    phone = device(ana, record)
    before = Record.objects.get().header
    phone.append(lines[0])
    assert phone.client.get(phone.address("setup")).status_code == 302
    phone.client.post(phone.address("setup"), {"deal": "1"})
    assert Record.objects.get().header == before


def test_draws_may_stay_hidden_where_the_game_can_do_without_them(ana: User) -> None:
    spec = GameSpec("babylonia", "base", "babylonia-2019", ["Ana", "Bo"])
    record = issue_record(ana, spec)
    phone = device(ana, record)
    phone.client.post(phone.address("setup"), {"deal": "1"})
    filled = chosen(phone.client.get(phone.address("setup")).content.decode())
    phone.client.post(phone.address("setup"), filled | {"chance": "hidden"})
    state = phone.look()
    assert state["draw"] is None
    assert state["choices"]


def test_dealing_keeps_what_was_chosen_about_draws(ana: User) -> None:
    record = issue_record(ana, GameSpec("babylonia", "base", "babylonia-2019", ["Ana", "Bo"]))
    phone = device(ana, record)
    for chance in ("hidden", "recorded", "hidden"):
        phone.client.post(phone.address("setup"), {"deal": "1", "chance": chance})
        record.refresh_from_db()
        assert record.header["chance"] == chance
