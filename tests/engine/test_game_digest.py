"""The digests of a game: the same for one game in two files, others for two games (docs/game-log.md)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import combinations, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.component_files import read_component_file
from engine.components import Library, no_library, sha256_of
from engine.log.digest import GameDigests, game_digests
from engine.log.header import names_bots
from engine.log.replay import replay
from engine.registry import GAMES
from engine.simulate import simulate_game
from engine.table.table import Table
from tests.cases import each
from tests.engine.logs_by_hand import EXAMPLES
from tests.profiles import LONG

Words = dict[str, Any]
GAME_KEYS = sorted(GAMES)
SEEDS = st.integers(1, 6 if LONG else 2)


@lru_cache(maxsize=8)
def digests(data: bytes, library: Library) -> GameDigests | None:
    """Both of one log, which is asked for each of them one after the other."""
    return game_digests(data, library)


def game_digest(data: bytes, library: Library = no_library) -> str | None:
    found = digests(data, library)
    return found.game if found else None


def moves_digest(data: bytes) -> str | None:
    found = digests(data, no_library)
    return found.moves if found else None


@cache
def played(key: str, seed: int = 1, players: int = 2) -> bytes:
    """A game in which nobody plays well."""
    return simulate_game(key, players, GAMES[key].rulesets[0], ["random"], seed, as_people=True)


def words_of(data: bytes) -> list[Words]:
    return [json.loads(line) for line in data.splitlines()]


def written(words: list[Words], end: str = "\n") -> bytes:
    return "".join(json.dumps(line, ensure_ascii=False) + end for line in words).encode()


def shuffled(value: Any, rng: Random) -> Any:
    """The same with every list of texts in another order."""
    if isinstance(value, dict):
        return {key: shuffled(part, rng) for key, part in value.items()}
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return rng.sample(value, len(value))
    return [shuffled(part, rng) for part in value] if isinstance(value, list) else value


@given(st.sampled_from(GAME_KEYS), SEEDS, st.integers(0, 2**32), st.text(min_size=1, max_size=9))
def test_what_differs_between_two_files_of_one_game_does_not_count(key: str, seed: int, how: int, name: str) -> None:
    rng, log = Random(how), played(key, seed)
    first, *lines = words_of(log)
    if rng.random() < 0.5:
        del lines[-1]  # the result
    others = {
        "seats": [f"{name} {seat}"[:80] for seat in range(len(first["seats"]))],
        "meta": {"event": name, "bots": []},
        "rules": rng.randint(0, 99),
        "deal": {"commitment": name},
        "components_sha256": GAMES[key].components(first["components"]).sha256,
    }
    kept = {what: value for what, value in others.items() if rng.random() < 0.5}
    # Drawn tokens and what is paid have no order; the ends of a bridge are written in one.
    moved = [line if line.get("do") == "build" else shuffled(line, rng) for line in lines]
    again = written([{**first, **kept}, *moved], rng.choice(["\n", "\r\n"]))
    if replay(again).verdict == "verified":
        assert game_digests(again) == game_digests(log) is not None
    else:
        # Only the names can be refused: half a surrogate pair, U+0000.
        assert "seats" in kept or "meta" in kept or "deal" in kept


@each("key", GAME_KEYS)
def test_all_of_it_at_once(key: str) -> None:
    log = played(key)
    first, *lines = words_of(log)
    first |= {"seats": ["Somebody", "Else"], "meta": {"table": 9}, "rules": 0, "deal": "x"}
    moved = [line if line.get("do") == "build" else shuffled(line, Random(2)) for line in lines[:-1]]
    again = written([first, *moved], "\r\n")
    assert replay(again).verdict == "verified"
    assert again != log
    assert game_digests(again) == game_digests(log)


def test_the_cards_of_babylonia_have_no_order() -> None:
    first, *lines = words_of(played("babylonia"))
    first["setup"]["cards"].reverse()
    assert game_digest(written([first, *lines])) == game_digest(played("babylonia"))


@each("key", GAME_KEYS)
def test_switches_at_their_default_may_be_written_down(key: str) -> None:
    first, *lines = words_of(played(key))
    first["ruleset"]["switches"] = {switch.name: switch.default for switch in GAMES[key].switches}
    assert game_digest(written([first, *lines])) == game_digest(played(key))


@pytest.mark.parametrize("key", GAME_KEYS)
def test_another_switch_is_another_game_even_if_nothing_came_of_it(key: str) -> None:
    first, *lines = words_of(played(key))
    found = 0
    for switch in GAMES[key].switches:
        for option in switch.options:
            first["ruleset"]["switches"] = {switch.name: option}
            log = written([first, *lines])
            if option != switch.default and replay(log).verdict == "verified":
                assert game_digest(log) != game_digest(played(key))
                assert moves_digest(log) == moves_digest(played(key)), "but the moves are the same"
                found += 1
    assert found


@given(st.sampled_from(GAME_KEYS), SEEDS, st.integers(0, 2**32))
def test_another_line_is_another_game(key: str, seed: int, where: int) -> None:
    """Two neighbours in the other order, or a line of another game: where that is legal, it is another game."""
    rng = Random(where)
    log = played(key, seed)
    first, *lines, _result = words_of(log)
    at = rng.randrange(len(lines) - 1)
    for put in ([lines[at + 1], lines[at]], [lines[at], rng.choice(lines)]):
        changed = written([first, *lines[:at], *put, *lines[at + 2 :]])
        if replay(changed).verdict == "verified" and put != lines[at : at + 2]:
            assert game_digest(changed) != game_digest(log)


@given(st.sampled_from(GAME_KEYS), SEEDS, SEEDS, st.sampled_from([2, 3]))
def test_two_games_have_two_digests(key: str, seed: int, other: int, players: int) -> None:
    same = (seed, 2) == (other, players)
    assert (game_digest(played(key, seed)) == game_digest(played(key, other, players))) == same
    assert (moves_digest(played(key, seed)) == moves_digest(played(key, other, players))) == same


def test_another_setup_is_another_game() -> None:
    """Two tiles that change places, far from everything that was played."""
    first, *lines, _result = words_of(played("babylonia"))
    tiles: dict[str, str] = first["setup"]["tiles"]
    digests = {game_digest(played("babylonia"))}
    for one, two in combinations(sorted(tiles), 2):
        moved = {**tiles, one: tiles[two], two: tiles[one]}
        log = written([{**first, "setup": {**first["setup"], "tiles": moved}}, *lines])
        if moved != tiles and replay(log).verdict == "verified":
            assert game_digest(log) not in digests
            assert moves_digest(log) == moves_digest(played("babylonia")), "but the moves are the same"
            digests.add(game_digest(log))
    assert len(digests) > 1


def test_another_component_set_is_another_game() -> None:
    built_in = GAMES["babylonia"].components("babylonia-2019")
    data = {**built_in.data, "name": "our-copy"}
    _game, ours = read_component_file(json.dumps(data).encode())
    first, *lines = words_of(played("babylonia"))
    log = written([{**first, "components": "our-copy", "components_sha256": sha256_of(data)}, *lines])
    assert game_digest(log) is None, "the set is not known"
    assert game_digest(log, lambda _game, _digest: ours) not in (None, game_digest(played("babylonia")))


@each("data", [b"", b"{}", b"\xff", played("babylonia")[:-400]])
def test_only_a_verified_log_has_a_digest(data: bytes) -> None:
    assert game_digests(data) is None


def without_draws(log: bytes) -> Iterator[bytes]:
    """Babylonia: as somebody knows the game who sees no rack, and no token in a river, or those too."""
    table, _report = Table.of_log(log)
    assert table is not None
    yield table.for_onlookers().log()
    first, *lines = words_of(log)
    yield written([{**first, "chance": "hidden"}, *(line for line in lines if "chance" not in line)])


def other_orders(log: bytes) -> Iterator[bytes]:
    """Two moves of one seat have changed places."""
    first, *lines = words_of(log)
    for at, (one, other) in enumerate(pairwise(lines)):
        if one.get("do") == other.get("do") == "place" and one["seat"] == other["seat"]:
            yield written([first, *lines[:at], other, one, *lines[at + 2 :]])


def last_draws(log: bytes) -> Iterator[bytes]:
    """Other crafts, tiles or cards came last; nobody takes them any more, or it does not matter which they are."""
    first, *lines = words_of(log)
    draws = [at for at, line in enumerate(lines) if "chance" in line]
    for one, other in combinations(draws[:-6:-1], 2):
        changed = list(lines)
        for here, there in ((one, other), (other, one)):
            drawn = {key: value for key, value in lines[there].items() if key in ("tile", "cards", "groups", "token")}
            changed[here] = lines[here] | drawn
        yield written([first, *changed])


def groups_renumbered(log: bytes) -> Iterator[bytes]:
    """Amyitis: the groups of crafts are counted from the other end."""
    lines = words_of(log)
    most = len(lines[0]["seats"]) - 1
    for line in lines:
        line |= {"group": most - line["group"]} if "group" in line else {}
        line |= {"groups": line["groups"][::-1]} if "groups" in line else {}
    yield written(lines)


def row_reordered(log: bytes) -> Iterator[bytes]:
    """Ishtar: the tree cards that lie in the row at the start."""
    first, *lines = words_of(log)
    yield written([{**first, "setup": {**first["setup"], "trees": first["setup"]["trees"][::-1]}}, *lines])


def tiles_from_the_other_end(log: bytes) -> Iterator[bytes]:
    """Ishtar: a straight tile covers the same cells from its other end, with the same flowers if it looks the same."""
    first, *lines = words_of(log)
    gardens = gardens_of(log)
    steps = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    for at, line in enumerate(lines):
        if line.get("do") == "place":
            (q, r), (dq, dr) = line["at"], steps[line["rotation"]]
            moved = {**line, "at": [q + 2 * dq, r + 2 * dr], "rotation": (line["rotation"] + 3) % 6}
            turned = written([first, *lines[:at], moved, *lines[at + 1 :]])
            if gardens_of(turned) == gardens:
                yield turned


def gardens_of(log: bytes) -> Any:
    table, _report = Table.of_log(log)
    return table.view(None)["cells"] if table else None


@each(
    ("key", "alter"),
    [
        ("amyitis", groups_renumbered),
        ("amyitis", last_draws),
        ("babylon", last_draws),
        ("babylon", other_orders),
        ("babylonia", without_draws),
        ("babylonia", other_orders),
        ("ishtar", row_reordered),
        ("ishtar", tiles_from_the_other_end),
    ],
)
def test_an_altered_log_of_a_game_has_its_moves_digest(key: str, alter: Callable[[bytes], Iterator[bytes]]) -> None:
    """Another legal game, without another move having been made."""
    log, found = played(key), 0
    for altered in alter(log):
        if replay(altered).verdict == "verified" and game_digest(altered) != game_digest(log):
            assert moves_digest(altered) == moves_digest(log)
            found += 1
    assert found


def test_the_digest_as_the_document_defines_it() -> None:
    """Counted by hand from the words of the document, for a log with switches and draws."""
    log = EXAMPLES["p3-seven-023"]
    first, *lines = words_of(log)
    game = GAMES["babylonia"]
    start = {
        "components": game.components(first["components"]).sha256,
        "game": "babylonia",
        "ruleset": first["ruleset"]["name"],
        "setup": {"cards": sorted(first["setup"]["cards"]), "tiles": first["setup"]["tiles"]},
        "switches": {switch.name: switch.default for switch in game.switches} | first["ruleset"]["switches"],
    }
    text = ""
    for line in [start, *(line for line in lines if "result" not in line)]:
        if "tokens" in line:
            line = {**line, "tokens": sorted(line["tokens"])}
        text += json.dumps(line, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n"
    assert game_digest(log) == hashlib.sha256(text.encode()).hexdigest()


def test_the_moves_digest_as_the_document_defines_it() -> None:
    """Counted by hand from the words of the document. The end of a turn with an extra turn is not in this game."""
    log = EXAMPLES["p3-seven-023"]
    first, *lines = words_of(log)
    table, _report = Table.of_log(log)
    assert table is not None
    river = {hex_id for hex_id, down in zip(table.state.board.ids, table.state.is_river, strict=True) if down}
    turns: dict[int, list[str]] = {}
    for move, line in zip(table.moves, lines, strict=False):
        if "chance" in line:
            continue
        if line["do"] == "place" and line["hex"] in river:
            line = {**line, "token": "unknown"}
        turns.setdefault(move.turn, []).append(json.dumps(line, sort_keys=True, separators=(",", ":")))
    text = json.dumps({"game": "babylonia", "seats": len(first["seats"])}, separators=(",", ":")) + "\n"
    for turn in sorted(turns):
        text += f"[{','.join(sorted(turns[turn]))}]\n"
    assert moves_digest(log) == hashlib.sha256(text.encode()).hexdigest()


@each(
    ("key", "name", "digest"),
    [
        ("amyitis", "p2-base-007", "53bb0dc06b97c5e135a8481c9f05edd2c7f83feb9062ff9add9343a30e7911a8"),
        ("amyitis", "p3-switches-019", "4d52173b9aaf27ce508b83a92440ccaf2a5fd3c5c1dd6971f6b10403596b132a"),
        ("babylon", "p4-base-031", "1e297ea63df624558201b1e40608596989eaf4977688cd9d0917ba84886627b9"),
        ("babylonia", "p3-seven-023", "bcb6b30d74c64200aeae4a3b85cc6e20d87470a954e913b8b691afadbecffd57"),
        ("ishtar", "p2-base-002", "b2c533a63fb0f09ab1fdfc2d874efc2672952becd8c05b62cfb74d816f6ebc9e"),
    ],
)
def test_old_games_keep_their_digests(key: str, name: str, digest: str) -> None:
    """Taken before switches were added: a platform recognises a game that it stored then."""
    log = (Path(__file__).parent / "examples" / key / f"{name}.jsonl").read_bytes()
    assert game_digest(log) == digest


def test_an_added_switch_stands_in_the_digest_only_off_its_default() -> None:
    switch = next(switch for switch in GAMES["amyitis"].switches if switch.added)
    first, *lines = words_of(played("amyitis"))
    for option in switch.options:
        named = {"name": "base", "switches": {switch.name: option}}
        log = written([{**first, "ruleset": named}, *lines])
        assert replay(log).verdict == "verified", "with two players and cubes enough nothing differs"
        assert (game_digest(log) == game_digest(played("amyitis"))) == (option == switch.default)


def test_the_document_names_every_added_switch() -> None:
    text = (Path(__file__).parents[2] / "docs" / "game-log.md").read_text("utf-8")
    section = text[text.index("\n## The game digest") : text.index("\n## Babylonia")]
    for game in GAMES.values():
        for switch in game.switches:
            assert (f"`{switch.name}`" in section) == switch.added


def test_a_log_of_bots_says_so() -> None:
    log = simulate_game("babylonia", 3, "base", ["greedy", "random"], 1)
    first = words_of(log)[0]
    assert first["meta"] == {"bots": ["greedy", "random", "greedy"]}
    assert names_bots(first["meta"])
    assert not any(names_bots(meta) for meta in (None, [], "bots", {"bots": []}, {"event": "bots"}, 1))
    as_people = simulate_game("babylonia", 3, "base", ["greedy", "random"], 1, as_people=True)
    assert game_digest(log) == game_digest(as_people)
