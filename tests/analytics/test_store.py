"""The store keeps what was put in, and its sums equal those that are counted anew, whatever happened before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics import parquet, parts
from analytics import store as store_module
from analytics.facts import extract_facts
from analytics.families import FAMILIES, sums_of
from analytics.files import Files
from analytics.frames import SCHEMAS, build_frames, no_frames, points_by_source
from analytics.games import VerifiedGame
from analytics.model import NO_MODEL, Model, states_of
from analytics.store import GameStore
from analytics.sums import Cells, Sums
from engine.simulate import simulate_game
from tests.profiles import examples

OCTOBER, NOVEMBER = 1_791_500_000, 1_794_000_000


def simulated() -> list[VerifiedGame]:
    """Games of two to four players under both rulesets, in two months, some with ratings."""
    games = []
    for number in range(6):
        players, ruleset = 2 + number % 3, ("base", "seven_of_nine")[number // 3]
        _report, facts = extract_facts(simulate_game("babylonia", players, ruleset, ["random"], number))
        assert facts is not None
        ids = list(range(10 + number, 10 + number + players))
        ratings = [None if number == 5 else 1400.0 + 50 * seat for seat in range(players)]
        moment = OCTOBER if number % 2 else NOVEMBER
        games.append(VerifiedGame(1 + number, 1 + number % 2, moment, facts, ids, ratings, [3] * players, number))
    return games


GAMES = simulated()
MODEL = Model(temperature=150.0)


def content(found: Sums) -> dict[str, list[list[Any]]]:
    """Every number of the sums."""
    return {family.name: found.tables[family.name].values.tolist() for family in FAMILIES}


def moved(game: VerifiedGame) -> VerifiedGame:
    """The same game in the other month, with other ratings."""
    other = OCTOBER if game.finished_at == NOVEMBER else NOVEMBER
    return replace(game, finished_at=other, ratings=[None] * len(game.ratings), fingerprint=game.fingerprint + 100)


def filled(folder: Path, games: Sequence[VerifiedGame] = GAMES, model: Model = NO_MODEL) -> GameStore:
    return GameStore(Files(str(folder))).with_model(model).updated(build_frames(games))


CHANGES = st.lists(
    st.tuples(st.sets(st.sampled_from(range(6)), max_size=3), st.booleans(), st.sets(st.integers(1, 6), max_size=3)),
    min_size=1,
    max_size=2,
)


@examples(3)
@given(CHANGES)
def test_after_any_changes_the_store_is_as_if_made_at_once(changes: list[tuple[set[int], bool, set[int]]]) -> None:
    with TemporaryDirectory() as one, TemporaryDirectory() as other:
        store, there = filled(Path(one), GAMES[:3], MODEL), {game.game_id: game for game in GAMES[:3]}
        for put, moves, drop in changes:
            games = [moved(GAMES[place]) if moves else GAMES[place] for place in put]
            store = store.updated(build_frames(games), drop)
            there = {key: game for key, game in there.items() if key not in drop}
            there |= {game.game_id: game for game in games}
        assert store.compare() == []
        fresh = filled(Path(other), list(there.values()), MODEL)
        sums = content(store.sums())
        assert content(fresh.sums()) == sums == content(sums_of(build_frames(list(there.values())), MODEL))
        assert sorted(store.games()["game_id"]) == sorted(there)
        assert sorted(store.frames().player_games["player_id"]) == sorted(
            player for game in there.values() for player in game.player_ids
        )
        store = store.recounted()
        assert content(store.sums()) == sums


def test_what_is_read_is_what_was_put_in(tmp_path: Path) -> None:
    store = filled(tmp_path)
    assert store.months() == [202610, 202611]
    for game in GAMES:
        read, made = store.frames([game.game_id]), build_frames([game])
        for name, table in made.tables().items():
            text = table.astype({c: "str" for c, kind in table.dtypes.items() if kind == "category"})
            there = read.tables()[name][list(SCHEMAS[name])]
            pd.testing.assert_frame_equal(
                there.astype(text.dtypes.to_dict()).reset_index(drop=True), text, check_dtype=True
            )
    assert len(store.people()) == sum(len(game.player_ids) for game in GAMES)
    assert len(store.frames([])) == 0


def test_the_state_that_is_kept_with_a_card_is_the_one_before_it(tmp_path: Path) -> None:
    store, whole = filled(tmp_path), build_frames(GAMES)
    rows = store.frames().card_events.sort_values(["game_id", "line"], kind="stable")
    kept = states_of(store.frames(), rows)
    counted = states_of(whole, rows[list(SCHEMAS["card_events"])])
    assert len(rows) > 0
    for name in ("scores", "cards", "begun"):
        assert getattr(kept, name).tolist() == getattr(counted, name).tolist()
    assert kept.scores.any()


def test_cells_select_the_sums_of_their_games(tmp_path: Path) -> None:
    store = filled(tmp_path)
    for cells, chosen in (
        (Cells(players=2), [game for game in GAMES if len(game.player_ids) == 2]),
        (Cells(variant="base", since=202611), [game for game in GAMES[:3] if game.finished_at == NOVEMBER]),
        (Cells(band=0), GAMES[5:]),
        (Cells(until=202609), []),
    ):
        assert content(store.sums(cells)) == content(sums_of(build_frames(chosen), NO_MODEL))


def test_parts_without_changes_are_not_touched(tmp_path: Path) -> None:
    store = filled(tmp_path)
    [october] = [part for part in store.version if part.month == 202610]
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("month=202610/*")}
    assert len(before) == 8
    store = store.updated(build_frames([replace(GAMES[0], fingerprint=99)]), [3])
    assert october in store.version
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("month=202610/*")} == before
    store = store.updated(no_frames(), [2, 4, 6])
    assert store.months() == [202611]
    assert store.updated(no_frames(), [77]) == store
    assert store.compare() == []


def test_a_writer_that_dies_anywhere_leaves_all_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It dies after so many files; nothing of it is in the way of the next writer."""
    store = filled(tmp_path, GAMES[:2], MODEL)
    sums = content(store.sums())

    def update() -> GameStore:
        return store.updated(build_frames([GAMES[2], moved(GAMES[1])]), [1])

    for change, times in ((update, range(2)), (lambda: store.with_model(NO_MODEL).recounted(), range(3))):
        for done in times:
            monkeypatch.setattr(Files, "write", killed_after(Files.write, done))
            with pytest.raises(KeyboardInterrupt):
                change()
            monkeypatch.undo()
            assert sorted(store.games()["game_id"]) == [1, 2]
            assert content(store.sums()) == sums
            assert (store.model, store.compare()) == (MODEL, [])
    after = update()
    assert sorted(after.games()["game_id"]) == [2, 3]
    assert after.compare() == []


def killed_after(write: Callable[..., Any], times: int) -> Callable[..., Any]:
    """The function, which is done so often and then never again."""
    left = iter(range(times))

    def one(*arguments: Any, **named: Any) -> Any:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return write(*arguments, **named)

    return one


def test_a_store_stays_what_it_was_whatever_is_made_of_it(tmp_path: Path) -> None:
    old = filled(tmp_path, GAMES[:2])
    old.updated(build_frames(GAMES[2:4]), [1, 2]).updated(build_frames(GAMES[4:]))
    assert sorted(old.games()["game_id"]) == sorted(set(old.frames().turns["game_id"])) == [1, 2]
    assert old.compare() == []


@examples(3)
@given(st.lists(st.tuples(st.integers(1, 4), st.booleans()), min_size=4, max_size=10))
def test_many_small_parts_become_few_and_stay_equal_to_one(batches: list[tuple[int, bool]]) -> None:
    """Batches of one or some games, now and then one taken out, are as all put in at once."""
    with TemporaryDirectory() as one, TemporaryDirectory() as other:
        store, there, key = filled(Path(one), [], MODEL), {}, 100
        for size, drops in batches:
            games = []
            for _number in range(size):
                key += 1
                games.append(replace(GAMES[key % 6], game_id=key, fingerprint=key))
            drop = [min(there)] if drops and there else []
            store = store.updated(build_frames(games), drop)
            while few := store_module.alike(store.version):
                one = store_module.put_together(store.files, few)
                store = store.with_parts(sorted({*store.version, one}.difference(few)))
            there = {number: game for number, game in there.items() if number not in drop}
            there |= {game.game_id: game for game in games}
            sizes = [(part.month, store_module.size_of(part)) for part in store.version]
            assert all(sizes.count(size) < store_module.MOST_ALIKE for size in sizes)
        assert store.compare() == []
        fresh = filled(Path(other), list(there.values()), MODEL)
        assert content(store.sums()) == content(fresh.sums())
        for name, table in store.frames().tables().items():
            text = table.astype({c: "str" for c, kind in table.dtypes.items() if kind == "category"})
            whole = fresh.frames().tables()[name].astype(text.dtypes.to_dict())
            pd.testing.assert_frame_equal(*(in_order(rows) for rows in (text, whole)))
        pd.testing.assert_frame_equal(*(in_order(found.people()) for found in (store, fresh)))


def in_order(table: pd.DataFrame) -> pd.DataFrame:
    return table.sort_values("game_id", kind="stable", ignore_index=True)


def test_points_by_source_are_kept_beside_the_players(tmp_path: Path) -> None:
    store = filled(tmp_path)
    sources = sorted({row[3] for game in GAMES for row in game.facts["score_events"]})
    made = points_by_source(build_frames(GAMES), sources)
    kept = in_order(store.people())
    assert kept.columns.tolist() == [*parts.POINTS, *sources]
    pd.testing.assert_frame_equal(kept, in_order(made)[kept.columns.tolist()], check_dtype=False)


def test_compare_finds_a_planted_difference(tmp_path: Path) -> None:
    store = filled(tmp_path)
    assert store.compare() == []
    [part] = [part for part in store.version if part.month == 202611]
    path = tmp_path / parts.table_file("player_games", part.month, part.tables)
    table = pq.read_table(path)
    place = table.column_names.index("score")
    path.unlink()
    pq.write_table(table.set_column(place, "score", pc.add(table.column("score"), pa.scalar(1, pa.int32()))), path)
    forget()
    assert any(line.startswith("202611 sources") for line in store.compare())
    assert all(line.startswith("202611") for line in store.compare())
    assert "game 1 is there more than once" in store.with_parts([*store.version, part]).compare()


def forget() -> None:
    """What was remembered of files that nobody changes, but this test."""
    parts._groups_of.cache_clear()
    parts._whole.cache_clear()


def test_a_model_is_kept_and_counts_its_games(tmp_path: Path) -> None:
    store = filled(tmp_path)
    before = content(store.sums())
    store = store.with_model(MODEL).recounted()
    assert (store.model, store.fitted_to) == (MODEL, 6)
    assert content(store.sums()) != before
    assert store.compare() == []


def test_sums_made_in_slices_are_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = GameStore(Files(str(tmp_path))).updated(build_frames(GAMES)).with_model(MODEL).recounted()
    whole = content(store.sums())
    monkeypatch.setattr(parts, "COUNTED_AT_ONCE", 2)
    assert store.compare() == []
    assert content(store.recounted().sums()) == whole


def test_only_the_groups_of_rows_of_the_wanted_games_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game is found wherever it lies in its file, and other games' rows are not read."""
    monkeypatch.setattr(parquet, "GROUP_ROWS", 7)
    store = filled(tmp_path)
    for game in GAMES:
        alone, made = store.frames([game.game_id]), build_frames([game])
        for name in ("score_events", "turns", "offers"):
            assert alone.tables()[name]["line"].tolist() == made.tables()[name]["line"].tolist()
    assert content(store.sums_of([2, 5])) == content(sums_of(build_frames([GAMES[1], GAMES[4]]), NO_MODEL))
