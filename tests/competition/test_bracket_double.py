"""Double elimination: drop order, two losses, byes, reset, drops and double forfeits, and the picture."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from competition.brackets.double import double_plan, drop_masks, drop_order, no_rematch_before
from competition.brackets.plan import LOSERS, WINNERS, Plan
from competition.brackets.seeding import bracket_size
from competition.formats import get_format
from competition.records import Competitor, PairedTable, SeatRecord, TableRecord
from tests.cases import each
from tests.competition.english import english, sentences
from tests.competition.format_events import Event
from tests.profiles import examples


def earliest_rematch(plan: Plan) -> int | None:
    """By brute force: the first losers' round in which two can sit who may have met in the winners' bracket.

    A player of the losers' bracket is known by the winners' match lost. Two have met if one of these matches feeds the
    other. A side of a match is the set of everybody who can get there.
    """

    def feeds(early: int, late: int) -> bool:
        following = plan.winner_to.get(early)
        while following is not None and following.part == WINNERS:
            if following.index == late:
                return True
            following = plan.winner_to.get(following.index)
        return False

    there: dict[int, set[int]] = {}
    found = []
    for match in plan.matches:
        if match.part != LOSERS:
            continue
        sides = [{s.match} if s.loser else there[s.match] for s in match.sources]
        there[match.index] = sides[0] | sides[1]
        if any(feeds(one, other) or feeds(other, one) for one in sides[0] for other in sides[1]):
            found.append(match.column)
    return min(found, default=None)


@each(("size", "bound"), [(8, 3), (16, 4), (32, 5), (64, 7), (128, 8), (256, 9)])
def test_nobody_meets_again_before_the_best_known_round(size: int, bound: int) -> None:
    assert earliest_rematch(double_plan(size)) == bound == no_rematch_before(size.bit_length() - 1)


def test_the_drop_orders_have_their_usual_names() -> None:
    names = [drop_order(mask, 32 >> at) for at, mask in enumerate(drop_masks(7))]
    assert names == ["reverse", "half shift", "reverse half shift", "natural", "natural", "natural"]
    assert [drop_order(mask, 4 >> at) for at, mask in enumerate(drop_masks(4))] == ["reverse", "natural", "natural"]
    assert [drop_order(mask, 2 >> at) for at, mask in enumerate(drop_masks(3))] == ["reverse", "natural"]


@each("size", [2, 4, 8, 64])
def test_the_plan_has_every_match_once(size: int) -> None:
    plan = double_plan(size)
    assert len(plan.matches) == 2 * size - 1
    assert len(double_plan(size, reset=False).matches) == 2 * size - 2
    drops = [source.match for match in plan.matches for source in match.sources if source.loser and not match.reset]
    assert sorted(drops) == [match.index for match in plan.matches if match.part == WINNERS]
    assert all(source.match < match.index for match in plan.matches for source in match.sources)
    assert all(plan.matches[s.match].round < match.round for match in plan.matches for s in match.sources)


@examples(50)
@given(st.integers(2, 70), st.integers(0, 10**6), st.booleans())
def test_everybody_but_the_champion_loses_exactly_twice(n: int, seed: int, reset: bool) -> None:
    event = Event("double_elimination", n, seed, {"reset": reset}).run()
    losses = event.losses()
    champion = event.ranking()[0][1]
    second = event.ranking()[1][1]
    games = [table for table in event.tables if not table.is_bye]
    assert losses.pop(champion) in (0, 1)
    if not reset and losses[second] == 1:
        losses.pop(second)
    assert set(losses.values()) <= {2}
    assert 2 * n - 2 <= len(games) <= 2 * n - 2 + reset
    assert [place for place, _player in event.ranking()][:4] == [1, 2, 3, 4][:n]


@examples(30)
@given(st.integers(3, 70), st.integers(0, 10**6), st.data())
def test_a_double_elimination_ends_when_as_many_are_left_as_advance(n: int, seed: int, data: st.DataObject) -> None:
    advance = data.draw(st.sampled_from([k for k in (2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64) if k < n]))
    event = Event("double_elimination", n, seed, {"advance": advance}).run()
    losses = event.losses()
    left = [player for player, lost in losses.items() if lost < 2]
    on = event.format.qualifiers(event.read, event.competitors, event.tables)
    assert (len(left), set(on), set(losses.values())) == (advance, set(left), {0, 1, 2})
    assert [losses[player] for player in on] == sorted(losses[player] for player in on)
    games = [table for table in event.tables if not table.is_bye]
    assert len(games) == event.format.matches(event.read, n)
    assert event.last_round() == event.format.rounds(event.read, n)


def test_the_four_best_of_eight_by_hand() -> None:
    event = Event("double_elimination", 8, 0, {"advance": 4}, favourites=True).run()
    # 1 is unbeaten, 2 lost the winners' final, 3 and 4 lost before it and won losers' round 2 (docs/formats.md).
    assert event.last_round() == 3
    assert event.ranking() == [(1, 1), (2, 2), (3, 3), (3, 4), (5, 5), (5, 6), (7, 7), (7, 8)]
    assert event.format.qualifiers(event.read, event.competitors, event.tables) == [1, 2, 3, 4]
    sections = event.format.chart(event.read, event.competitors, event.tables)
    assert [english(section.title) for section in sections] == ["Winners' bracket", "Losers' bracket"]


@examples(30)
@given(st.integers(4, 40), st.integers(0, 10**6), st.data())
def test_who_lost_in_a_winners_round_and_plays_no_more_is_ahead_of_the_losers_bracket(
    n: int, seed: int, data: st.DataObject
) -> None:
    advance = data.draw(st.sampled_from([k for k in (2, 3, 4, 6, 8, 12, 16, 24) if k < n]))
    event = Event("double_elimination", n, seed, {"advance": advance}).run()
    parts = {(match.round, match.slot): match.part for match in double_plan(bracket_size(n), leaves=advance).matches}
    lost_in: dict[int, int] = {}
    below: set[int] = set()
    for table in event.tables:
        part = parts[table.round, table.slot or 0]
        for seat in table.seats:
            if part == LOSERS:
                below.add(seat.competitor)
            elif seat.place != 1:
                lost_in[seat.competitor] = table.round

    def rule(player: int) -> tuple[int, int]:
        """The more the better: no loss, the winners' round that was lost, the losers' bracket."""
        if player not in lost_in:
            return 2, 0
        return (0, 0) if player in below else (1, lost_in[player])

    ranking = event.ranking()[:advance]
    places = {player: place for place, player in ranking}
    for one, other in combinations(places, 2):
        assert (places[one] < places[other]) == (rule(one) > rule(other))
        assert (places[one] == places[other]) == (rule(one) == rule(other))


def test_the_loser_of_the_winners_final_is_second_of_three_by_hand() -> None:
    # The ids are the strengths: seed 3 beats seed 2 in winners' round 2 and loses the winners' final; seed 2 wins
    # losers' rounds 2 and 3.
    seeds = [1, 3, 2, 4, 5, 6, 7, 8]
    players = [Competitor(strength, f"P{strength}", seed) for strength, seed in enumerate(seeds, start=1)]
    event = Event("double_elimination", 8, 0, {"advance": 3}, favourites=True, competitors=players).run()
    assert event.ranking()[:4] == [(1, 1), (2, 2), (3, 3), (4, 4)]


@examples(20)
@given(
    st.sampled_from(["single_elimination", "double_elimination"]),
    st.integers(3, 66),
    st.integers(0, 10**6),
    st.sampled_from([0.0, 0.4]),
)
def test_the_drawing_has_everybody_where_the_pairing_puts_them(key: str, n: int, seed: int, trouble: float) -> None:
    """Who is drawn in the slots of the next round before it is paired is who the pairing seats there."""
    event = Event(key, n, seed, trouble=trouble)
    number = 1
    while number <= event.last_round():
        sections = event.format.chart(event.read, event.competitors, event.tables)
        drawn = {
            slot.slot: {seat.competitor for seat in slot.seats if seat.competitor is not None}
            for section in sections
            for column in section.columns
            for slot in column.slots
            if slot.round == number
        }
        here = {competitor.id for competitor in event.competitors if competitor.active}
        for table in event.format.pair(event.read, event.field(number)).tables:
            # Beyond the plan are those who wait where nobody can play.
            if table.slot in drawn:
                assert set(table.seats) == drawn[table.slot] & here
        event.play_round(number)
        number += 1


@examples(25)
@given(st.integers(3, 70), st.integers(0, 10**6))
def test_byes_are_in_the_first_round_of_the_winners_and_the_first_two_of_the_losers(n: int, seed: int) -> None:
    """In losers' round 2 if a quarter of the lines or more are free, and then nobody plays in losers' round 1."""
    event = Event("double_elimination", n, seed).run()
    size = bracket_size(n)
    matches = {(match.round, match.slot): match for match in double_plan(size).matches}
    played = [(matches[table.round, table.slot or 0], table.is_bye) for table in event.tables]
    byes = Counter((match.part, match.column) for match, bye in played if bye)
    expected = {
        (WINNERS, 1): size - n,
        (LOSERS, 1): min(size - n, n - size // 2),
        (LOSERS, 2): max(0, 3 * size // 4 - n),
    }
    assert byes == {place: count for place, count in expected.items() if count}
    games = Counter(match.column for match, bye in played if match.part == LOSERS and not bye)
    assert games[1] == max(0, n - 3 * size // 4)


@examples(80)
@given(
    st.sampled_from(["single_elimination", "double_elimination"]),
    st.integers(2, 70),
    st.integers(0, 10**6),
    st.sampled_from([0.1, 0.4, 0.9]),
    st.booleans(),
)
def test_drops_and_double_forfeits_end_with_one_champion(
    key: str, n: int, seed: int, trouble: float, extra: bool
) -> None:
    config = {"reset" if key == "double_elimination" else "third_place": extra}
    event = Event(key, n, seed, config, trouble=trouble).run()
    ranking = event.ranking()
    first = {player for place, player in ranking if place == 1}
    out = {competitor.id for competitor in event.competitors if not competitor.active}
    for table in event.tables:
        if all(seat.absent for seat in table.seats):
            out |= {seat.competitor for seat in table.seats}
    assert len(first) == 1 or first <= out
    assert all(count <= 2 for count in event.losses().values())


def test_the_second_final_is_played_only_if_it_is_needed() -> None:
    fmt = get_format("double_elimination")
    config = fmt.read_config({})
    event = Event("double_elimination", 4, 0, favourites=True)
    for number in (1, 2, 3):
        event.play_round(number)
    assert event.last_round() == 4
    final = [(1, 1), (2, 2)]
    for places, last in (([1, 2], 4), ([2, 1], 5)):
        seats = tuple(SeatRecord(p, 0, place) for (p, _seed), place in zip(final, places, strict=True))
        tables = [*event.tables, TableRecord(4, seats, slot=0)]
        assert fmt.last_round(config, event.competitors, tables) == last
    pairing = fmt.pair(config, replace(event.field(4), tables=tuple(tables), round=5))
    assert [set(table.seats) for table in pairing.tables] == [{1, 2}]
    assert [row.competitor.id for row in fmt.ranking(config, event.competitors, tables)][2:] == [3, 4]


def test_who_loses_to_nobody_gives_the_next_opponent_a_bye() -> None:
    fmt = get_format("double_elimination")
    event = Event("double_elimination", 8, 0, favourites=True)
    event.play_round(1)
    double = replace(event.tables[0], seats=tuple(replace(seat, absent=True) for seat in event.tables[0].seats))
    event.tables[0] = double
    pairing = fmt.pair(event.read, event.field(2))
    assert {tuple(sorted(table.seats)) for table in pairing.tables} == {(4,), (2, 3), (5,), (6, 7)}


def test_a_later_drop_changes_nothing_that_was_decided() -> None:
    event = Event("double_elimination", 16, 3)
    for number in (1, 2, 3):
        event.play_round(number)
    before = event.format.pair(event.read, event.field(4)).tables
    loser_out = next(p for p, lost in event.losses().items() if lost == 2)
    event.competitors = [replace(c, active=c.id != loser_out) for c in event.competitors]
    assert event.format.pair(event.read, event.field(4)).tables == before
    winner = before[0].seats[0]
    event.competitors = [replace(c, active=c.id not in (loser_out, winner)) for c in event.competitors]
    after = event.format.pair(event.read, event.field(4)).tables
    assert after[0] == PairedTable(tuple(p for p in before[0].seats if p != winner), before[0].slot)
    assert after[1:] == before[1:]


def test_unconfirmed_tables_leave_open_what_follows_from_them_and_nothing_else() -> None:
    event = Event("double_elimination", 8, 1, favourites=True)
    event.play_round(1)
    whole = event.format.pair(event.read, event.field(2)).tables
    event.tables[0] = replace(event.tables[0], confirmed=False)
    part = event.format.pair(event.read, event.field(2)).tables
    assert [table.slot for table in whole] == [0, 1, 2, 3]
    assert [table.slot for table in part] == [1, 3]
    assert part == tuple(table for table in whole if table.slot in (1, 3))


def test_nobody_rests_while_a_whole_round_is_open() -> None:
    event = Event("double_elimination", 8, 1, favourites=True)
    event.play_round(1)
    event.tables = [replace(table, confirmed=False) for table in event.tables]
    assert event.format.pair(event.read, event.field(2)).tables == ()


def test_who_is_left_waits_where_a_round_is_empty() -> None:
    event = Event("double_elimination", 8, 1, favourites=True)
    for number in (1, 2, 3):
        event.play_round(number)
    # Round 4 is losers' round 3 alone: 3 and 4 have lost once, 1 and 2 are past it. Both leave.
    assert [sorted(table.seats) for table in event.format.pair(event.read, event.field(4)).tables] == [[3, 4]]
    event.competitors = [replace(c, active=c.id not in (3, 4)) for c in event.competitors]
    waiting = event.format.pair(event.read, event.field(4))
    assert [(table.seats, table.slot) for table in waiting.tables] == [((1,), 1), ((2,), 2)]
    assert sentences(waiting.reasons[0].sentences) == ["P1 (1) waits for the next round."]
    event.run(4)
    assert event.last_round() == 6
    assert event.ranking()[:2] == [(1, 1), (2, 2)]


def test_a_rematch_in_the_losers_bracket_is_said() -> None:
    event = Event("double_elimination", 8, 0, favourites=True)
    event.play_round(1)
    event.play_round(2)
    field = event.field(3)
    tables = event.format.pair(event.read, field).tables
    assert event.format.concerns(event.read, field, tables) == []
    again = event.format.concerns(event.read, field, [PairedTable((1, 8), 0)])
    assert Counter(concern.key for concern in again) == {"rematch": 1, "changed": 1}


def names(event: Event) -> dict[str, list[list[str]]]:
    """The chart in short: by section and column what stands at each match."""
    return {
        english(section.title): [
            [
                f"{english(slot.name)}: "
                + " / ".join(english(seat.coming) or str(seat.competitor or "") for seat in slot.seats)
                for slot in column.slots
            ]
            for column in section.columns
        ]
        for section in event.format.chart(event.read, event.competitors, event.tables)
    }


def test_the_picture_before_during_and_after() -> None:
    event = Event("double_elimination", 6, 0, favourites=True)
    assert names(event) == {
        "Winners' bracket": [
            [": 1 / ", "W1: 4 / 5", ": 2 / ", "W2: 3 / 6"],
            ["W3: 1 / winner of W1", "W4: 2 / winner of W2"],
            ["W5: winner of W3 / winner of W4"],
        ],
        "Losers' bracket": [
            [":  / loser of W1", ":  / loser of W2"],
            ["L1: loser of W4 / loser of W1", "L2: loser of W3 / loser of W2"],
            ["L3: winner of L1 / winner of L2"],
            ["L4: loser of W5 / winner of L3"],
        ],
        "Grand final": [["Grand final: winner of W5 / winner of L4"], ["Second final:  / "]],
    }
    event.play_round(1)
    assert names(event)["Winners' bracket"][1] == ["W3: 1 / 4", "W4: 2 / 3"]
    assert names(event)["Losers' bracket"][1] == ["L1: loser of W4 / 5", "L2: loser of W3 / 6"]
    event.run(2)
    chart = event.format.chart(event.read, event.competitors, event.tables)
    assert [english(column.title) for column in chart[2].columns] == ["Grand final"]
    (final,) = chart[2].columns[0].slots
    assert [(seat.competitor, seat.won) for seat in final.seats] == [(1, True), (2, False)]


def test_a_bracket_of_128_is_explained() -> None:
    event = Event("double_elimination", 128, 0, favourites=True)
    event.play_round(1)
    event.play_round(2)
    pairing = event.format.pair(event.read, event.field(3))
    said = " ".join(sentence for reason in pairing.reasons for sentence in sentences(reason.sentences))
    assert "no two players can meet again before losers' round 8" in said


def test_forecast_says_rounds_matches_and_byes() -> None:
    fmt = get_format("double_elimination")
    said = [english(concern.text) for concern in fmt.forecast(fmt.read_config({}), 6, (2,))]
    assert said == ["Rounds: 7. Matches: at most 11.", "In the first round the top 2 seeds get a bye."]
