"""The store keeps what was put in, and its sums equal those that are counted anew, whatever happened before."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics import store as store_module
from analytics.facts import extract_facts
from analytics.families import FAMILIES, sums_of
from analytics.frames import build_frames, no_frames
from analytics.games import VerifiedGame
from analytics.model import NO_MODEL, Model
from analytics.store import GameStore
from analytics.sums import Cells, Sums
from engine.simulate import simulate_game
from tests.engine.strategies import examples

pytestmark = pytest.mark.no_database

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


def test_a_month_without_changes_is_not_touched(tmp_path: Path) -> None:
    store = filled(tmp_path)
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "202610").iterdir()}
    store.update(build_frames([replace(GAMES[0], fingerprint=99)]), [3])
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "202610").iterdir()} == before
    store.update(no_frames(), [2, 4, 6])
    assert store.months() == [202611]
    store.update(no_frames(), [77])
    assert store.compare() == []


def test_a_torn_write_is_repaired_wherever_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed before the table of games, the old games stand there and are put in again; killed later, sums are old."""
    for number, name in enumerate(("games", f"sums-{FAMILIES[0].name}")):
        store = filled(tmp_path / str(number), GAMES[:2])
        write = store_module._write_table

        def killed(path: Path, *rest: Any, name: str = name, write: Any = write) -> None:
            if path.stem == name:
                raise KeyboardInterrupt
            write(path, *rest)

        monkeypatch.setattr(store_module, "_write_table", killed)
        with pytest.raises(KeyboardInterrupt):
            store.update(build_frames([GAMES[2]]), [1])
        monkeypatch.undo()
        store.repair()
        there = sorted(store.games()["game_id"])
        assert there == ([2] if name == "games" else [2, 3]), "game 1 was taken out of some tables already"
        assert store.compare() == []
        store.update(build_frames([GAMES[2]]), [1])
        assert store.compare() == []
        assert content(store.sums()) == content(sums_of(build_frames(GAMES[1:3]), NO_MODEL))


def test_compare_finds_a_planted_difference(tmp_path: Path) -> None:
    store = filled(tmp_path)
    assert store.compare() == []
    path = tmp_path / "202611" / "player_games.parquet"
    table = pd.read_parquet(path)
    table.loc[0, "score"] += 1
    table.to_parquet(path)
    assert any(line.startswith("202611 sources") for line in store.compare())
    assert all(line.startswith("202611") for line in store.compare())


def test_a_store_of_another_layout_is_empty_until_it_is_written_again(tmp_path: Path) -> None:
    store = filled(tmp_path, model=MODEL)
    (tmp_path / "layout").write_text("1.0")
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


def test_an_interrupted_count_with_another_model_is_finished_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = filled(tmp_path)

    def killed(*_arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(GameStore, "_write_sums", killed)
    with pytest.raises(KeyboardInterrupt):
        store.rebuild(MODEL)
    monkeypatch.undo()
    assert store.compare() != []
    store.repair()
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


def test_sums_made_in_parts_are_the_sums_of_the_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = GameStore(tmp_path)
    store.update(build_frames(GAMES))
    whole = content(store.sums())
    monkeypatch.setattr(store_module, "COUNTED_AT_ONCE", 2)
    assert store.compare() == []
    store.rebuild()
    assert content(store.sums()) == whole
