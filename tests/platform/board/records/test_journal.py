"""What devices send: each entry once, in order, from the one that writes; everything else changes nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import User
from nabu.board.records import writing
from nabu.board.records.models import Branch, JournalEntry, Record
from nabu.board.records.playing import recording_of
from nabu.board.records.recorder.json_views import MOST_BYTES
from nabu.contests.matches.models import Table
from tests.cases import each
from tests.platform.board.records.conftest import (
    Device,
    Line,
    device,
    draw_that_swaps,
    game_to_record,
    now,
    signed_in,
    table_to_record,
)
from tests.platform.kept import kept_for_file
from tests.platform.scenario import account, users


def game_of_ana() -> tuple[Record, list[Line]]:
    return game_to_record(account("ana"))


db, kept_world, changes_are_taken_back, game = kept_for_file(game_of_ana, "game")


@pytest.fixture
def ana(game: tuple[Record, list[Line]]) -> User:
    assert game[0].opened_by
    return game[0].opened_by


@pytest.fixture
def phone(ana: User, game: tuple[Record, list[Line]]) -> Device:
    found = device(ana, game[0])
    found.look()
    return found


def lines_of(record: Record) -> list[Line]:
    return recording_of(Record.objects.get(pk=record.pk)).moves.lines


def refused(answer: Any, why: str, before: list[Line], record: Record) -> None:
    assert answer.status_code == 409, answer.content[:300]
    assert answer.json()["why"] == why
    assert answer.json()["detail"]
    assert answer.json()["state"]["count"] == len(before)
    assert lines_of(record) == before


@pytest.mark.both_databases
def test_what_is_sent_twice_is_taken_once(phone: Device, game: tuple[Record, list[Line]]) -> None:
    record, lines = game
    entries = [phone.entry("append", lines=[lines[0]])]
    first = phone.send(*entries).json()
    phone.seq = 1
    again = phone.send(*entries).json()
    assert (again["count"], again["digest"], again["acked"]) == (first["count"], first["digest"], 0)
    # The answer was lost, and more moves were made meanwhile.
    both = phone.send(*entries, phone.entry("append", lines=[lines[1]]) | {"base": None}).json()
    assert both["acked"] == 1
    assert JournalEntry.objects.filter(record=record, device=phone.key).count() == 2


def test_the_same_number_with_other_moves_is_refused(phone: Device, game: tuple[Record, list[Line]]) -> None:
    record, lines = game
    phone.do("append", lines=[lines[0]])
    before = lines_of(record)
    phone.seq = 0
    refused(phone.send(phone.entry("append", lines=[lines[1]])), "base", before, record)


def test_an_older_number_that_was_left_out_is_refused(phone: Device, game: tuple[Record, list[Line]]) -> None:
    record, lines = game
    phone.seq = 5
    phone.do("append", lines=[lines[0]])
    before = lines_of(record)
    phone.seq = 3
    refused(phone.send(phone.entry("append", lines=[lines[1]])), "base", before, record)


def test_a_wrong_base_is_refused_and_what_came_before_it_is_kept(
    phone: Device, game: tuple[Record, list[Line]]
) -> None:
    record, lines = game
    good = phone.entry("append", lines=[lines[0]])
    bad = phone.entry("append", lines=[lines[1]]) | {"base": 500}
    answer = phone.send(good, bad)
    assert answer.status_code == 409
    assert answer.json()["why"] == "base"
    assert answer.json()["seq"] == 1
    assert answer.json()["state"]["acked"] == 0
    assert lines_of(record)[-1] == lines[0] or lines[0] in lines_of(record)


def test_without_a_base_an_entry_follows_the_one_before_it_only(
    phone: Device, game: tuple[Record, list[Line]], ana: User
) -> None:
    record, lines = game
    phone.append(*lines[:2])
    before = lines_of(record)
    phone.seq += 3
    refused(phone.send(phone.entry("append", lines=[lines[2]]) | {"base": None}), "base", before, record)


def forged(line: Line) -> Iterator[Line]:
    """This line of the player to move, changed so that it is no legal one."""
    yield line | {"seat": 1 - line["seat"]}  # out of turn
    yield line | {"seat": 7}
    yield line | {"do": "win"}
    yield {"seat": 0, "do": "place", "token": "priest", "hex": "9999"}
    yield {"chance": "draw", "seat": 0, "tokens": ["priest"]}
    yield {}
    yield line | {"more": 1}


def test_a_forged_line_is_refused_and_changes_nothing(phone: Device, game: tuple[Record, list[Line]]) -> None:
    record, lines = game
    number = next(number for number, line in enumerate(lines) if "seat" in line and "do" in line)
    phone.append(*lines[:number])
    before = lines_of(record)
    for line in forged(lines[number]):
        refused(phone.send(phone.entry("append", lines=[line])), "illegal", before, record)
    assert phone.do("append", lines=[lines[number]])["count"] > len(before)


def test_a_stale_line_is_refused(phone: Device, game: tuple[Record, list[Line]]) -> None:
    record, lines = game
    phone.append(*lines[:6])
    before = lines_of(record)
    refused(phone.send(phone.entry("append", lines=[lines[0]])), "illegal", before, record)


@pytest.mark.both_databases
@each(
    "body",
    [
        b"",
        b"no json",
        b"[1]",
        b"[" * 5000,
        b'{"device": "device-of-ana"}',
        {"entries": []},
        {"entries": [{"seq": 0, "base": 0, "op": "append", "lines": []}]},
        {"entries": [{"seq": 0, "base": 0, "op": "append", "lines": ["a"]}]},
        {"entries": [{"seq": True, "base": 0, "op": "append", "lines": [{}]}]},
        {"entries": [{"seq": -1, "base": 0, "op": "append", "lines": [{}]}]},
        {"entries": [{"seq": 2**40, "base": 0, "op": "append", "lines": [{}]}]},
        {"entries": [{"seq": 0, "base": 0, "op": "undo_to"}]},
        {"entries": [{"seq": 0, "base": 0, "op": "setup", "lines": [{}]}]},
        {"entries": [{"seq": 0, "base": 0, "op": "append", "lines": [{}], "at": "now"}]},
        {"entries": [{"seq": 0, "base": 0, "op": "append", "lines": [{}], "at": 1e300}]},
        {"entries": [{"seq": n, "base": 0, "op": "append", "lines": [{}]} for n in range(101)]},
        {"entries": [{"seq": 1, "op": "redo"}, {"seq": 0, "op": "redo"}]},
        {"device": "x", "entries": [{"seq": 0, "op": "redo"}]},
        {"device": "' or 1=1 --", "entries": [{"seq": 0, "op": "redo"}]},
        {"epoch": "1", "entries": [{"seq": 0, "op": "redo"}]},
    ],
)
def test_what_is_no_journal_is_refused(phone: Device, game: tuple[Record, list[Line]], body: Any) -> None:
    if isinstance(body, dict):
        body = json.dumps({"device": phone.key, "name": "", "epoch": 1} | body)
    answer = phone.client.post(phone.address("journal"), body, "application/json")
    assert answer.status_code == 400
    assert answer.json()["why"] == "shape"
    assert not JournalEntry.objects.filter(record=game[0], device=phone.key).exists()


def test_too_large_a_request_and_too_many_moves_are_refused(
    phone: Device, game: tuple[Record, list[Line]], monkeypatch: pytest.MonkeyPatch
) -> None:
    record, lines = game
    large = phone.entry("append", lines=[lines[0] | {"note": "x" * MOST_BYTES}])
    assert phone.send(large).status_code == 413
    phone.seq = 0
    monkeypatch.setattr(writing, "MOST_MOVES", 3)
    for line in lines[:3]:
        answer = phone.send(phone.entry("append", lines=[line]))
    assert answer.status_code == 409
    assert answer.json()["why"] == "closed"
    monkeypatch.setattr(writing, "MOST_A_MINUTE", 2)
    answer = phone.send(phone.entry("append", lines=[lines[2]]))
    assert answer.status_code == 429
    assert answer.headers["Retry-After"]


def test_nobody_else_reads_or_writes_a_record(phone: Device, game: tuple[Record, list[Line]]) -> None:
    record, lines = game
    before = lines_of(record)
    stranger = device(account("stranger"), record, "device-of-stranger")
    stranger.state = phone.state
    assert stranger.client.get(stranger.address("state")).status_code == 404
    assert stranger.client.get(stranger.address("record")).status_code == 404
    assert stranger.send(stranger.entry("append", lines=[lines[0]])).status_code == 404
    assert stranger.post("take_over").status_code == 404
    visitor = Device(signed_in(None), record, "device-of-visitor")
    visitor.state = phone.state
    answer: Any = visitor.send(visitor.entry("append", lines=[lines[0]]))
    assert answer.status_code == 401
    assert answer.json()["why"] == "login"
    assert record.public_id in answer.json()["url"]
    assert lines_of(record) == before


@pytest.mark.both_databases
def test_a_closed_record_takes_nothing(phone: Device, game: tuple[Record, list[Line]]) -> None:
    record, lines = game
    before = lines_of(record)
    phone.client.post(phone.address("abandon"))
    refused(phone.send(phone.entry("append", lines=[lines[0]])), "closed", before, record)
    assert AuditEntry.objects.filter(action="record.abandoned").count() == 1


def test_undo_redo_and_another_move(phone: Device, game: tuple[Record, list[Line]]) -> None:
    record, lines = game
    phone.append(*lines[:8])
    before = lines_of(record)
    keep = len(before) - 4
    state = phone.do("undo_to", n=keep)
    assert state["count"] == keep
    assert [move["line"] for move in state["undone"]] == before[keep:]
    phone.do("redo")
    phone.do("redo", n=len(before))
    assert lines_of(record) == before
    assert phone.state["undone"] == []
    answer = phone.send(phone.entry("redo"))
    assert answer.status_code == 409
    # Another move takes the place of the undone ones, which can still be seen.
    phone.look()
    phone.do("undo_to", n=0)
    undone = phone.state["undone"]
    phone.append(*lines[:2])
    assert len(phone.state["undone"]) < len(undone)


def test_a_move_in_the_middle_is_changed_and_what_fits_no_more_is_set_aside(
    phone: Device, game: tuple[Record, list[Line]]
) -> None:
    record, lines = game
    phone.append(*lines[:12])
    before = lines_of(record)
    recording = recording_of(record)
    number = next(n for n, move in enumerate(recording.game.moves) if not move.forced and move.action.seat is not None)
    others = [each.to_json() for each in recording.game.at(number).state.legal_actions()]
    other = next(line for line in others if line != before[number])
    state = phone.do("replace", n=number, lines=[other])
    after = lines_of(record)
    assert after[:number] == before[:number]
    assert after[number] == other
    kept = len(before) - number - 1 - len(state["aside"]["moves"] if state["aside"] else [])
    assert after[number + 1 : number + 1 + kept] == before[number + 1 : number + 1 + kept]
    if state["aside"]:
        assert state["aside"]["reason"]
        assert [move["line"] for move in state["aside"]["moves"]] == before[number + 1 + kept :]
    # The record and its journal say the same.
    assert recording_of(record).game.lines == after


def test_a_corrected_draw_is_swapped_with_a_later_one(ana: User) -> None:
    """In Babylon each tile is there once: two that were taken for each other change places."""
    record, lines = game_to_record(ana, "babylon")
    phone = device(ana, record)
    phone.append(*lines)
    before = lines_of(record)
    number, line, swaps = draw_that_swaps(recording_of(record).game)
    state = phone.do("replace", n=number, lines=[line])
    assert state["aside"] is None
    assert [swap["n"] for swap in state["swapped"]] == list(swaps)
    after = lines_of(record)
    assert after == [swaps.get(n, line if n == number else old) for n, old in enumerate(before)]
    assert recording_of(record).game.lines == after
    changing, *others = JournalEntry.objects.filter(record=record).order_by("-pk")
    brought = recording_of(record).moves.brought
    assert [n for n, entry in enumerate(brought) if entry == changing] == [number, *swaps]
    assert others
    assert not phone.do("undo_to", n=number)["swapped"]


def test_a_replaced_move_that_is_not_allowed_changes_nothing(phone: Device, game: tuple[Record, list[Line]]) -> None:
    record, lines = game
    phone.append(*lines[:6])
    before = lines_of(record)
    bad = phone.entry("replace", n=0, lines=[{"seat": 0, "do": "nothing"}])
    refused(phone.send(bad), "illegal", before, record)
    refused(phone.send(phone.entry("replace", n=999, lines=[lines[0]])), "illegal", before, record)
    refused(phone.send(phone.entry("undo_to", n=999)), "illegal", before, record)


def test_a_record_goes_on_after_everything_was_forgotten(
    phone: Device, game: tuple[Record, list[Line]], ana: User
) -> None:
    record, lines = game
    phone.append(*lines[:20])
    digest = phone.state["digest"]
    # Another browser of the same person, with nothing stored: same record, after asking for it.
    laptop = device(ana, record, "laptop-of-ana")
    assert laptop.look()["digest"] == digest
    assert laptop.state["acked"] == -1
    Record.objects.update(seen_at=None)
    assert laptop.post("take_over").json()["writer"]["mine"]
    laptop.epoch = 2
    laptop.append(*lines[20:])
    assert laptop.state["over"]


@pytest.mark.both_databases
def test_late_moves_of_the_old_device_become_a_branch(
    phone: Device, game: tuple[Record, list[Line]], ana: User
) -> None:
    record, lines = game
    phone.append(*lines[:10])
    known = lines_of(record)
    laptop = device(ana, record, "laptop-of-ana")
    asked = laptop.post("take_over").json()
    assert not asked["writer"]["mine"]
    assert asked["writer"]["asked"]["mine"]
    assert phone.look()["writer"]["asked"] == {"device": "Ana (Phone)", "mine": False}
    phone.post("consent", yes=True)
    assert laptop.look()["writer"] | {"idle": 0, "device": ""} == {
        "epoch": 2, "mine": True, "device": "", "idle": 0, "asked": None,
    }  # fmt: skip
    assert AuditEntry.objects.filter(action="record.taken_over").count() == 1
    # The phone made two more moves meanwhile, and sends them now.
    late = [phone.entry("append", lines=[line]) | {"base": None} for line in lines[10:12]]
    late[0]["base"] = len(known)
    answer: Any = phone.send(*late)
    assert answer.status_code == 409
    assert answer.json()["why"] == "epoch"
    assert lines_of(record) == known
    (branch,) = answer.json()["state"]["branches"]
    assert branch["base"] == len(known)
    assert branch["moves"][0]["line"] == lines[10]
    assert phone.send(*late).status_code in (200, 409)
    assert Branch.objects.count() == 1
    # Adopted, they are moves of the record.
    answer = laptop.post("branch", branch["id"], "adopt")
    assert answer.status_code == 200, answer.content
    assert answer.json()["branches"] == []
    after = lines_of(record)
    assert after[: len(known)] == known
    assert after[len(known)] == lines[10]
    laptop.epoch = 2
    laptop.append(*lines[12:])
    assert laptop.state["over"]


@pytest.mark.both_databases
def test_a_branch_that_fits_no_more_is_refused_and_can_be_dropped(
    phone: Device, game: tuple[Record, list[Line]], ana: User
) -> None:
    record, lines = game
    phone.append(*lines[:10])
    known = lines_of(record)
    Record.objects.update(seen_at=None)
    laptop = device(ana, record, "laptop-of-ana")
    laptop.post("take_over")
    laptop.epoch = 2
    laptop.look()
    phone.send(phone.entry("append", lines=[lines[10]]) | {"base": len(known)})
    branch = Branch.objects.get()
    laptop.do("undo_to", n=0)
    answer = laptop.post("branch", branch.pk, "adopt")
    assert answer.status_code == 409
    assert answer.json()["detail"].startswith("These moves begin after the last move of the record.")
    branch.refresh_from_db()
    assert branch.status == "open"
    assert lines_of(record) == []
    laptop.post("branch", branch.pk, "drop")
    branch.refresh_from_db()
    assert branch.status == "dropped"
    assert laptop.look()["branches"] == []


@pytest.mark.both_databases
def test_an_epoch_that_never_was_and_an_illegal_late_move_leave_no_trace(
    phone: Device, game: tuple[Record, list[Line]], ana: User
) -> None:
    record, lines = game
    phone.append(*lines[:4])
    known = lines_of(record)
    phone.epoch = 99
    refused(phone.send(phone.entry("append", lines=[lines[4]]) | {"base": len(known)}), "base", known, record)
    laptop = device(ana, record, "laptop-of-ana")
    laptop.look()
    refused(laptop.send(laptop.entry("append", lines=[{"seat": 0, "do": "win"}])), "illegal", known, record)
    assert not Branch.objects.exists()


def test_who_has_asked_takes_over_when_the_lease_is_over(
    phone: Device, game: tuple[Record, list[Line]], ana: User
) -> None:
    record, lines = game
    phone.append(*lines[:2])
    laptop = device(ana, record, "laptop-of-ana")
    laptop.post("take_over")
    assert not laptop.look(alive=1)["writer"]["mine"]
    Record.objects.update(seen_at=None)
    assert laptop.look(alive=1)["writer"]["mine"]
    assert not phone.look(alive=1)["writer"]["mine"]


@pytest.mark.both_databases
def test_one_record_at_a_table_and_both_players_write_it(table: Table) -> None:
    record, lines = table_to_record(table)
    one, other = users(table)
    first = device(one, record, "device-of-one")
    first.append(*lines[:3])
    second = device(other, record, "device-of-other")
    address = f"/records/new/?table={table.pk}"
    assert second.client.get(address)["Location"].endswith(f"/records/{record.public_id}/")
    assert Record.objects.filter(table=table).count() == 1
    # Not without being asked.
    second.look()
    answer = second.send(second.entry("append", lines=[lines[3]]))
    assert answer.status_code == 409
    second.post("take_over")
    assert first.look()["writer"]["asked"]["device"].startswith(str(other.player.name))
    # Only the device that writes answers, not another one of the same person.
    assert device(one, record, "other-device-of-one").post("consent", yes=False).status_code == 409
    assert first.look()["writer"]["asked"]
    first.post("consent", yes=False)
    assert first.look()["writer"]["asked"] is None


def test_lateness_is_told_by_the_clock_of_the_device(phone: Device, game: tuple[Record, list[Line]]) -> None:
    """A clock that is an hour slow makes nothing late, if the device says what it shows."""
    record, lines = game
    entry = phone.entry("append", lines=[lines[0]]) | {"at": now(3600)}
    phone.send(entry, now=now(3600))
    stored = JournalEntry.objects.get(device=phone.key)
    assert stored.made_at
    assert abs((stored.received_at - stored.made_at).total_seconds()) < 30
