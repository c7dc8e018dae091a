"""What lies on the table: filled in or dealt, and only before the first move."""

from __future__ import annotations

import pytest

from engine.registry import GAMES
from nabu.players.models import User
from nabu.records.models import Record
from nabu.records.services import GameSpec, issue_record
from tests.platform.records.conftest import device, game_to_record
from tests.platform.records.test_forms import chosen

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", GAMES)
def test_a_setup_is_dealt_filled_in_and_refused_if_it_does_not_add_up(ana: User, game: str) -> None:
    rules = GAMES[game]
    names = [f"Player {seat}" for seat in range(rules.player_counts[0])]
    record = issue_record(ana, GameSpec(game, rules.rulesets[0], rules.component_sets[0], names))
    phone = device(ana, record)
    address = phone.address("setup")
    page = phone.client.get(address).content.decode()
    filled = chosen(page)
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
