"""Round robin: the published Berger tables, groups, who goes on, who leaves."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from decimal import Decimal
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.brackets.crossing import cross_groups
from competition.brackets.seeding import meeting_rounds, snake
from competition.formats import get_format
from competition.invalid_config import InvalidConfig
from competition.records import PairedTable
from competition.schedules.berger import berger, double_berger
from tests.cases import each
from tests.competition.english import english, sentences
from tests.competition.format_events import Event
from tests.profiles import examples

# FIDE Handbook C.05, annex 1.
PUBLISHED = {
    4: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    6: ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
    8: [
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ],
}


@pytest.mark.parametrize("players", PUBLISHED)
def test_the_published_tables(players: int) -> None:
    assert [" ".join(f"{one}-{other}" for one, other in games) for games in berger(players)] == PUBLISHED[players]


@each("players", range(2, 21))
def test_everybody_meets_everybody_with_balanced_seats(players: int) -> None:
    games = [game for games in berger(players) for game in games if max(game) <= players]
    assert sorted(tuple(sorted(game)) for game in games) == list(combinations(range(1, players + 1), 2))
    firsts = Counter(one for one, _other in games)
    starts = [firsts[player] for player in range(1, players + 1)]
    assert max(starts) - min(starts) == (players + 1) % 2
    assert all(
        sorted(n for game in games for n in game) == list(range(1, players + players % 2 + 1))
        for games in berger(players)
    )


@each("players", [4, 6, 8, 10, 16])
def test_twice_never_gives_the_same_seat_three_times_in_a_row(players: int) -> None:
    rounds = double_berger(players)
    assert len(rounds) == 2 * (players - 1)
    assert len({game for games in rounds for game in games}) == players * (players - 1)
    for player in range(1, players + 1):
        seats = "".join("1" if any(player == one for one, _other in games) else "2" for games in rounds)
        assert "111" not in seats
        assert "222" not in seats


def test_groups_are_dealt_as_a_snake() -> None:
    fmt = get_format("round_robin")
    config = fmt.read_config({"groups": 3})
    assert fmt.groups(config, 8) == [1, 2, 3, 3, 2, 1, 1, 2]
    assert fmt.groups(fmt.read_config({}), 3) == [0, 0, 0]
    assert snake(8, [3, 3, 2]) == [0, 1, 2, 2, 1, 0, 0, 1]
    assert fmt.rounds(config, 8) == 3


@examples(40)
@given(st.integers(1, 4), st.integers(2, 7), st.integers(0, 3), st.booleans(), st.integers(0, 10**6))
def test_whole_stages(groups: int, size: int, more: int, twice: bool, seed: int) -> None:
    n = groups * size + more % groups
    event = Event("round_robin", n, seed, {"groups": groups, "twice": twice}).run()
    assert event.last_round() == max(t.round for t in event.tables)
    met = Counter(tuple(sorted(s.competitor for s in t.seats)) for t in event.tables if not t.is_bye)
    group = dict(enumerate(event.format.groups(event.read, n), start=1))
    expected = {pair for pair in combinations(range(1, n + 1), 2) if group[pair[0]] == group[pair[1]]}
    assert met == dict.fromkeys(expected, 1 + twice)
    rests = Counter(t.seats[0].competitor for t in event.tables if t.is_bye)
    sizes = Counter(group.values())
    assert all(rests[player] == (sizes[group[player]] % 2) * (1 + twice) for player in group)


@examples(20)
@given(st.integers(3, 9), st.integers(0, 10**6))
def test_drops_leave_no_round_empty(n: int, seed: int) -> None:
    event = Event("round_robin", n, seed, trouble=0.5)
    while event.format.last_round(event.read, event.competitors, event.tables) > max(
        (t.round for t in event.tables), default=0
    ):
        event.play_round(1 + max((t.round for t in event.tables), default=0))
    assert [place for place, _player in event.ranking()][0] == 1


@pytest.mark.parametrize("groups", [2, 4, 8])
def test_members_of_a_group_only_meet_in_the_final(groups: int) -> None:
    for seed in range(20):
        event = Event("round_robin", 4 * groups, seed, {"groups": groups, "advance": 2 * groups}).run()
        order = event.format.qualifiers(event.read, event.competitors, event.tables, "lot")
        group = dict(enumerate(event.format.groups(event.read, event.n), start=1))
        places = {player: place for place, player in event.ranking()}
        assert [places[player] for player in order] == [1] * groups + [2] * groups
        meets = meeting_rounds(2 * groups)
        for one, other in combinations(range(2 * groups), 2):
            if group[order[one]] == group[order[other]]:
                assert meets[one][other] == (2 * groups).bit_length() - 1


def test_crossing_two_groups_by_hand() -> None:
    # Seeds 1 and 4 meet in the first round: the runner-up of group 2 must be fourth.
    assert cross_groups([[(11, 1), (21, 2)], [(12, 1), (22, 2)]]) == [11, 21, 12, 22]
    assert cross_groups([[(11, 1), (21, 2)], [(22, 2), (12, 1)]]) == [11, 21, 12, 22]


def test_crossing_keeps_four_of_a_group_apart() -> None:
    tiers = [[(10 * group + tier, group) for group in range(1, 5)] for tier in range(4)]
    order = cross_groups(tiers)
    meets = meeting_rounds(16)
    early = [meets[one][other] for one, other in combinations(range(16), 2) if order[one] // 10 == order[other] // 10]
    assert min(early) == 3


def test_who_leaves_early_does_not_count_and_who_leaves_late_loses_the_rest() -> None:
    event = Event("round_robin", 4, 0, favourites=True)
    event.play_round(1)
    gone = replace(event.competitors[3], active=False)
    event.competitors[3] = gone
    event.play_round(2)
    event.play_round(3)
    # Player 4 has played one game of three: 1's win over 4 does not count, nobody gets anything for the rests.
    assert {
        row.competitor.id: row.points for row in event.format.ranking(event.read, event.competitors, event.tables)
    } == {
        1: Decimal(2),
        2: Decimal(1),
        3: Decimal(0),
        4: Decimal(0),
    }
    late = Event("round_robin", 4, 0, favourites=True)
    late.play_round(1)
    late.play_round(2)
    late.competitors[3] = gone
    late.play_round(3)
    # Two games of three: 1 and 3 keep their wins, and 2 has won the game that was not played.
    assert {row.competitor.id: row.points for row in late.format.ranking(late.read, late.competitors, late.tables)} == {
        1: Decimal(3),
        2: Decimal(2),
        3: Decimal(1),
        4: Decimal(0),
    }


def played_out(results: dict[tuple[int, int], float], left: int | None = None, **config: object) -> Event:
    """A round robin of the players in these results (points of the first named); who has left sits nowhere."""
    event = Event("round_robin", max(max(pair) for pair in results), 0, dict(config))
    for number in range(1, event.format.rounds(event.read, event.n) + 1):
        for table in event.format.pair(event.read, event.field(number)).tables:
            pair = (min(table.seats), max(table.seats))
            if not table.is_bye and pair not in results:
                assert left in pair
                event.competitors[left - 1] = replace(event.competitors[left - 1], active=False)
        for table in event.format.pair(event.read, event.field(number)).tables:
            record = event.result(number, table)
            if not table.is_bye:
                first = results[min(table.seats), max(table.seats)]
                points = [first if seat.competitor == min(table.seats) else 1 - first for seat in record.seats]
                seats = zip(record.seats, points, strict=True)
                record = replace(
                    record,
                    seats=tuple(
                        replace(seat, points=Decimal(str(amount)), place=1 if amount >= 0.5 else 2)
                        for seat, amount in seats
                    ),
                )
            event.tables.append(record)
    return event


def values(event: Event, key: str) -> dict[int, float]:
    """A tie-break of everybody."""
    config = event.format.read_config({**event.config, "tie_breaks": [key]})
    rows = event.format.ranking(config, event.competitors, event.tables, "lot")
    return {row.competitor.id: row.tie_breaks[key] for row in rows}


LEAVES_AFTER_TWO = {(1, 4): 0, (2, 3): 0, (3, 4): 0, (1, 2): 0.5, (1, 3): 0.5}
"""Four players: the last beats 1 and 3, then leaves before meeting 2."""


def test_a_free_win_counts_against_who_has_left() -> None:
    """FIDE C.07, 15: 2 has half of the point that 1 made, and all of the two points that 4 made, not 1.5 of a dummy."""
    event = played_out(LEAVES_AFTER_TWO, left=4)
    rows = {row.competitor.id: row for row in event.format.ranking(event.read, event.competitors, event.tables)}
    assert {number: float(row.points) for number, row in rows.items()} == {1: 1, 2: 1.5, 3: 1.5, 4: 2}
    assert values(event, "sonneborn_berger")[2] == 2.5
    assert values(event, "sonneborn_berger") == {1: 0.5 * 1.5 + 0.5 * 1.5, 2: 2.5, 3: 1.5 + 0.5, 4: 1 + 1.5}
    assert values(event, "buchholz")[3] == 1 + 1.5 + 2, "the two points of who left, and no half for the rest"
    assert (rows[2].wins, rows[2].games, rows[2].byes) == (2, 2, 0)
    assert (rows[4].wins, rows[4].games, rows[4].byes) == (2, 2, 0)
    assert [(row.place, row.competitor.id) for row in rows.values()] == [(1, 4), (2, 3), (3, 2), (4, 1)], "3 beat 2"


def test_a_free_win_is_a_meeting_where_players_are_level() -> None:
    """2 and 4 are level; the game that was not played decides between them."""
    event = played_out({**LEAVES_AFTER_TWO, (2, 3): 1, (1, 2): 1}, left=4)
    rows = event.format.ranking(event.read, event.competitors, event.tables)
    assert [(row.competitor.id, row.points) for row in rows][:2] == [(2, 2), (4, 2)]
    assert [row.place for row in rows][:2] == [1, 2]


def test_who_leaves_before_half_of_the_games_has_met_nobody() -> None:
    """FIDE C.05: the win over 1 does not count; for 1 that round is a rest, not one missed by choice."""
    results = {(1, 4): 0, (2, 3): 0, (1, 2): 0.5, (1, 3): 0.5}
    event = played_out(results, left=4)
    rows = {row.competitor.id: row for row in event.format.ranking(event.read, event.competitors, event.tables)}
    assert {number: float(row.points) for number, row in rows.items()} == {1: 1, 2: 0.5, 3: 1.5, 4: 0}
    assert values(event, "sonneborn_berger") == {1: 0.5 * 0.5 + 0.5 * 1.5, 2: 0.5, 3: 0.5 + 0.5, 4: 0}
    assert values(event, "koya")[3] == 0.5, "only 1 has half of two points"
    assert values(event, "rounds_elected")[1] == 3


def test_a_game_lost_by_staying_away_is_not_completed() -> None:
    """FIDE C.05: one game played and one missed is less than half of three."""
    event = played_out(LEAVES_AFTER_TWO, left=4)
    missed = next(table for table in event.tables if {seat.competitor for seat in table.seats} == {3, 4})
    seats = tuple(
        replace(seat, absent=seat.competitor == 4, points=Decimal(int(seat.competitor == 3))) for seat in missed.seats
    )
    event.tables[event.tables.index(missed)] = replace(missed, seats=seats)
    rows = event.format.ranking(event.read, event.competitors, event.tables)
    assert {row.competitor.id: float(row.points) for row in rows} == {1: 1, 2: 0.5, 3: 1.5, 4: 0}


def test_free_wins_of_a_round_that_nobody_needs() -> None:
    """Of three 3 leaves after one of two games: in the last round 1 would only meet 3, so it is not played."""
    event = Event("round_robin", 3, 0, favourites=True)
    event.play_round(1)
    event.play_round(2)
    event.competitors[2] = replace(event.competitors[2], active=False)
    assert event.last_round() == 2
    rows = event.format.ranking(event.read, event.competitors, event.tables)
    assert {row.competitor.id: row.points for row in rows} == {1: 2, 2: 1, 3: 0}
    event.competitors[1] = replace(event.competitors[1], active=False)
    rows = event.format.ranking(event.read, event.competitors, event.tables)
    assert {row.competitor.id: row.points for row in rows} == {1: 2, 2: 1, 3: 0}, "2 has played all games"


@examples(40)
@given(st.integers(3, 8), st.booleans(), st.integers(0, 10**6))
def test_every_game_counts_once_whoever_leaves(n: int, twice: bool, seed: int) -> None:
    """Once all is played each two have met, in a game or by forfeit, unless one has left before half of the games."""
    event = Event("round_robin", n, seed, {"twice": twice}, trouble=0.4).run()
    counted = event.format.counted(event.read, event.competitors, event.tables)
    met = Counter(frozenset(seat.competitor for seat in table.seats) for table in counted if not table.is_bye)
    rounds = Counter((table.round, seat.competitor) for table in counted for seat in table.seats)
    assert set(rounds.values()) <= {1}
    here = {player for pair in met for player in pair}
    active = {competitor.id for competitor in event.competitors if competitor.active}
    assert active <= here or len(here) == 0
    assert met == {frozenset(pair): 1 + twice for pair in combinations(sorted(here), 2)}


@pytest.mark.parametrize("n", [3, 5])
def test_a_rest_is_no_game_in_koya(n: int) -> None:
    """Each beats the next half around the circle, so each has half of what could be won: all points count."""
    results = {(one, other): float((other - one) % 2) for one, other in combinations(range(1, n + 1), 2)}
    event = played_out(results)
    assert values(event, "koya") == dict.fromkeys(range(1, n + 1), (n - 1) / 2)


def test_reasons_and_concerns_say_what_is_the_matter() -> None:
    event = Event("round_robin", 5, 0, favourites=True)
    event.play_round(1)
    event.competitors[0] = replace(event.competitors[0], active=False)
    field = event.field(2)
    pairing = event.format.pair(event.read, field)
    texts = [" ".join(sentences(reason.sentences)) for reason in pairing.reasons]
    assert texts == [
        "Round 2 of the Berger table: P5 (5) – P3 (3).",
        "P4 (4) gets a bye: the number of players is odd.",
        "P2 (2) gets a bye: the opponent, P1, has left.",
    ]
    assert event.format.concerns(event.read, field, pairing.tables) == []
    wrong = event.format.concerns(event.read, field, [PairedTable((3, 4))])
    assert [concern.key for concern in wrong] == ["rematch", "changed"]


@pytest.mark.parametrize(
    ("config", "players", "message"),
    [
        ({"groups": 3}, 5, "a group needs at least two"),
        ({"groups": 2, "advance": 6}, 5, "3 players should advance from each group, but the smallest group has only 2"),
    ],
)
def test_fields_that_do_not_fit(config: dict[str, int], players: int, message: str) -> None:
    fmt = get_format("round_robin")
    with pytest.raises(InvalidConfig, match=message):
        fmt.check_field(fmt.read_config(config), players, (2, 3, 4))


def test_forecast() -> None:
    fmt = get_format("round_robin")
    said = [english(concern.text) for concern in fmt.forecast(fmt.read_config({"groups": 2}), 9, (2,))]
    assert said[0] == "Rounds: 5. Matches: at most 16."
    assert "has a bye in every round" in said[1]
