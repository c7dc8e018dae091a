"""A script is not a game: what counts as recorded is measured by when the site received each move."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import accumulate
from random import Random
from typing import Any

import pytest
from django.urls import reverse

from engine.registry import GAMES
from nabu.accounts.players.models import User
from nabu.board.records.facts import recorded_facts
from nabu.board.records.models import JournalEntry, Record
from nabu.board.records.pace import least_seconds, pace_of
from nabu.board.records.playing import recording_of
from nabu.board.records.services import issue_at_table, set_setup
from nabu.contests.matches.models import ResultReport, Table
from nabu.contests.matches.proof import Proof, proof_of
from nabu.contests.matches.rated_games import is_proven_enough
from nabu.contests.matches.recorded import recorded_in_words
from nabu.contests.matches.slips import serials, slip_token
from nabu.contests.results import services as results
from nabu.contests.tournaments.models import Tournament
from tests.cases import each
from tests.platform.board.records.conftest import (
    Device,
    Line,
    arrived,
    chosen_lines,
    device,
    now,
    played,
    signed_in,
    table_to_record,
    verify_all,
)
from tests.platform.scenario import Event, agree, users

BEGUN = datetime(2026, 11, 21, 15, tzinfo=UTC)


def at(*gaps: float) -> list[datetime]:
    """Moments with so many seconds between them."""
    return [BEGUN + timedelta(seconds=seconds) for seconds in accumulate(gaps, initial=0)]


@each(
    ("gaps", "live", "seconds", "playing"),
    [
        ([20] * 9, 10, 180, 180),
        ([0] * 9, 1, 0, 0),
        ([0.015] * 9, 1, 0.135, 0.135),
        ([20] * 4 + [600] + [0] * 4 + [20], 7, 700, 160),
        ([20] * 4 + [3600] + [20] * 4, 10, 3760, 220),
    ],
)
def test_moves_that_arrive_together_count_as_one_live_move(
    gaps: list[float], live: int, seconds: float, playing: float
) -> None:
    pace = pace_of(at(*gaps))
    assert (pace.entered, pace.live) == (len(gaps) + 1, live)
    assert (pace.seconds, pace.playing_seconds) == (pytest.approx(seconds), pytest.approx(playing))


@each("game", GAMES)
def test_each_game_says_how_fast_people_can_play_it(game: str) -> None:
    least = [least_seconds(game, players, 0) for players in GAMES[game].player_counts]
    assert least == sorted(least)
    assert least[0] >= 300
    assert least_seconds(game, 2, 10_000) > least[0]


@pytest.mark.django_db
def test_what_a_record_proves_follows_from_when_its_moves_arrived(table: Table) -> None:
    record, lines = table_to_record(table)
    device(users(table)[0], record).append(*lines)
    entries = JournalEntry.objects.filter(record=record).count()
    third = entries // 3
    stretches: dict[str, tuple[list[float] | float, str | None]] = {
        "people": (20, None),
        "a script that posts move by move": (1.1, "pace"),
        "a script that waits an hour in the middle": ([1.1] * third + [3600] + [1.1] * entries, "pace"),
        "people who have dinner": ([20] * third + [3600] + [20] * entries, None),
        "under a third of it offline": ([20] * third + [900] + [0] * (third - 3) + [20] * entries, None),
        "over a third of it offline": ([20] * third + [900] + [0] * (third + 3) + [20] * entries, "live"),
        "all of it offline": (0, "live"),
    }
    for name, (gaps, shortfall) in stretches.items():
        arrived(record, gaps if isinstance(gaps, (int, float)) else gaps[: entries - 1])
        facts = recorded_facts(recording_of(Record.objects.get()))
        assert facts is not None
        assert facts.get("shortfall") == shortfall, name


@pytest.mark.django_db
def test_a_script_of_the_organiser_is_not_recorded_however_its_clock_is_set(event: Event, table: Table) -> None:
    """Two guests who know nothing, a game made up in a second, and a device that says it took an hour."""
    Tournament.objects.update(ratings_need="recorded")
    record, lines = made_up(event.organiser, table)
    phone = device(event.organiser, record)
    forge(phone, lines)
    phone.client.post(phone.address("finish"))
    verify_all()
    table.refresh_from_db()
    assert table.status == Table.Status.CONFIRMED
    assert proof_of(table) == Proof.REPLAYED
    assert not is_proven_enough(table)
    assert table.recorded
    assert table.recorded["shortfall"] == "live"
    page = signed_in(None).get(reverse("table:page", args=[table.pk])).content.decode()
    assert f"{table.recorded['moves']} moves, 1% live." in " ".join(page.split())
    assert "Counts as replayed, not recorded: Fewer than two thirds of the moves arrived live." in page


@pytest.mark.django_db
def test_a_script_of_a_player_and_a_tap_of_the_opponent_are_not_recorded(table: Table) -> None:
    record, lines = table_to_record(table)
    phone = device(users(table)[0], record)
    phone.append(*lines)
    arrived(record, 1)
    assert "arrived faster than people play" in phone.look()["worth"]
    assert 'data-proof="/proof/"' in phone.client.get(phone.address("record")).content.decode()
    phone.client.post(phone.address("finish"))
    verify_all()
    found = agree(table)
    assert proof_of(found) == Proof.REPLAYED
    assert "People need at least 6 minutes." in recorded_in_words(found.recorded)


@pytest.mark.django_db
def test_a_game_that_nobody_seated_confirmed_is_not_recorded(event: Event, table: Table) -> None:
    """At the pace of people: only who confirms it makes the difference. And beside it, what was dealt again."""
    user, game = users(table)[0], played("babylonia")
    record = issue_at_table(user, table)
    phone = device(user, record)
    phone.client.post(phone.address("setup"), {"deal": "1"})
    phone.client.post(phone.address("setup"), {"deal": "1"})
    set_setup(user, record, game.header.setup)
    lines = chosen_lines(game)
    drawn = next(number for number, line in enumerate(lines) if "chance" in line)
    phone.append(*lines[: drawn + 1])
    phone.do("undo_to", n=phone.state["count"] - 1)
    tokens = list(reversed(lines[drawn]["tokens"]))
    other = next(one for one in draws_instead(record) if one["tokens"] not in (lines[drawn]["tokens"], tokens))
    phone.do("append", lines=[other])
    phone.do("replace", n=phone.state["count"] - 1, lines=[lines[drawn]])
    phone.append(*lines[drawn + 1 :])
    arrived(record)
    phone.client.post(phone.address("finish"))
    verify_all()
    results.confirm_report(event.organiser, ResultReport.objects.get())
    table.refresh_from_db()
    assert proof_of(table) == Proof.REPLAYED
    visitor = signed_in(None)
    for address in (reverse("table:page", args=[table.pk]), reverse("table:replay", args=[table.log.sha256])):  # type: ignore[union-attr]
        page = visitor.get(address).content.decode()
        assert "The site dealt the setup 2 times. 2 draws were taken back." in page
        assert "No other player of the table confirmed the result." in page
    told = visitor.get(f"/api/v1/tables/{table.pk}/").json()["recorded"]
    assert (told["setups_dealt"], told["draws_taken_back"], told["shortfall"]) == (2, 2, "unseated")
    assert told["live"] == told["entered"] == len(lines)
    rows = visitor.get(reverse("tournaments:export_csv", args=[event.tournament.pk, "results"])).content.decode()
    assert ",unseated" in rows


@pytest.mark.django_db
def test_who_is_asked_to_confirm_sees_that_draws_were_dealt_again(table: Table) -> None:
    """Before the answer, on the table's page and on its slip; and whoever looks at its logs sees it."""
    record, lines = table_to_record(table)
    phone = device(users(table)[0], record)
    drawn = next(number for number, line in enumerate(lines) if "chance" in line)
    phone.look(since=10**6)
    phone.append(*lines[:drawn])
    suits = {
        (*line["tokens"],): line for line in draws_instead(record) if set(line["tokens"]) != {*lines[drawn]["tokens"]}
    }
    for line in list(suits.values())[:3]:
        phone.do("append", lines=[line])
        phone.do("undo_to", n=phone.state["count"] - 1)
    phone.append(*lines[drawn:])
    arrived(record)
    phone.client.post(phone.address("finish"))
    verify_all()
    slip = reverse("table:slip", args=[slip_token(table, serials([table])[table.pk])])
    for client, address in (
        (signed_in(users(table)[1]), reverse("table:page", args=[table.pk])),
        (signed_in(None), slip),
        (signed_in(None), reverse("table:submission", args=[table.submissions.get().pk])),
    ):
        page = client.get(address).content.decode()
        assert "3 draws were taken back." in page, address


@pytest.mark.django_db
def test_an_abandoned_record_was_dealt_too(table: Table) -> None:
    record, lines = table_to_record(table)
    phone = device(users(table)[0], record)
    phone.append(*lines[:12])
    phone.client.post(phone.address("abandon"))
    phone = device(users(table)[0], issue_at_table(users(table)[0], table))
    for _deal in range(2):
        phone.client.post(phone.address("setup"), {"deal": "1"})
    phone.client.post(phone.address("abandon"))
    record, lines = table_to_record(table)
    device(users(table)[0], record).append(*lines[:12])
    facts = recorded_facts(recording_of(Record.objects.latest("pk")))
    assert facts is not None
    assert facts["setups_dealt"] == 2
    assert facts["draws_taken_back"] == sum("chance" in line for line in lines[:12]) > 0


@pytest.mark.django_db
def test_games_from_before_the_pace_was_measured_keep_their_level(table: Table) -> None:
    """What was rated then stays rated: nothing changes in an event that is over."""
    old = {"moves": 111, "late": 0}
    old_table = Table(status="confirmed", basis="report", log_id=1, recorded=old)
    assert proof_of(old_table) == Proof.RECORDED
    assert recorded_in_words(old) == "Recorded with 111 moves, before the pace was measured."


def made_up(user: User, table: Table) -> tuple[Record, list[Line]]:
    """The record of a table, opened by somebody who does not sit there."""
    game = played("babylonia")
    return set_setup(user, issue_at_table(user, table), game.header.setup), chosen_lines(game)


def forge(phone: Device, lines: list[Line]) -> None:
    """All moves at once, each with a time of its own an hour ago and later."""
    for start in range(0, len(lines), 100):
        entries = [phone.entry("append", lines=[line]) | {"base": None} for line in lines[start : start + 100]]
        if start == 0:
            entries[0]["base"] = phone.look(since=10**6)["count"]
        for number, entry in enumerate(entries, start):
            entry["at"] = now(3600 - 30 * number)
        assert phone.send(*entries, now=now()).status_code == 200


def draws_instead(record: Record) -> list[dict[str, Any]]:
    """Other draws that could come now."""
    state = recording_of(Record.objects.get(pk=record.pk)).game.state
    return [dict(state.draw(Random(number)).to_json()) for number in range(20)]
