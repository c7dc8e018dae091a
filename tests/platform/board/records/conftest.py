"""Records of real games: devices that send the lines of a simulated game, pages whose forms are filled in."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import lru_cache
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine.registry import GAMES
from engine.simulate import simulate_game
from engine.table.swapping import swaps_for
from engine.table.table import Table as Playing
from nabu.accounts.players.models import User
from nabu.board.records.models import JournalEntry, Record
from nabu.board.records.services import GameSpec, issue_at_table, issue_record, set_setup
from nabu.contests.matches.models import Table, Verification
from nabu.contests.results.tasks import verify_log
from tests.platform.scenario import Event, account, make_event, users

Line = dict[str, Any]


def signed_in(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@lru_cache(maxsize=16)
def played(game: str, players: int = 2, seed: int = 1) -> Playing:
    """A whole game between bots."""
    ruleset = GAMES[game].rulesets[0]
    table, _report = Playing.of_log(simulate_game(game, players, ruleset, ("random",), seed, as_people=True))
    assert table is not None
    return table


def game_to_record(user: User, game: str = "babylonia", players: int = 2, seed: int = 1) -> tuple[Record, list[Line]]:
    """A record without a table, set up like a simulated game, and the lines that are to be entered."""
    table = played(game, players, seed)
    header = table.header
    names = [f"Player {seat}" for seat in range(1, players + 1)]
    spec = GameSpec(game, header.ruleset, header.components, names, dict(header.switches))
    record = set_setup(user, issue_record(user, spec), header.setup)
    return record, chosen_lines(table)


def table_to_record(table: Table, seed: int = 1) -> tuple[Record, list[Line]]:
    """The record of a table, opened by its first player."""
    game = played(table.round.stage.tournament.game, table.seats.count(), seed)
    user = users(table)[0]
    record = set_setup(user, issue_at_table(user, table), game.header.setup)
    return record, chosen_lines(game)


def chosen_lines(table: Playing) -> list[Line]:
    """What a person enters: all but the forced moves."""
    return [move.action.to_json() for move in table.moves if not move.forced]


def draw_that_swaps(table: Playing) -> tuple[int, Line, dict[int, Line]]:
    """A past draw of Babylon, another tile in its place, and the later draws that change with it."""
    return next(
        (n, line, swaps)
        for n, move in enumerate(table.lines)
        if move.get("chance") == "uncover"
        for line in ({**move, "tile": tile} for tile in table.at(n).state.bag().left)
        if (swaps := swaps_for(table, n, line))
    )


@dataclass
class Device:
    """A device that keeps a journal and sends it."""

    client: Client
    record: Record
    key: str = "device-of-ana"
    epoch: int = 1
    seq: int = 0
    state: dict[str, Any] = field(default_factory=dict)

    def address(self, name: str, *more: object) -> str:
        return reverse(f"records:{name}", args=[self.record.public_id, *more])

    def look(self, **query: Any) -> dict[str, Any]:
        answer = self.client.get(self.address("state"), {"device": self.key, **query})
        assert answer.status_code == 200, answer.content
        self.state = answer.json()
        return self.state

    def entry(self, op: str, **more: Any) -> dict[str, Any]:
        made = {"seq": self.seq, "base": self.state["count"] if self.state else None, "op": op, "at": now(), **more}
        self.seq += 1
        return made

    def send(self, *entries: dict[str, Any], **more: Any) -> HttpResponse:
        body = {"device": self.key, "name": "Phone", "epoch": self.epoch, "entries": entries, **more}
        answer: Any = self.client.post(self.address("journal"), json.dumps(body), "application/json")
        if answer.status_code == 200:
            self.state = answer.json()
        return answer

    def do(self, op: str, **more: Any) -> dict[str, Any]:
        """One entry that is taken."""
        answer = self.send(self.entry(op, **more))
        assert answer.status_code == 200, answer.content
        return self.state

    def append(self, *lines: Line) -> dict[str, Any]:
        """Moves, each with an entry of its own, some at a time."""
        for start in range(0, len(lines), 50):
            entries = [self.entry("append", lines=[line]) | {"base": None} for line in lines[start : start + 50]]
            if start == 0:
                entries[0]["base"] = self.look(since=10**6)["count"]
            answer = self.send(*entries)
            assert answer.status_code == 200, answer.content[:500]
        return self.state

    def post(self, name: str, *arguments: object, **more: Any) -> Any:
        """What the script asks for besides the journal."""
        body = json.dumps({"device": self.key, "name": "Phone", **more})
        return self.client.post(self.address(name, *arguments), body, "application/json")


def chosen(page: str) -> dict[str, str]:
    """What is selected on a page with choices."""
    found = {}
    for name, options in re.findall(r'<select name="([^"]+)"[^>]*>(.*?)</select>', page, re.DOTALL):
        selected = re.search(r'<option value="([^"]*)" selected', options)
        assert selected, f"nothing is filled in at {name}"
        found[name] = unescape(selected[1])
    return found


def now(seconds_ago: float = 0) -> int:
    return int((time.time() - seconds_ago) * 1000)


def device(user: User, record: Record, key: str = "device-of-ana") -> Device:
    return Device(signed_in(user), record, key)


def arrived(record: Record, seconds: Sequence[float] | float = 20) -> None:
    """As if the moves of a record had arrived so many seconds after the one before, the last of them now."""
    entries = list(JournalEntry.objects.filter(record=record, branch=None).order_by("pk"))
    gaps = [seconds] * len(entries) if isinstance(seconds, (int, float)) else [0, *seconds]
    moment = timezone.now()
    for entry, gap in zip(reversed(entries), reversed(gaps), strict=False):
        entry.received_at = moment
        moment -= timedelta(seconds=gap)
    JournalEntry.objects.bulk_update(entries, ["received_at"])


def verify_all() -> None:
    """What a worker does."""
    for verification in Verification.objects.exclude(status=Verification.Status.DONE):
        verify_log(verification.pk)


@pytest.fixture
def ana(db: None) -> User:
    return account("ana")


@pytest.fixture
def event(db: None) -> Event:
    """A running tournament for two at a table, with a published round."""
    made = make_event(4, table_size=2)
    made.pair()
    return made


@pytest.fixture
def table(event: Event) -> Table:
    return Table.objects.filter(round__stage__tournament=event.tournament).order_by("number")[0]
