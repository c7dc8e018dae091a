"""An organiser's own schedule: what is refused and how, and that it is played as it stands."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.formats import get_format
from competition.invalid_config import InvalidConfig
from competition.records import RoundInput
from competition.schedules.berger import berger
from competition.schedules.own import LONGEST, read_own_schedule
from tests.cases import each
from tests.competition.english import english
from tests.competition.format_events import Event, people
from tests.profiles import examples

LEAGUE = get_format("league")
ROUND_ROBIN = get_format("round_robin")
SIX = "round,table,seat,number\n" + "".join(
    f"{number},{table},{seat},{player}\n"
    for number, tables in enumerate(["123 456", "642 315"], start=1)
    for table, players in enumerate(tables.split(), start=1)
    for seat, player in enumerate(players, start=1)
)
"""Two rounds of six players at two tables of three."""


def refused(text: str) -> str:
    with pytest.raises(InvalidConfig) as problem:
        read_own_schedule(text)
    return english(problem.value.message)


@each("separator", [",", ";", "\t", ", "])
@each("headings", [True, False])
def test_tables_are_read_with_seats_in_order(separator: str, headings: bool) -> None:
    lines = SIX.replace(",", separator).splitlines()
    rounds = (((1, 2, 3), (4, 5, 6)), ((6, 4, 2), (3, 1, 5)))
    assert read_own_schedule("\r\n".join(lines[not headings :][::-1] if not headings else lines)) == rounds


@each("text", ["", "  \n ", "\ufeff\n"])
def test_no_text_is_no_schedule(text: str) -> None:
    assert read_own_schedule(text) == ()


@each("headings", [True, False])
def test_the_mark_of_a_spreadsheet_before_the_first_line_is_nothing(headings: bool) -> None:
    lines = SIX if headings else SIX.split("\n", 1)[1]
    assert read_own_schedule("\ufeff" + lines) == read_own_schedule(SIX)


REFUSED = {
    "1,1,1,1\n1,1,2,x": "Line 2 of the schedule needs four whole numbers: round, table, seat, number of the player.",
    "1,1,1,1\n1,1,2": "Line 2 of the schedule needs four whole numbers: round, table, seat, number of the player.",
    "1,1,1,1\n1,1,2,2\n3,1,1,1\n3,1,2,2": (
        "The schedule has no round 2, but later ones. Rounds are numbered 1, 2, 3, ..."
    ),
    "1,2,1,1\n1,2,2,2": "Round 1 of the schedule has no table 1, but others after it.",
    "1,1,1,1\n1,1,3,2": "Round 1, table 1 of the schedule has no seat 2, but others after it.",
    "1,1,0,1\n1,1,1,2": "Line 1 of the schedule has a 0. Rounds, tables, seats and players are numbered from 1.",
    "round,table,seat,number\n1,0,1,1\n1,0,2,2": (
        "Line 2 of the schedule has a 0. Rounds, tables, seats and players are numbered from 1."
    ),
    "hello": "The schedule has no line with four whole numbers: round, table, seat, number of the player.",
    "round,table,seat,number\n": (
        "The schedule has no line with four whole numbers: round, table, seat, number of the player."
    ),
    ",,,": "The schedule has no line with four whole numbers: round, table, seat, number of the player.",
    "My schedule\nround,table,seat,number\n1,1,1,1\n1,1,2,2": (
        "Line 2 of the schedule needs four whole numbers: round, table, seat, number of the player."
    ),
    "1,1,1,1\n1,1,2,3": "Player 2 is missing from the schedule. Players are numbered 1, 2, 3, ... without a gap.",
    "1,1,1,1\n1,1,1,2": "Round 1, table 1 of the schedule has seat 1 twice.",
    "1,1,1,1\n1,1,2,2\n1,2,1,2\n1,2,2,3": "Round 1 of the schedule has player 2 twice.",
    "1,1,1,1\n1,1,2,1": "Round 1 of the schedule has player 1 twice.",
    "1,1,1,1": "Round 1, table 1 of the schedule has one player. Leave the line out to give a bye.",
    "101,1,1,1": "A schedule has at most 100 rounds and 1000 players.",
    "1" * (LONGEST + 1): "The schedule is longer than 50000 characters.",
}


@pytest.mark.parametrize(("text", "sentence"), REFUSED.items())
def test_what_is_wrong_is_named_with_its_place(text: str, sentence: str) -> None:
    assert refused(text) == sentence


@given(st.text(st.sampled_from('0123 ,;\t\n"x\0'), max_size=60))
@examples(60)
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(InvalidConfig):
        assert all(len(table) > 1 for tables in read_own_schedule(text) for table in tables)


def test_a_league_wants_as_many_rounds_players_and_seats_as_it_has() -> None:
    def check(config: dict[str, object], players: int, sizes: tuple[int, ...]) -> None:
        read = LEAGUE.read_config(config)
        LEAGUE.check_game(read, sizes)
        LEAGUE.check_field(read, players, sizes)

    def problem(config: dict[str, object], players: int = 6, sizes: tuple[int, ...] = (3, 4)) -> str:
        with pytest.raises(InvalidConfig) as found:
            check({"schedule": SIX, **config}, players, sizes)
        return english(found.value.message)

    assert (
        problem({"table_size": 3, "rounds": 3})
        == "Rounds in the schedule: 2. Rounds of the stage: 3. They must be equal."
    )
    assert problem({"table_size": 3, "rounds": 2}, 7) == (
        "Players in the schedule: 6. Players of the stage: 7. They must be equal."
    )
    pairs = "1,1,1,1\n1,1,2,2\n1,2,1,3\n1,2,2,4\n1,2,3,5"
    assert problem({"table_size": 3, "rounds": 1, "schedule": pairs}) == (
        "Round 1, table 1 of the schedule has 2 players. Tables of this stage have 3."
    )
    assert problem({"table_size": 3, "rounds": 2, "schedule": [1]}) == "Own schedule (CSV) must be text."


def test_a_league_plays_it_with_its_seats_and_says_so() -> None:
    event = Event("league", 6, 1, {"table_size": 3, "rounds": 2, "schedule": SIX})
    for number, tables in [(1, [(1, 2, 3), (4, 5, 6)]), (2, [(6, 4, 2), (3, 1, 5)])]:
        pairing = event.format.pair(event.read, event.field(number))
        assert [table.seats for table in pairing.tables] == tables
        assert english(pairing.notes[0]) == f"The organiser's schedule: round {number} of 2."
        event.play_round(number)


def test_a_seat_stays_empty_and_a_late_player_takes_it() -> None:
    event = Event("league", 6, 1, {"table_size": 3, "rounds": 2, "schedule": SIX})
    event.play_round(1)
    event.competitors[3] = replace(event.competitors[3], active=False)
    assert sorted(map(len, [t.seats for t in event.format.pair(event.read, event.field(2)).tables])) == [2, 3]
    event.competitors.append(replace(people(7)[6], since=2))
    pairing = event.format.pair(event.read, event.field(2))
    assert [table.seats for table in pairing.tables] == [(6, 7, 2), (3, 1, 5)]


def test_the_house_rules_pair_where_it_does_not_fit() -> None:
    """A game for three or four, and one of six has left: no table of two."""
    event = Event("league", 6, 1, {"table_size": 3, "rounds": 2, "schedule": SIX}, sizes=(3, 4))
    event.play_round(1)
    event.competitors[3] = replace(event.competitors[3], active=False)
    pairing = event.format.pair(event.read, event.field(2))
    assert sorted(len(table.seats) for table in pairing.tables) == [1, 1, 3]
    assert "note.own_schedule_left" in [note.key for note in pairing.notes]


def test_who_is_entered_before_the_first_round_has_no_number_either() -> None:
    """The schedule is for six, and there are seven: a round for the six alone would leave the seventh out of it."""
    event = Event("league", 7, 1, {"table_size": 3, "rounds": 2, "schedule": SIX})
    for number in (1, 2):
        pairing = event.format.pair(event.read, event.field(number))
        assert pairing.notes[0].key == "note.own_schedule_left"
        assert sorted(len(table.seats) for table in pairing.tables) == [2, 2, 3]
        event.play_round(number)


def test_who_is_entered_before_the_first_round_takes_the_number_of_somebody_who_left() -> None:
    event = Event("league", 7, 1, {"table_size": 3, "rounds": 2, "schedule": SIX})
    event.competitors[3] = replace(event.competitors[3], active=False)
    for number, tables in [(1, [(1, 2, 3), (7, 5, 6)]), (2, [(6, 7, 2), (3, 1, 5)])]:
        pairing = event.format.pair(event.read, event.field(number))
        assert [table.seats for table in pairing.tables] == tables
        event.play_round(number)


def test_a_forbidden_pair_never_meets() -> None:
    event = Event("league", 6, 1, {"table_size": 3, "rounds": 2, "schedule": SIX})
    field: RoundInput = replace(event.field(1), forbidden=frozenset({(1, 2)}))
    assert not any({1, 2} <= set(table.seats) for table in event.format.pair(event.read, field).tables)


def test_the_forecast_counts_repeats_byes_and_starts() -> None:
    def said(text: str, rounds: int) -> list[str]:
        config = LEAGUE.read_config({"table_size": 3, "rounds": rounds, "schedule": text})
        return [english(concern.text) for concern in LEAGUE.forecast(config, 6, (2, 3))]

    assert said(SIX, 2) == [
        "The organiser's schedule: 2 rounds for 6 players.",
        "The organiser's schedule has 2 repeated meetings.",
    ]
    again = "".join(f"{number},1,{seat},{seat}\n" for number in (1, 2) for seat in (1, 2)) + "2,2,1,3\n2,2,2,4"
    assert said(again, 2) == [
        "The organiser's schedule: 2 rounds for 4 players.",
        "The organiser's schedule has 1 repeated meeting.",
        "Byes for each player: 0 to 1.",
        "Starts for each player: 0 to 2.",
    ]


def text_of(rounds: list[list[tuple[int, int]]]) -> str:
    return "\n".join(
        f"{number},{table},{seat},{player}"
        for number, games in enumerate(rounds, start=1)
        for table, game in enumerate(games, start=1)
        for seat, player in enumerate(game, start=1)
    )


@each("players", [5, 6])
def test_a_round_robin_plays_the_games_of_its_schedule(players: int) -> None:
    """The Berger tables from the last round to the first, with the seats exchanged; with five somebody rests."""
    rounds = [[(two, one) for one, two in games if max(one, two) <= players] for games in berger(players)][::-1]
    event = Event("round_robin", players, 1, {"schedule": text_of(rounds)})
    assert event.last_round() == 5
    for number, games in enumerate(rounds, start=1):
        tables = event.format.pair(event.read, event.field(number)).tables
        assert [table.seats for table in tables if not table.is_bye] == games
        assert len(tables) == 3
        event.play_round(number)
    assert len(event.ranking()) == players


@each("key", ["league", "round_robin"])
def test_numbers_stay_where_they_are_when_somebody_leaves_before_the_first_round(key: str) -> None:
    rounds = [[(1, 2), (3, 4)], [(1, 3), (2, 4)], [(1, 4), (2, 3)]]
    settings = {"table_size": 2, "rounds": 3} if key == "league" else {}
    event = Event(key, 4, 1, {"schedule": text_of(rounds), **settings})
    event.competitors[0] = replace(event.competitors[0], active=False)
    for number, tables in enumerate([{(2,), (3, 4)}, {(3,), (2, 4)}, {(4,), (2, 3)}], start=1):
        assert {table.seats for table in event.format.pair(event.read, event.field(number)).tables} == tables
        event.play_round(number)
    assert event.last_round() == 3


def test_in_a_round_robin_everybody_meets_everybody() -> None:
    def problem(config: dict[str, object]) -> str:
        with pytest.raises(InvalidConfig) as found:
            ROUND_ROBIN.read_config(config)
        return english(found.value.message)

    four = [list(games) for games in berger(4)]
    assert problem({"schedule": text_of(four[:2])}) == (
        "Meetings of players 1 and 3 in the schedule: 0. This round robin needs 1."
    )
    assert problem({"schedule": text_of(four), "groups": 2}) == (
        "A schedule of your own is for a round robin in one group."
    )
    assert "has 3 players" in problem({"schedule": SIX})
    assert ROUND_ROBIN.read_config({"schedule": text_of(four * 2), "twice": True}).rounds(4) == 6
