"""Many write at the same moment, and nonsense is sent: nothing is lost, nothing breaks."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from nabu.accounts.players.models import User
from nabu.board.records.models import JournalEntry, Record
from nabu.board.records.playing import recording_of
from nabu.board.records.services import issue_at_table
from nabu.contests.matches.models import Table
from nabu.contests.results.reporters import Reporter
from tests.platform.board.records.conftest import Device, device, game_to_record, table_to_record
from tests.platform.contests.test_races import at_once
from tests.platform.scenario import account, make_event, users
from tests.profiles import LONG

pytestmark = pytest.mark.both_databases


@pytest.mark.django_db(transaction=True)
def test_many_records_grow_at_the_same_moment() -> None:
    phones: list[tuple[Device, list[Any]]] = []
    for number in range(WRITERS):
        record, lines = game_to_record(account(f"writer{number}"), seed=number)
        phones.append((device(record.opened_by, record, f"device-{number}"), lines[:10]))  # type: ignore[arg-type]
    assert at_once([lambda phone=phone, lines=lines: send_one_by_one(phone, lines) for phone, lines in phones]) == []
    for phone, lines in phones:
        stored = recording_of(Record.objects.get(pk=phone.record.pk)).moves.lines
        assert [line for line in stored if line in lines][: len(lines)] == lines


def send_one_by_one(phone: Device, lines: list[Any]) -> None:
    phone.look()
    for line in lines:
        phone.do("append", lines=[line])


@pytest.mark.django_db(transaction=True)
def test_the_same_entries_twice_at_the_same_moment_are_taken_once() -> None:
    record, lines = game_to_record(account("ana"))
    one, other = (device(record.opened_by, record) for _copy in range(2))  # type: ignore[arg-type]
    entry = {"seq": 0, "base": one.look()["count"], "op": "append", "lines": [lines[0]]}
    found: list[int] = []
    at_once([lambda phone=phone: found.append(phone.send(entry).status_code) for phone in (one, other)])
    assert found == [200, 200]
    assert JournalEntry.objects.filter(device=one.key).count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_players_begin_the_record_of_their_table_at_the_same_moment() -> None:
    event = make_event(2, table_size=2)
    event.pair()
    table = Table.objects.get(round__stage__tournament=event.tournament)
    at_once([lambda user=user: issue_at_table(user, table) for user in users(table)])
    assert Record.objects.filter(table=table).count() == 1


WORDS: list[Any] = [None, True, -1, 0, 3, 2**63, 1.5, "", "0612", "draw", "\x00", "🙂", [], [[]], ["a"], {}, {"a": []}]


ATTEMPTS = 60 if LONG else 10
"""So much nonsense is sent to the record of each game."""

WRITERS = 8 if LONG else 4
"""So many write at the same moment."""


def nonsense(rng: Random, line: dict[str, Any]) -> Any:
    """A line with something wrong in it."""
    changed = dict(line)
    match rng.randrange(4):
        case 0:
            changed[rng.choice(list(changed))] = rng.choice(WORDS)
        case 1:
            changed[rng.choice(["seat", "do", "chance", "x", ""])] = rng.choice(WORDS)
        case 2:
            changed.pop(rng.choice(list(changed)))
        case _:
            changed = {word: rng.choice(WORDS) for word in ("do", "seat")}
    return changed


@pytest.mark.django_db
@pytest.mark.parametrize("game", ["babylonia", "ishtar", "amyitis", "babylon"])
def test_nonsense_is_refused_and_changes_nothing(ana: User, game: str) -> None:
    record, lines = game_to_record(ana, game)
    phone = device(ana, record)
    phone.append(*lines[:10])
    before, rng = recording_of(record).moves.lines, Random(game)
    seq = phone.seq
    for _attempt in range(ATTEMPTS):
        op = rng.choice(["append", "replace", "undo_to", "redo", "", None])
        bad = nonsense(rng, lines[10])
        if bad == lines[10]:
            continue
        entry = {"seq": seq, "base": len(before), "op": op, "n": rng.choice([10**6, len(before), -1, None])}
        if op in ("append", "replace"):
            entry["lines"] = [bad]
        body = {"device": phone.key, "epoch": 1, "entries": [entry]}
        answer = phone.client.post(phone.address("journal"), json.dumps(body), "application/json")
        assert answer.status_code in (400, 409), (entry, answer.content[:200])
        assert recording_of(Record.objects.get(pk=record.pk)).moves.lines == before
    for path in ("take_over", "consent"):
        for _attempt in range(ATTEMPTS // 3):
            asked = {name: rng.choice(WORDS) for name in ("device", "name", "yes")}
            body = json.dumps(rng.choice([asked, *WORDS]))
            assert phone.client.post(phone.address(path), body, "application/json").status_code == 400, body
    assert recording_of(Record.objects.get(pk=record.pk)).moves.lines == before


@pytest.mark.django_db
def test_an_account_has_so_many_open_records_only(ana: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nabu.board.records.services.MOST_OPEN", 1)
    game_to_record(ana)
    phone = device(ana, Record.objects.get())
    rules = {"rules": "ruleset:base", "components": "babylonia-2019", "name_1": "Ana", "name_2": "Bo"}
    page = phone.client.get("/records/new/?game=babylonia").content.decode()
    rules["rules"] = page.split('<select name="rules"')[1].split('value="')[1].split('"')[0]
    answer = phone.client.post("/records/new/?game=babylonia", rules | {"chance": "recorded"})
    page = answer.content.decode()
    assert "You have 1 open record. Finish or abandon it first." in page
    assert '<a class="alert-link" href="/records/">See your recorded games</a>' in page
    assert Record.objects.count() == 1


@pytest.mark.django_db
def test_the_table_offers_its_record_to_those_who_may_write_it(table: Table, ana: User) -> None:
    actor: Reporter = users(table)[0]
    phone = device(actor, table_to_record(table)[0])  # type: ignore[arg-type]
    address = f"/tables/{table.pk}/"
    assert "Continue recording" in phone.client.get(address).content.decode()
    assert "Continue recording" not in device(ana, phone.record).client.get(address).content.decode()
    assert device(ana, phone.record).client.get(f"/records/new/?table={table.pk}").status_code == 403
