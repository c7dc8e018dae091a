"""An event that is played through: rounds, results, standings, its JSON, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.event import Event
from competition.formats import get_format
from competition.invalid_config import InvalidConfig, InvalidInput
from competition.records import Competitor, PairedTable, RoundInput, SeatRecord, TableRecord
from competition.standings import standings
from tests.cases import each
from tests.competition.pairing_events import competitors
from tests.profiles import examples

NAMES = ["Ana", "Ben", "Cem", "Dia", "Eva"]
TWO: dict[str, Any] = {"table_size": 2, "rounds": 3}


SCHEDULE_OF_FOUR = "".join(
    f"{number},{table},{seat},{player}\n"
    for number, tables in enumerate(["14 23", "43 12", "24 31"], start=1)
    for table, players in enumerate(tables.split(), start=1)
    for seat, player in enumerate(players, start=1)
)


def swiss(names: list[str] = NAMES, **more: Any) -> Event:
    return Event(names, "swiss", TWO, lot="cup", **more)


def play_round(event: Event, rng: Random | None = None) -> None:
    """The better seed wins, or whoever is drawn."""
    for table in event.next_round().tables:
        if not table.is_bye:
            order = rng.sample(table.seats, len(table.seats)) if rng else sorted(table.seats)
            event.record({player: place for place, player in enumerate(order, start=1)})


def test_a_swiss_of_five_by_hand() -> None:
    event = swiss()
    first = event.next_round()
    assert [set(table.seats) for table in first.tables] == [{1, 3}, {2, 4}, {5}]
    assert event.round == 1
    assert [len(table.seats) for table in event.open_tables] == [2, 2]
    event.record({1: 1, 3: 2})
    event.record(scores={2: 31, 4: 31})
    assert not event.open_tables
    points = {line.competitor.name: line.points for line in event.standings()}
    assert points == {"Ana": 6, "Eva": 6, "Ben": 3, "Dia": 3, "Cem": 0}, "Eva has had a bye"
    event.record(scores={2: 31, 4: 40})
    assert {line.competitor.name: line.points for line in event.standings()}["Dia"] == 6, "the later result counts"


def test_who_did_not_come_has_no_points_and_no_game() -> None:
    event = swiss(NAMES[:4])
    event.next_round()
    event.record({1: 1, 3: 2}, absent=[3])
    event.record(scores={2: 0, 4: 0}, absent=[2, 4])
    lines = {line.competitor.name: line for line in event.standings()}
    assert [lines[name].points for name in NAMES[:4]] == [6, 0, 0, 0]
    assert [lines[name].games for name in NAMES[:4]] == [0, 0, 0, 0]


def test_byes_that_were_asked_for_drops_and_late_entries() -> None:
    event = swiss()
    rested = event.next_round(resting=[2]).tables
    assert [table.seats for table in rested if table.requested] == [(2,)]
    for table in event.open_tables:
        event.record({seat.competitor: place for place, seat in enumerate(table.seats, start=1)})
    event.drop(5)
    late = event.add("Fin", rating=1900)
    assert (late.id, late.seed, late.since, late.rating) == (6, 6, 2, 1900)
    seated = {player for table in event.next_round().tables for player in table.seats}
    assert seated == {1, 2, 3, 4, 6}
    bracket = Event(NAMES, "single_elimination")
    bracket.next_round()
    with pytest.raises(InvalidInput, match="Single elimination takes no players after the start"):
        bracket.add("Fin")


def test_who_is_added_before_the_first_round_plays_like_everybody() -> None:
    event = Event(competitors(5), "round_robin", {"groups": 2})
    added = event.add("Fin")
    assert (added.seed, added.group, added.since) == (6, 2, 1)
    # A snake: 1, 4, 5 and 2, 3, 6.
    assert [c.group for c in event.competitors] == [1, 2, 2, 1, 1, 2]
    while not event.is_over:
        play_round(event)
    assert {line.competitor.name: (line.place, line.games) for line in event.standings()}["Fin"] == (3, 2)
    rated = Event(competitors(3), "swiss", TWO | {"seeding": "rating"})
    assert rated.add("Fin", strength=3000.0).seed == 1


@each(
    ("players", "key", "settings"),
    [(3, "single_elimination", {"table_size": 3}), (4, "round_robin", {"schedule": SCHEDULE_OF_FOUR})],
)
def test_nobody_is_added_before_the_first_round_whom_the_stage_has_no_room_for(
    players: int, key: str, settings: dict[str, Any]
) -> None:
    event = Event(NAMES[:players], key, settings)
    with pytest.raises(InvalidConfig):
        event.add("Fin")
    assert len(event.competitors) == players


def test_seeds_and_groups_follow_the_settings() -> None:
    people = [Competitor(40 + at, name, at, strength=1500 + 10 * at) for at, name in enumerate(NAMES[:4], start=1)]
    event = Event(people, "round_robin", {"seeding": "rating", "groups": 2})
    assert [(c.id, c.seed, c.group) for c in event.competitors] == [(44, 1, 1), (43, 2, 2), (42, 3, 2), (41, 4, 1)]


def test_forbidden_pairs_never_meet() -> None:
    event = swiss(NAMES[:4], forbidden=[(3, 1)])
    assert all(set(table.seats) != {1, 3} for table in event.next_round().tables)


def test_a_match_of_several_games_is_recorded_by_games_won() -> None:
    event = Event(NAMES[:4], "single_elimination", {"best_of": 3})
    event.next_round()
    for won in ({1: 3, 4: 0}, {1: 3, 4: 1}, {1: 2, 4: -1}):
        with pytest.raises(InvalidInput, match="play best of 3: the scores are the games won"):
            event.record(scores=won)
    table = event.record(scores={1: 2, 4: 1})
    assert (table.games, [seat.place for seat in table.seats if seat.competitor == 1]) == (3, [1])


@each(
    ("players", "most", "won", "places"),
    [
        # At two seats: until one cannot be caught.
        (2, 3, (1, 0), None),
        (2, 3, (0, 0), None),
        (2, 3, (1, 1), None),
        (2, 5, (2, 0), None),
        (2, 5, (2, 1), None),
        (2, 3, (2, 0), (1, 2)),
        (2, 5, (3, 2), (1, 2)),
        # At more, equals are ranked by the places in their games, so games won alone do not tell.
        (3, 3, (3, 0, 0), None),
        (3, 3, (1, 1, 1), None),
        (4, 3, (2, 1, 0, 0), None),
        (3, 5, (2, 1, 0), None),
        (3, 3, (2, 1, 0), (1, 2, 3)),
        (4, 7, (4, 2, 1, 0), (1, 2, 3, 4)),
    ],
)
def test_games_won_are_a_result_where_they_settle_every_place(
    players: int, most: int, won: tuple[int, ...], places: tuple[int, ...] | None
) -> None:
    event = Event(NAMES[:players], "swiss", {"table_size": players, "rounds": 1, "best_of": most})
    event.next_round()
    people = range(1, players + 1)
    scores = dict(zip(people, won, strict=True))
    if places is None:
        with pytest.raises(InvalidInput, match="the games won do not settle their places"):
            event.record(scores=scores)
        assert event.open_tables
        # With the places it is one: games that nobody has won, or the sums of places, have decided.
        places = tuple(people)
        event.record(dict(zip(people, places, strict=True)), scores=scores)
    else:
        event.record(scores=scores)
    assert {seat.competitor: seat.place for seat in event.tables[0].seats} == dict(zip(people, places, strict=True))


def test_a_match_to_which_somebody_did_not_come_needs_no_games() -> None:
    event = Event(NAMES[:2], "swiss", {"table_size": 2, "rounds": 1, "best_of": 3})
    event.next_round()
    event.record(scores={1: 0, 2: 0}, absent=[2])
    assert [(line.competitor.name, line.points) for line in event.standings()] == [("Ana", 6), ("Ben", 0)]


def test_a_match_of_three_counts_all_its_games() -> None:
    event = Event(NAMES[:3], "single_elimination", {"table_size": 3, "best_of": 3})
    event.next_round()
    table = event.record({1: 1, 2: 2, 3: 3}, scores={1: 3, 2: 0, 3: 0})
    assert (table.games, event.is_over) == (3, True)


def test_an_event_goes_on_from_the_seats_of_the_stage_before() -> None:
    groups = Event(NAMES[:2], "round_robin")
    groups.next_round()
    first = groups.record({1: 1, 2: 2})
    for event in (
        final := Event(NAMES[:2], "single_elimination", earlier=groups.tables),
        Event.from_json(final.to_json()),
    ):
        (table,) = event.next_round().tables
        assert table.seats == tuple(seat.competitor for seat in first.seats)[::-1]


@given(
    st.sampled_from(["swiss", "league", "round_robin", "single_elimination", "double_elimination", "ladder"]),
    st.integers(4, 11),
    st.integers(0, 999),
)
@examples(30)
def test_json_says_all_of_an_event(key: str, players: int, seed: int) -> None:
    """At any moment, also in the middle of a round: what is read goes on like the one that was written."""
    rng = Random(seed)
    event = Event([f"P{number}" for number in range(1, players + 1)], key, {}, lot=str(seed), discouraged=[(1, 2)])
    for _round in range(rng.randint(0, 3)):
        if not event.is_over:
            play_round(event, rng)
    if event.tables and event.format.accepts_late:
        event.add("late", club="Ur", penalty=rng.choice([Decimal("0.5"), Fraction(1, 3), 2]))
        event.drop(1)
    if not event.is_over:
        event.next_round()
    again = Event.from_json(json.loads(json.dumps(event.to_json())))
    assert (again.tables, again.competitors) == (event.tables, event.competitors)
    assert again.to_json() == event.to_json()
    for one in (event, again):
        for table in one.open_tables:
            one.record({seat.competitor: place for place, seat in enumerate(table.seats, start=1)})
    assert [line.competitor for line in again.standings()] == [line.competitor for line in event.standings()]
    if not event.is_over:
        assert again.next_round() == event.next_round()


def started() -> Event:
    event = swiss()
    event.next_round()
    return event


def full_round() -> Event:
    event = swiss(NAMES[:4])
    for _round in range(3):
        play_round(event)
    return event


@each(
    ("do", "said"),
    [
        (lambda: swiss([]), "There are not enough players for a single table."),
        (lambda: Event(competitors(3) + competitors(1), "swiss", TWO), "Several players have the number 101: give"),
        (lambda: swiss(forbidden=[(1, 99)]), "No player has the number 99: add the player or correct the number."),
        (lambda: swiss(forbidden=[(1, 1)]), "Ana is paired with nobody else: a pair has two different players."),
        (lambda: Event([1, 2], "swiss", TWO), "A player is a name or a competitor"),
        (lambda: swiss().add(7), "A player is a name or a competitor"),
        (lambda: swiss().start_round([PairedTable((1, 2, 3, 4, 5))]), "cannot be played at tables of 5"),
        (lambda: started().record([1, 2]), "give one of the two"),
        (lambda: swiss().next_round(resting=[99]), "No player has the number 99"),
        (lambda: swiss().drop(99), "No player has the number 99"),
        (lambda: swiss().record({1: 1, 3: 2}), "Ana sits at no table of round 0."),
        (lambda: started().next_round(), "Round 1 has no result of Cem and Ana yet: record it first."),
        (lambda: full_round().next_round(), "The event is over after round 3"),
        (lambda: started().record({99: 1, 3: 2}), "No player has the number 99"),
        (lambda: started().record({}), "give one of the two"),
        (lambda: started().record({1: 1, 2: 2}), "names everybody at the table and nobody else: here Cem and Ana."),
        (lambda: started().record({5: 1}), "Eva sits at no table of round 1."),
        (lambda: started().record({1: 1, 3: 3}), "The places 3 and 1 of Cem and Ana do not fit"),
        (lambda: started().record({1: 0, 3: 1}), "The places 1 and 0 of Cem and Ana do not fit"),
        (lambda: started().record(scores={1: 10.5, 3: 2}), "Places and scores are whole numbers"),
        (lambda: started().record({1: 1, 3: 2}, absent=[1]), "whoever did not come is last"),
        (lambda: started().record({1: 1, 3: 2}, absent=[2]), "Ben does not sit at this table"),
        (lambda: Event.from_json({}), "This is no event, or one of another version: version 1 is read."),
        (lambda: Event.from_json({"version": 1}), "The event has no “players”."),
        (lambda: Event.from_json(swiss().to_json() | {"players": [{"id": "1", "seed": 1, "name": "A"}]}), "player '1'"),
        (lambda: Event.from_json(swiss().to_json() | {"rounds": [[]]}), "Round 1 has no tables"),
        (lambda: Event.from_json(swiss().to_json() | {"rounds": [[{"seats": [1, 1]}]]}), "Ana sits twice in round 1"),
        (
            lambda: Event.from_json(swiss().to_json() | {"rounds": [[{"seats": [1, 99]}]]}),
            "No player has the number 99",
        ),
        (
            lambda: Event.from_json(swiss().to_json() | {"rounds": [[{"seats": []}]]}),
            "A table of round 1 has no players",
        ),
    ],
)
def test_bad_input_to_an_event_is_a_sentence(do: Callable[[], object], said: str) -> None:
    with pytest.raises(InvalidConfig) as refused:
        do()
    assert said in str(refused.value)


@each(
    ("name", "value"),
    [
        ("id", True),
        ("seed", "1"),
        ("name", 7),
        ("since", 1.0),
        ("active", "no"),
        ("active", 0),
        ("advanced", None),
        ("disqualified", "yes"),
        ("group", "q"),
        ("rating", "x"),
        ("rating", 1500.5),
        ("strength", "x"),
        ("fixed_table", "x"),
        ("club", 3),
        ("penalty", 0.1),
        ("penalty", "much"),
        ("nickname", "A"),
    ],
)
def test_no_value_of_a_player_in_json_is_of_another_kind(name: str, value: object) -> None:
    data = swiss().to_json()
    players = [data["players"][0] | {name: value}, *data["players"][1:]]
    with pytest.raises(InvalidInput, match="The event cannot be read: "):
        Event.from_json(data | {"players": players})


@each("wrong", [{"slot": "x"}, {"slot": True}, {"requested": "no"}])
def test_no_value_of_a_table_in_json_is_of_another_kind(wrong: dict[str, object]) -> None:
    data = swiss().to_json()
    with pytest.raises(InvalidInput, match="The event cannot be read: round 1: "):
        Event.from_json(data | {"rounds": [[{"seats": [1, 2]} | wrong]]})
    with pytest.raises(InvalidInput, match="The event cannot be read: earlier: round '1'"):
        Event.from_json(data | {"earlier": [{"round": "1", "seats": [1, 2]}]})


def test_a_tie_in_a_bracket_is_refused() -> None:
    event = Event(NAMES[:4], "single_elimination")
    event.next_round()
    with pytest.raises(InvalidInput, match="does not say who advances: break the tie"):
        event.record({1: 1, 4: 1})


def game(number: int, *players: int, points: Any = Decimal(6)) -> TableRecord:
    seats = (SeatRecord(player, 10, place, points) for place, player in enumerate(players, start=1))
    return TableRecord(number, tuple(seats))


EVERY_FORMAT = [
    "swiss",
    "league",
    "round_robin",
    "single_elimination",
    "double_elimination",
    "pod_elimination",
    "ladder",
]
FOUR = competitors(4)
FIRST = (game(1, 101, 102), game(1, 103, 104))


@each(
    ("people", "tables", "number", "said"),
    [
        (FOUR, (game(1, 101, 102), game(1, 103, 99)), 2, "No player has the number 99"),
        ((*FOUR, FOUR[0]), FIRST, 2, "Several players have the number 101"),
        (FOUR, (game(1, 101, 102, points=0.1), FIRST[1]), 2, "The points 0.1 of P1 are not exact"),
        ((replace(FOUR[0], penalty=0.5), *FOUR[1:]), FIRST, 2, "The points 0.5 of P1 are not exact"),
        (FOUR, (FIRST[0], game(1, 101, 104)), 2, "P1 sits twice in round 1: keep one of the two seats."),
        (FOUR, (game(1, 101, 101),), 2, "P1 sits twice in round 1"),
        (FOUR, (*FIRST, TableRecord(1, ())), 2, "A table of round 1 has no players: remove it."),
        (FOUR, (game(0, 101, 102),), 1, "There is no round 0: rounds count from 1."),
        (FOUR, (game(-1, 101, 102),), 1, "There is no round -1"),
        (FOUR, (), 0, "There is no round 0"),
        (FOUR, FIRST, 1, "Round 1 is to be paired, but there are tables of round 1"),
    ],
)
def test_no_format_pairs_what_makes_no_sense(
    people: tuple[Competitor, ...], tables: tuple[TableRecord, ...], number: int, said: str
) -> None:
    for key in EVERY_FORMAT:
        fmt = get_format(key)
        config = fmt.read_config({})
        with pytest.raises(InvalidInput) as refused:
            fmt.pair(config, RoundInput(people, tables, number, (2, 3, 4), "lot"))
        assert said in str(refused.value), key


@each(
    ("tables", "number", "said"),
    [
        (FIRST, 3, "Round 3 needs all earlier rounds, but round 2 has no tables: add them."),
        ((game(2, 101, 102),), 3, "but round 1 has no tables"),
    ],
)
def test_a_round_that_nobody_played_ends_only_an_elimination(
    tables: tuple[TableRecord, ...], number: int, said: str
) -> None:
    for key in EVERY_FORMAT:
        fmt = get_format(key)
        field = RoundInput(FOUR, tables, number, (2, 3, 4), "lot")
        if fmt.is_bracket:
            with pytest.raises(InvalidInput, match=said):
                fmt.pair(fmt.read_config({}), field)
        else:
            seated = [player for table in fmt.pair(fmt.read_config({}), field).tables for player in table.seats]
            assert sorted(seated) == [101, 102, 103, 104], key


@each("pairing", ["house", "dutch"])
def test_a_swiss_goes_on_after_a_round_that_nobody_played(pairing: str) -> None:
    fmt = get_format("swiss")
    config = fmt.read_config({"table_size": 2, "pairing": pairing})
    tables = fmt.pair(config, RoundInput(FOUR, FIRST, 3, (2,), "lot")).tables
    met = {frozenset(table.seats) for table in tables}
    assert met in ({frozenset({101, 103}), frozenset({102, 104})}, {frozenset({101, 104}), frozenset({102, 103})})


@each(
    ("people", "tables", "said"),
    [
        (FOUR, (game(1, 101, 102), game(1, 103, 99)), "No player has the number 99"),
        ((*FOUR, FOUR[0]), FIRST, "Several players have the number 101"),
        (FOUR, (game(1, 101, 102, points=0.1), FIRST[1]), "are not exact"),
        (FOUR, (FIRST[0], game(1, 101, 104)), "P1 sits twice in round 1"),
        (FOUR, (*FIRST, TableRecord(1, ())), "A table of round 1 has no players"),
        (FOUR, (game(0, 101, 102),), "There is no round 0"),
    ],
)
def test_no_format_ranks_what_makes_no_sense(
    people: tuple[Competitor, ...], tables: tuple[TableRecord, ...], said: str
) -> None:
    for key in EVERY_FORMAT:
        fmt = get_format(key)
        with pytest.raises(InvalidInput) as refused:
            fmt.ranking(fmt.read_config({}), people, tables, "lot")
        assert said in str(refused.value), key


@pytest.mark.parametrize("key", ["swiss", "league", "round_robin"])
def test_a_result_without_points_is_refused_where_points_rank(key: str) -> None:
    fmt = get_format(key)
    config = fmt.read_config({})
    tables = (game(1, 101, 102, points=None), FIRST[1])
    said = "The result of P1 in round 1 has no points: set them, or mark the table as not confirmed."
    with pytest.raises(InvalidInput, match=said):
        fmt.ranking(config, FOUR, tables, "lot")
    if key != "round_robin":
        with pytest.raises(InvalidInput, match=said):
            fmt.pair(config, RoundInput(FOUR, tables, 2, (2, 3, 4), "lot"))


@pytest.mark.parametrize("key", ["swiss", "league", "round_robin"])
def test_points_for_places_that_are_none(key: str) -> None:
    fmt = get_format(key)
    config = fmt.read_config({})
    with pytest.raises(InvalidInput, match="There are no points for a table of 5"):
        fmt.points(config, [1, 2, 3, 4, 5])
    with pytest.raises(InvalidInput, match="The places 1 and 3 do not fit"):
        fmt.points(config, [1, 3])


def test_an_unknown_tie_break() -> None:
    with pytest.raises(InvalidInput, match="unheard_of"):
        standings(FOUR, FIRST, ["unheard_of"])


def test_nobody_explains_a_table_with_a_stranger() -> None:
    for key in EVERY_FORMAT:
        fmt = get_format(key)
        with pytest.raises(InvalidInput, match="No player has the number 99"):
            fmt.reasons(fmt.read_config({}), RoundInput(FOUR, FIRST, 2, (2, 3, 4), "lot"), [PairedTable((101, 99))])
