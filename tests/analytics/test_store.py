"""The store keeps what was put in, and its sums equal those that are counted anew, whatever happened before."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from subprocess import PIPE, CalledProcessError, Popen
from tempfile import TemporaryDirectory
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics import counting, parts
from analytics import store as store_module
from analytics.facts import extract_facts
from analytics.families import FAMILIES, sums_of
from analytics.frames import SCHEMAS, build_frames, no_frames, points_by_source
from analytics.games import VerifiedGame
from analytics.model import NO_MODEL, Model
from analytics.store import GameStore
from analytics.sums import Cells, Sums
from engine.simulate import simulate_game
from tests.profiles import LONG, examples

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
    store = GameStore(folder)
    store.rebuild(model)
    store.update(build_frames(games))
    return store


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
            store.update(build_frames(games), drop)
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
        store.rebuild()
        assert content(store.sums()) == sums


def test_what_is_read_is_what_was_put_in(tmp_path: Path) -> None:
    store = filled(tmp_path)
    assert store.months() == [202610, 202611]
    for game in GAMES:
        read, made = store.frames([game.game_id]), build_frames([game])
        for name, table in made.tables().items():
            text = table.astype({c: "str" for c, kind in table.dtypes.items() if kind == "category"})
            pd.testing.assert_frame_equal(
                read.tables()[name].astype(text.dtypes.to_dict()).reset_index(drop=True), text, check_dtype=True
            )
    assert len(store.people()) == sum(len(game.player_ids) for game in GAMES)
    assert len(store.frames([])) == 0


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
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "202610").rglob("*.arrow")}
    store.update(build_frames([replace(GAMES[0], fingerprint=99)]), [3])
    assert october in store.version
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "202610").rglob("*.arrow")} == before
    store.update(no_frames(), [2, 4, 6])
    assert store.months() == [202611]
    store.update(no_frames(), [77])
    assert store.compare() == []


def test_a_writer_that_dies_anywhere_leaves_all_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It dies after so many files; the next writer finds nothing in its way."""
    store = filled(tmp_path, GAMES[:2], MODEL)
    sums = content(store.sums())

    def update() -> None:
        store.update(build_frames([GAMES[2], moved(GAMES[1])]), [1])

    def rebuild() -> None:
        store.rebuild(NO_MODEL)

    for change, module, write, times in (
        (update, parts, "write_table", range(0, 14, 3 if LONG else 6)),
        (update, store_module, "_write_text", [0]),
        (rebuild, parts, "write_table", [0, 7] if LONG else [7]),
        (rebuild, store_module, "_write_text", [0, 1]),
    ):
        for done in times:
            monkeypatch.setattr(module, write, killed_after(getattr(module, write), done))
            with pytest.raises(KeyboardInterrupt):
                change()
            monkeypatch.undo()
            assert sorted(store.games()["game_id"]) == [1, 2]
            assert content(store.sums()) == sums
            assert (store.model, store.compare()) == (MODEL, [])
    update()
    assert sorted(store.games()["game_id"]) == [2, 3]
    assert store.compare() == []


def killed_after(write: Callable[..., Any], times: int) -> Callable[..., Any]:
    """The function, which is done so often and then never again."""
    left = iter(range(times))

    def one(*arguments: Any, **named: Any) -> Any:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return write(*arguments, **named)

    return one


def test_a_reader_of_the_old_list_still_finds_its_files(tmp_path: Path) -> None:
    store = filled(tmp_path, GAMES[:2])
    old = store.version
    store.update(build_frames(GAMES[2:4]), [1, 2])
    store.update(build_frames(GAMES[4:]))
    assert len(parts.read_frames(tmp_path, old)) == 2


def test_what_nobody_reads_any_more_is_removed(tmp_path: Path) -> None:
    store = filled(tmp_path)
    store.rebuild(MODEL)
    store.update(no_frames(), [1])
    left = tmp_path / "202610" / "tables-of-one-that-died"
    left.mkdir()
    for path in tmp_path.rglob("*"):
        os.utime(path, (0, 0))
    store.update(no_frames())
    listed = {name for part in store.version for name in (part.tables, part.sums)}
    assert {path.name for path in tmp_path.glob("*/*")} == listed
    assert len(list(tmp_path.glob("model-*"))) == 1
    parts.map_table.cache_clear()
    assert (store.compare(), store.model) == ([], MODEL)


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
            store.update(build_frames(games), drop)
            there = {number: game for number, game in there.items() if number not in drop}
            there |= {game.game_id: game for game in games}
            sizes = [(part.month, store_module._size_of(part)) for part in store.version]
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
    path = tmp_path / "202611" / part.tables / "player_games.arrow"
    table = parts.map_table(path).to_pandas()
    table.loc[0, "score"] += 1
    path.unlink()
    parts.write_table(path, table, SCHEMAS["player_games"])
    parts.map_table.cache_clear()
    assert any(line.startswith("202611 sources") for line in store.compare())
    assert all(line.startswith("202611") for line in store.compare())
    store._write(replace(store._content(), parts=(*store.version, part)))
    assert "game 1 is there more than once" in store.compare()


def test_a_store_of_another_layout_is_empty_until_it_is_written_again(tmp_path: Path) -> None:
    store = filled(tmp_path, model=MODEL)
    listed = tmp_path / "store.json"
    listed.write_text(listed.read_text().replace(store_module.LAYOUT, "1.0"))
    assert (store.months(), len(store.games()), len(store.people())) == ([], 0, 0)
    assert len(store.sums().total(FAMILIES[1])) == 0
    store.update(build_frames(GAMES[:1]))
    assert store.games()["game_id"].tolist() == [1]
    assert store.model == NO_MODEL
    assert store.compare() == []


def test_a_model_is_kept_and_counts_its_games(tmp_path: Path) -> None:
    store = filled(tmp_path)
    before = content(store.sums())
    store.rebuild(MODEL)
    assert (store.model, store.fitted_to) == (MODEL, 6)
    assert content(store.sums()) != before
    assert store.compare() == []


def test_two_processes_do_not_write_at_once(tmp_path: Path) -> None:
    """Each child puts in one game; without the lock one would overwrite the other."""
    store = filled(tmp_path, [])
    children = []
    for game in GAMES[:3]:
        pid = os.fork()
        if pid == 0:
            try:
                GameStore(tmp_path).update(build_frames([replace(game, finished_at=NOVEMBER)]))
            finally:
                os._exit(0)
        children.append(pid)
    for pid in children:
        os.waitpid(pid, 0)
    assert sorted(store.games()["game_id"]) == [1, 2, 3]
    assert store.compare() == []


def test_sums_made_in_slices_or_by_other_processes_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = GameStore(tmp_path)
    store.update(build_frames(GAMES))
    store.rebuild(MODEL)
    whole = content(store.sums())
    monkeypatch.setattr(parts, "COUNTED_AT_ONCE", 2)
    assert store.compare() == []
    store.rebuild()
    assert content(store.sums()) == whole
    monkeypatch.setattr(counting, "WORTH_A_PROCESS", 0)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: {0, 1})
    before = store.version
    store.rebuild()
    assert content(store.sums()) == whole
    assert {part.sums for part in before}.isdisjoint(part.sums for part in store.version)


def test_a_count_in_another_process_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = filled(tmp_path)
    before = store.version
    monkeypatch.setattr(counting, "WORTH_A_PROCESS", 0)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: {0, 1})
    monkeypatch.setattr(counting, "_started", lambda _task: Popen(["false"], stdout=PIPE, text=True))
    with pytest.raises(CalledProcessError):
        store.rebuild(MODEL)
    assert (store.version, store.model) == (before, NO_MODEL)
