"""Whole games of each kind, sent move by move, come out as logs that the engine verifies."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from engine.log.replay import replay
from engine.registry import GAMES
from nabu.accounts.players.models import User
from nabu.board.records.models import Record
from nabu.contests.matches.models import Table
from nabu.contests.matches.proof import Proof, proof_of
from tests.platform.board.records.conftest import (
    arrived,
    device,
    game_to_record,
    signed_in,
    table_to_record,
    verify_all,
)
from tests.platform.scenario import Event, agree, make_event, users
from tests.profiles import LONG

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", GAMES if LONG else ["ishtar"])
def test_a_game_without_a_table_is_recorded_and_verified(ana: User, game: str, tmp_path: Path) -> None:
    record, lines = game_to_record(ana, game, 2)
    phone = device(ana, record)
    state = phone.append(*lines)
    assert state["over"]
    assert state["status"] == "finished"
    answer = phone.client.post(phone.address("finish"))
    record.refresh_from_db()
    assert record.status == Record.Status.SENT
    assert answer.status_code == 302
    assert record.submission
    content = bytes(record.submission.log.content)
    assert replay(content).verdict == "verified"
    file = tmp_path / "game.jsonl"
    file.write_bytes(content)
    done = subprocess.run(
        [sys.executable, "-m", "engine", "verify", str(file)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("game", GAMES)
def test_a_game_recorded_at_its_table_has_the_level_recorded(db: None, game: str) -> None:
    event = make_event(2, table_size=2, game=game, ruleset=GAMES[game].rulesets[0])
    event.pair()
    table = Table.objects.get(round__stage__tournament=event.tournament)
    record, lines = table_to_record(table)
    phone = device(users(table)[0], record)
    phone.append(*lines)
    arrived(record)
    phone.client.post(phone.address("finish"))
    verify_all()
    table.refresh_from_db()
    assert table.status == Table.Status.REPORTED
    found = agree(table)
    assert found.log
    assert replay(bytes(found.log.content)).verdict == "verified"
    assert found.recorded
    assert found.recorded["moves"] == phone.state["count"]
    assert found.recorded["live"] == found.recorded["entered"] == len(lines)
    assert proof_of(found) == Proof.RECORDED
    page = signed_in(None).get(f"/tables/{table.pk}/").content.decode()
    assert "recorded" in page


def test_the_page_of_a_record_works_after_each_kind_of_move(event: Event, table: Table) -> None:
    record, lines = table_to_record(table)
    phone = device(users(table)[0], record)
    phone.append(*lines[:30])
    assert phone.client.get(phone.address("record")).status_code == 200
    assert phone.client.get(phone.address("log")).content.count(b"\n") == phone.state["count"] + 1
