"""Scoring sources: means, shares, contrasts, and what happens with shared wins and without games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean, stdev

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analytics.frames import Frames, build_frames, points_by_source
from analytics.games import VerifiedGame
from analytics.intervals import mean_interval
from analytics.model import NO_MODEL
from analytics.sources import (
    COURSE,
    SOURCES,
    PlayerSources,
    WinnersAgainstRest,
    by_variant,
    course,
    source_totals,
    sources_by_player,
    sources_sums,
    winners_against_rest,
)
from analytics.sums import Sums, add

GameMaker = Callable[..., VerifiedGame]

KEYS = ["farm_value", "ziggurat", "card1"]


def by_player(frames: Frames, sources: Sequence[str]) -> list[PlayerSources]:
    return sources_by_player(points_by_source(frames, sources), sources)


def sums_of(games: Sequence[VerifiedGame]) -> Sums:
    rows = sources_sums(build_frames(games), NO_MODEL)
    return Sums({family.name: family.table(rows[family.name]) for family in (SOURCES, COURSE)})


def contrast_of(games: Sequence[VerifiedGame]) -> WinnersAgainstRest:
    return winners_against_rest(sums_of(games), KEYS)


def test_means_and_shares_of_a_player(make_game: GameMaker) -> None:
    games = [
        make_game([{"farm_value": 10, "ziggurat": 20}, {"ziggurat": 5}], player_ids=[1, 2]),
        make_game([{"ziggurat": 8}, {"farm_value": 30, "card1": 10}], player_ids=[3, 1]),
    ]
    first, *others = by_player(build_frames(games), KEYS)
    assert (first.player_id, first.games, first.wins) == (1, 2, 2.0)
    assert first.mean_score == 35
    assert [share.mean for share in first.sources] == [20, 10, 5]
    assert [share.share for share in first.sources] == pytest.approx([40 / 70, 20 / 70, 10 / 70])
    assert [row.player_id for row in others] == [2, 3]
    assert others[0].sources[1].interval is None, "one game has no spread"


def test_a_player_without_points_has_no_shares(make_game: GameMaker) -> None:
    rows = by_player(build_frames([make_game([{"ziggurat": 8}, {}])]), KEYS)
    assert [share.share for share in rows[1].sources] == [None, None, None]
    assert [share.mean for share in rows[1].sources] == [0, 0, 0]


def test_points_that_cancel_out_have_no_shares(make_game: GameMaker) -> None:
    games = [make_game([{"ziggurat": 8, "card1": -8}, {"ziggurat": 2, "card1": -5}, {"ziggurat": 4, "card1": -1}])]
    rows = by_player(build_frames(games), KEYS)
    assert [row.mean_score for row in rows] == [0, -3, 3]
    assert [share.share for row in rows[:2] for share in row.sources] == [None] * 6
    assert [share.share for share in rows[2].sources] == pytest.approx([0, 4 / 3, -1 / 3])
    contrast = contrast_of(games)
    assert contrast.sources[0].rest_share is None
    assert contrast.sources[1].winners_share == pytest.approx(4 / 3)


def test_winners_against_rest_compares_within_each_game(make_game: GameMaker) -> None:
    games = [
        make_game([{"ziggurat": 30}, {"ziggurat": 10}, {"farm_value": 20}]),
        make_game([{"ziggurat": 5}, {"farm_value": 9, "ziggurat": 1}]),
    ]
    contrast = contrast_of(games)
    assert contrast.games == 2
    ziggurats, farms, card1 = (
        next(row for row in contrast.sources if row.source == key) for key in ("ziggurat", "farm_value", "card1")
    )
    # Game 1: winner 30, the others (10 + 0) / 2; game 2: winner 1, the other 5.
    assert (ziggurats.winners, ziggurats.rest, ziggurats.difference) == (15.5, 5.0, 10.5)
    assert (farms.winners, farms.rest, farms.difference) == (4.5, 5.0, -0.5)
    assert ziggurats.winners_share == pytest.approx(31 / 40)
    assert (card1.difference, card1.interval) == (0, None)


def test_a_shared_win_counts_for_both_and_a_win_of_all_is_left_out(make_game: GameMaker) -> None:
    games = [
        make_game([{"ziggurat": 8}, {"ziggurat": 8}, {"ziggurat": 2}]),
        make_game([{"ziggurat": 8}, {"ziggurat": 8}]),
    ]
    contrast = contrast_of(games)
    assert (contrast.games, contrast.all_shared) == (1, 1)
    assert (contrast.sources[1].winners, contrast.sources[1].rest) == (8, 2)
    wins = {row.player_id: row.wins for row in by_player(build_frames(games), KEYS)}
    assert wins == {1: 1.0, 2: 1.0, 3: 0.0}


def test_the_order_of_the_games_does_not_matter(make_game: GameMaker) -> None:
    games = [make_game([{"ziggurat": n, "card1": 7 * n % 5}, {"farm_value": 9}]) for n in range(1, 12)]
    one, other = build_frames(games), build_frames(games[::-1])
    assert by_player(one, KEYS) == by_player(other, KEYS)
    assert contrast_of(games) == contrast_of(games[::-1])


def test_no_games_give_empty_tables() -> None:
    frames = build_frames([])
    assert by_player(frames, KEYS) == []
    nothing = sums_of([])
    assert contrast_of([]).sources == ()
    assert source_totals(nothing, KEYS) is None
    assert (by_variant(nothing, KEYS), course(nothing, KEYS)) == ({}, [])
    assert points_by_source(frames, KEYS).empty


def test_a_game_without_any_points(make_game: GameMaker) -> None:
    games = [make_game([{}, {}])]
    assert [row.mean_score for row in by_player(build_frames(games), KEYS)] == [0, 0]
    assert contrast_of(games).all_shared == 1
    totals = source_totals(sums_of(games), KEYS)
    assert totals is not None
    assert [(share.mean, share.share) for share in totals.sources] == [(0, None)] * 3


def test_an_unknown_source_is_not_dropped_silently(make_game: GameMaker) -> None:
    with pytest.raises(ValueError, match="luck"):
        points_by_source(build_frames([make_game([{"luck": 1}, {}])]), KEYS)
    for read in (source_totals, winners_against_rest, course, by_variant):
        with pytest.raises(ValueError, match="luck"):
            read(sums_of([make_game([{"luck": 1}, {}])]), KEYS)


def points_of(seed: int, players: int) -> list[dict[str, int]]:
    return [{"ziggurat": seed * (seat + 3) % 17, "farm_value": (seed + 5 * seat) % 11 - 2} for seat in range(players)]


@settings(max_examples=10)
@given(st.lists(st.tuples(st.integers(0, 10_000), st.integers(2, 4)), min_size=1, max_size=12))
def test_sums_say_what_the_games_say(make_game_of: GameMaker, shapes: list[tuple[int, int]]) -> None:
    """Means, differences and intervals from sums are those of the single values."""
    games = [make_game_of(points_of(*shape)) for shape in shapes]
    found = contrast_of(games)
    for contrast in found.sources:
        winners, rest = [], []
        for game in games:
            won = game.facts["winners"]
            of_seat = [0] * game.facts["players"]
            for _, _, seat, source, points, _ in game.facts["score_events"]:
                of_seat[seat] += points * (source == contrast.source)
            if len(won) < len(of_seat):
                winners.append(fmean(of_seat[seat] for seat in won))
                rest.append(fmean(points for seat, points in enumerate(of_seat) if seat not in won))
        assert found.games == len(winners)
        differences = [a - b for a, b in zip(winners, rest, strict=True)]
        assert (contrast.winners, contrast.rest) == pytest.approx((fmean(winners), fmean(rest)))
        assert contrast.difference == pytest.approx(fmean(differences), abs=1e-9)
        if len(differences) > 1 and stdev(differences) > 1e-6:
            assert contrast.interval == pytest.approx(mean_interval(differences), rel=1e-9, abs=1e-9)
        else:
            assert (contrast.interval, contrast.effect, contrast.q) == (None, None, None)


def test_sums_of_parts_are_the_sums_of_all(make_game: GameMaker) -> None:
    games = [make_game(points_of(seed, 2 + seed % 3)) for seed in range(20)]
    whole, parts = sums_of(games), add((SOURCES, COURSE), [sums_of(games[:7]), sums_of(games[7:])])
    assert whole.tables[SOURCES.name].equals(parts.tables[SOURCES.name])
    assert whole.tables[COURSE.name].equals(parts.tables[COURSE.name])


def test_totals_are_per_player_and_their_intervals_per_game(make_game: GameMaker) -> None:
    games = [
        make_game([{"ziggurat": 10}, {"ziggurat": 20, "farm_value": 4}]),
        make_game([{"ziggurat": 30}, {"farm_value": 10}]),
        make_game([{"ziggurat": 5}, {"ziggurat": 3}]),
    ]
    totals = source_totals(sums_of(games), KEYS)
    assert totals is not None
    assert (totals.games, totals.player_games) == (3, 6)
    farms, ziggurats, _ = totals.sources
    assert (ziggurats.mean, farms.mean) == pytest.approx((68 / 6, 14 / 6))
    assert ziggurats.share == pytest.approx(68 / 82)
    assert ziggurats.interval == pytest.approx(mean_interval([15, 15, 4], signed=False))
    assert totals.score_interval == pytest.approx(mean_interval([17, 20, 4], signed=False))
    larger = source_totals(sums_of([*games, make_game([{"ziggurat": 7}] * 4)]), KEYS)
    assert larger is not None
    assert larger.mean_score == pytest.approx(110 / 10)


def test_variants_are_kept_apart(make_game: GameMaker) -> None:
    games = [make_game([{"ziggurat": 10}, {}]), make_game([{"farm_value": 6}, {}], ruleset="seven_of_nine")]
    found = by_variant(sums_of(games), KEYS)
    assert {key: [share.share for share in totals.sources] for key, totals in found.items()} == {
        "base": [0, 1, 0],
        "seven_of_nine": [1, 0, 0],
    }


def test_the_course_of_a_game(make_game: GameMaker) -> None:
    """Points lie in the quarter of their turn, and the quarters sum to the contrast."""
    steps = {"ziggurat": 8, "farm_value": 4, "card1": 2}
    games = [make_game([steps, {"card1": 3}, {"card1": 5}], turns=3), make_game([{"ziggurat": 2}] * 2, turns=3)]
    sums = sums_of(games)
    found = {row.source: row for row in course(sums, KEYS)}
    assert found["ziggurat"].winners == (8, 0, 0, 0)
    assert found["farm_value"].winners == (0, 4, 0, 0)
    assert found["card1"].winners == (0, 0, 2, 0)
    assert found["card1"].rest == (4, 0, 0, 0)
    for contrast in winners_against_rest(sums, KEYS).sources:
        row = found[contrast.source]
        assert (sum(row.winners), sum(row.rest)) == (contrast.winners, contrast.rest)


def test_a_source_that_separates_is_told_from_one_that_does_not(make_game: GameMaker) -> None:
    """Winners have more from ziggurats in each game; farms are the same up to chance."""
    rng = np.random.default_rng(4)
    games = []
    for _ in range(200):
        farms, more = rng.integers(0, 9, 3).tolist(), 12 + int(rng.integers(0, 9))
        games.append(make_game([{"ziggurat": more, "farm_value": farms[0]}, *({"farm_value": n} for n in farms[1:])]))
    ziggurats, farms, card = contrast_of(games).sources
    assert (ziggurats.source, farms.source) == ("ziggurat", "farm_value"), "what separates most stands first"
    assert (ziggurats.finding, farms.finding, card.finding) == ("differs", "unknown", "too_few")
    assert farms.q is not None
    assert ziggurats.q is not None
    assert ziggurats.q < 1e-6 < 0.05 < farms.q
    assert (ziggurats.effect or 0) > 3 > 0.3 > abs(farms.effect or 0)
    assert (ziggurats.share_difference or 0) > 0.5
    assert card.q is None
