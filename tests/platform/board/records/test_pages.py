"""The pages of a record: begun and set up by plain forms, then painted for the script, which recording needs."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from engine.registry import GAMES
from nabu.accounts.players.models import User
from nabu.board.records.models import Record
from nabu.board.records.playing import recording_of
from nabu.board.records.services import abandon_record
from nabu.contests.matches.models import Table
from nabu.contests.matches.slips import seat_code, slip_token
from tests.platform.board.records.conftest import chosen, device, game_to_record, signed_in, table_to_record
from tests.platform.scenario import seats, users

pytestmark = pytest.mark.django_db

NEEDS_SCRIPT = "Recording needs JavaScript."


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
    if re.search('<select name="0-', setup):
        client.post(answer["Location"], {"deal": "1", "chance": "recorded"})
        setup = client.get(answer["Location"]).content.decode()
    done = client.post(answer["Location"], chosen(setup))
    assert done.status_code == 302, done.content.decode()
    return Record.objects.latest("pk")


def page_of(client: Client, record: Record) -> str:
    answer = client.get(reverse("records:record", args=[record.public_id]))
    assert answer.status_code == 200
    return answer.content.decode()


def instead(page: str) -> str | None:
    """Where the page leads without script, None if it needs none."""
    found = re.search("<noscript>(.*?)</noscript>", page, re.DOTALL)
    if found is None:
        return None
    assert NEEDS_SCRIPT in found[1]
    address = re.search('href="([^"]+)"', found[1])
    assert address
    return unescape(address[1])


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_begun_by_plain_forms_and_painted_before_the_script_comes(ana: User, game: str) -> None:
    client = signed_in(ana)
    record = begin(client, game)
    playing = recording_of(record).game
    page = page_of(client, record)
    told = client.get(reverse("records:state", args=[record.public_id])).json()
    assert told["svg"] in page, "the board"
    assert f"{unescape(told['due'])}</p>" in unescape(page), "what is due, and from whom"
    seats = re.findall('<span>([^<]*)</span></span><span class="seat-score"><b class="seat-points">(.*?)</b>', page)
    assert [(unescape(name), int(score)) for name, score in seats] == list(
        zip(told["names"], playing.scores, strict=True)
    )
    # The script goes on from the same state that it would be told.
    state = re.search('<script id="record-state" type="application/json">(.*?)</script>', page)
    assert state
    differs = {"now", "csrf", "svg", "header", "components"}
    found = {key: value for key, value in json.loads(state[1]).items() if key not in differs}
    assert found == {key: value for key, value in told.items() if key not in differs}


def test_every_page_on_the_way_says_what_there_is_without_script(ana: User, table: Table) -> None:
    client = signed_in(ana)
    upload = reverse("table:upload")
    assert instead(client.get(reverse("records:new")).content.decode()) == upload
    record, _lines = game_to_record(ana)
    assert instead(client.get(reverse("records:setup", args=[record.public_id])).content.decode()) == upload
    assert instead(page_of(client, record)) == upload
    client = signed_in(users(table)[0])
    sheet = reverse("table:page", args=[table.pk])
    assert instead(client.get(f"{reverse('records:new')}?table={table.pk}").content.decode()) == sheet
    record, _lines = table_to_record(table)
    assert instead(client.get(reverse("records:setup", args=[record.public_id])).content.decode()) == sheet
    assert instead(page_of(client, record)) == sheet
    assert "Enter a score sheet" in client.get(sheet).content.decode()
    # Nothing can be recorded any more.
    abandon_record(users(table)[0], record)
    assert instead(page_of(client, record)) is None


def test_the_code_of_a_seat_leads_to_the_score_sheet_of_its_slip(table: Table) -> None:
    client = Client()
    slip = reverse("table:slip", args=[slip_token(table, 0)])
    assert NEEDS_SCRIPT in client.get(slip).content.decode()
    code = seat_code(seats(table)[0], 0)
    client.post(reverse("records:by_slip", args=[slip_token(table, 0)]), {"record-code": code})
    record = Record.objects.get()
    assert instead(client.get(reverse("records:setup", args=[record.public_id])).content.decode()) == slip
    assert instead(page_of(client, record)) == slip
    assert "Enter a score sheet" in client.get(slip).content.decode()


@pytest.mark.parametrize("form", ["move", "change", "undo", "redo"])
def test_the_forms_that_recorded_without_script_lead_back_to_the_page(ana: User, form: str) -> None:
    record, lines = game_to_record(ana)
    phone = device(ana, record)
    phone.append(*lines[:2])
    before = recording_of(record).moves.lines
    data = {"base": len(before), "epoch": 1, "count": len(before), "step": 0, "change": 0, "to": 0}
    answer = phone.client.post(phone.address("without_script", form), data)
    assert (answer.status_code, answer["Location"]) == (302, phone.address("record"))
    assert recording_of(record).moves.lines == before
