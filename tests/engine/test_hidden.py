"""GAMELOG, "Hidden chance": no draws; sizes of racks are exact, contents are checked by the supply of each kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import NOBODY
from engine.log.replay import replay
from tests.cases import each
from tests.engine.hidden_table import COMPONENTS as PARTS
from tests.engine.hidden_table import HIDDEN, Table
from tests.engine.logs_by_hand import (
    EXAMPLES,
    KINDS,
    START,
    TILES,
    Words,
    draw,
    log,
    place,
    rejected,
    score,
    stop,
    take,
    turn,
    words_of,
)
from tests.engine.second_opinion import BABYLONIA, COMPONENTS, QuickReference, Unreadable, judge, kind_of
from tests.engine.test_mutations import (
    Change,
    a_hex,
    a_missing_line,
    a_repeated_line,
    a_seat,
    a_token,
    games,
    two_lines,
)

RIVERS = {entry["id"] for entry in COMPONENTS["hexes"] if entry["terrain"] == "river"}
SUPPLY = {"farmer": 12, "merchant": 6, "official": 6, "priest": 6}


def randoms() -> st.SearchStrategy[Random]:
    return st.builds(Random, st.integers(0, 2**32))


def hide(lines: list[Words], unknown: float, rng: Random) -> list[Words]:
    """The same game as it is written at a table where nobody sees the racks, nor this share of the river tokens."""
    hidden = [{**lines[0], "chance": "hidden"}]
    for words in lines[1:]:
        if "chance" in words:
            continue
        if words.get("hex") in RIVERS and words["do"] == "place" and rng.random() < unknown:
            words = {**words, "token": "unknown"}
        hidden.append(words)
    return hidden


NOT_IN_RACK = "the rack does not hold this token"


# Recorded games as hidden ones


@each("stem", EXAMPLES)
@each("unknown", [0, 0.5, 1])
def test_recorded_games_verify_as_hidden_ones(stem: str, unknown: float) -> None:
    lines = words_of(EXAMPLES[stem])
    before = replay(EXAMPLES[stem])
    after = replay(log(*hide(lines, unknown, Random(stem))))
    assert after.verdict == "verified", after.reason
    assert (after.scores, after.sources, after.places, after.end) == (
        before.scores,
        before.sources,
        before.places,
        before.end,
    )
    assert after.turns == before.turns


@given(games(), randoms())
def test_what_was_legal_stays_legal_when_it_is_hidden(data: bytes, rng: Random) -> None:
    hidden = hide(words_of(data), rng.choice((0.3, 1)), rng)
    before, after = replay(data), replay(log(*hidden))
    assert after.verdict == "verified", after.reason
    assert (after.scores, after.sources, after.winners) == (before.scores, before.sources, before.winners)
    cut = rng.randrange(1, len(hidden))
    assert replay(log(*hidden[:cut])).verdict in ("unfinished", "verified")


@given(games(), randoms())
def test_any_draw_in_a_hidden_log_is_refused(data: bytes, rng: Random) -> None:
    lines = words_of(data)
    hidden = hide(lines, 0.5, rng)[:-1]
    cut = rng.randrange(1, len(hidden))
    report = rejected(
        [*hidden[:cut], rng.choice([words for words in lines if "chance" in words and "do" not in words][1:])]
    )
    assert (report.verdict, report.code) == ("rejected", "bad_chance")


def test_the_header_alone_makes_a_log_hidden() -> None:
    lines = words_of(EXAMPLES["p2-base-007"])
    assert rejected([{**lines[0], "chance": "hidden"}, lines[1]]).code == "bad_chance"
    recorded = [lines[0], *hide(lines, 0, Random(1))[1:]]
    assert rejected(recorded[:2]).code == "bad_chance", "a draw is missing"


# Unknown tokens


def test_unknown_tokens_lie_in_the_river_of_a_hidden_log_only() -> None:
    for words in (place(0, "U0313"), place(0, "U0006"), place(0, "U0822"), place(0, "U0812")):
        assert rejected([HIDDEN, words]).code == "illegal_action"
        assert rejected([*START, words]).code == "illegal_action"
    assert rejected([*START, place(0, "U0206")]).code == "illegal_action"
    assert replay(log(HIDDEN, place(0, "U0206"))).verdict == "unfinished"
    report = rejected([HIDDEN, place(0, "U0313")])
    assert report.reason is not None
    assert report.reason.endswith("only a river token of a log with hidden chance may be unknown")


def test_an_unknown_token_joins_networks_and_majorities_but_scores_as_no_noble() -> None:
    for token in ("farmer", "official", "unknown"):
        river = {"seat": 0, "do": "place", "token": token, "hex": "0216"}
        lines = [HIDDEN, river, stop(0), *turn(1, "F0402 F0404"), *turn(0, "F0212 P0313"), *turn(1, "F0416 F0420"),
                 *turn(0, "F0315 O0113"), score(0, "0214")]  # fmt: skip
        report = replay(log(*lines))
        assert report.verdict == "unfinished", report.reason
        assert report.sources == [{"ziggurat": 1, "city_nobles": 4, "city_tiles": 1}, {}], token


# Sizes of racks


@pytest.mark.parametrize("kinds", ["FFFFF", "UUUUU"])
def test_a_rack_holds_five(kinds: str) -> None:
    table = Table()
    if kinds == "UUUUU":
        table.places("UU")
        assert table.refused(table.next_place("U")) == "a turn of more than two tokens uses no river hex"
        return
    table.places("FFFFF")
    assert table.refused(table.next_place("F")) == NOT_IN_RACK
    table.do(stop(0))
    table.turn("FFFFF")
    table.places("FFFFF")
    assert table.refused(table.next_place("F")) == NOT_IN_RACK


def test_card_3_works_from_the_owners_next_refill() -> None:
    lines = [
        HIDDEN, *turn(0, "M0101"), *turn(1, "F0820 F0921"), *turn(0, "M0105 M0004"), *turn(1, "F0721 F0002"),
        score(1, "0103"), take(0, 3), score(1, "0822"),
    ]  # fmt: skip
    five = [place(0, where) for where in ("F0313", "F0315", "F0319", "F0402", "F0404")]
    assert rejected([*lines, *five, place(0, "F0412")]).reason == f"seat 0: place farmer 0412: {NOT_IN_RACK}"
    lines += [*five[:3], stop(0), *turn(1, "F0420 F0521")]
    seven = [place(0, where) for where in ("F0412", "F0416", "F0505", "F0606", "F0608", "F0610", "F0614")]
    assert replay(log(*lines, *seven)).verdict == "unfinished"
    assert rejected([*lines, *seven, place(0, "F0616")]).reason == f"seat 0: place farmer 0616: {NOT_IN_RACK}"


def played_down(single: bool) -> Table:
    """Seat 0 is to move and has only one farmer left, or two; the other seat has more."""
    table = Table()
    farmers = ["FF", "FF", "FF"] if single else ["FFF", "FF"]
    for number, tokens in enumerate(["FFFFF", *["MO", "OP", "PM"] * 3, *farmers]):
        table.turn(tokens)
        table.turn("UU" if number < 10 else "FF")
    return table


def test_the_single_last_token_is_a_turn_and_ends_the_game() -> None:
    table = played_down(single=True)
    assert table.refused(stop(0)) == "the tokens placed this turn are not yet an allowed set"
    table.places("F")
    assert table.refused(table.next_place("F")) == NOT_IN_RACK
    assert table.refused(table.next_place("U")) == NOT_IN_RACK
    table.do(stop(0))
    report = replay(log(*table.lines))
    assert (report.verdict, report.end) == ("verified", "rack_empty")
    for words in (place(1, "U0206"), stop(1), stop(0), draw(1, "F")):
        assert rejected([*table.lines, words]).code == "after_end"


def test_of_two_last_tokens_both_are_placed() -> None:
    table = played_down(single=False)
    table.places("F")
    assert table.refused(stop(0)) == "the tokens placed this turn are not yet an allowed set"
    table.places("F")
    assert table.refused(table.next_place("F")) == NOT_IN_RACK
    table.do(stop(0))
    assert replay(log(*table.lines)).end == "rack_empty"


def test_thirty_tokens_are_all() -> None:
    table = Table()
    turns = 0
    while table.state.to_move != NOBODY:
        table.turn("UU" if table.state.to_move else "MOP"[turns % 3] + "MOP"[(turns + 1) % 3] if turns < 18 else "FF")
        turns += 1
    report = replay(log(*table.lines))
    assert (report.verdict, report.end, report.turns) == ("verified", "rack_empty", 29)
    assert sum(words.get("do") == "place" and words["seat"] == 0 for words in table.lines) == 30


# The supply of each kind


@each(("letter", "most"), [("F", 12), ("M", 6), ("O", 6), ("P", 6)])
def test_the_supply_of_each_kind(letter: str, most: int) -> None:
    table = Table()
    for _ in range(most // 2):
        table.turn(letter * 2)
        table.turn("UU")
    assert table.refused(table.next_place(letter)) == NOT_IN_RACK
    in_river = place(0, letter + table.free_hex(True))
    assert table.refused(in_river) == NOT_IN_RACK, "a known token counts in the river too"
    for other in "FMOPU".replace(letter, ""):
        assert replay(log(*table.lines, table.next_place(other))).verdict == "unfinished"


def test_what_is_known_and_unknown_together_never_exceeds_the_supply() -> None:
    """With n tokens of a seat on the board and k known ones of a kind, at most 30 - n + k can be of that kind."""
    table = Table(players=2)
    for number in range(13):
        table.turn("UU" if number < 6 else "FF" if number < 12 else "MM")
        table.turn("MO" if number < 6 else "FF" if number < 12 else "PP")
    table.turn("MM")
    table.turn("PP")
    # Seat 0: 12 unknown, 12 farmers, 4 merchants; two tokens are left.
    assert table.refused(table.next_place("F")) == NOT_IN_RACK
    table.turn("MM")
    report = replay(log(*table.lines))
    assert (report.verdict, report.end) == ("verified", "rack_empty")


# Farms that need a noble, which may be unknown: a brute-force oracle


class Oracle:
    """Remembers what a seat must explain, and tries every assignment of its unknown tokens to farmer or noble.

    Which noble an unknown token is never matters: any noble supports a farm, and what is left of the supply is enough
    as long as known tokens do not exceed it.
    """

    def __init__(self) -> None:
        self.known: Counter[str] = Counter()
        self.unknown: list[str] = []
        self.one_is_a_noble: list[set[str]] = []

    def copy(self) -> Oracle:
        other = Oracle()
        other.known = self.known.copy()
        other.unknown = list(self.unknown)
        other.one_is_a_noble = list(self.one_is_a_noble)
        return other

    def add(self, kind: str, where: str, supporters: dict[str, str] | None) -> Oracle:
        """The memory after a placement; `supporters` are the own tokens next to the farm that a farmer goes on."""
        after = self.copy()
        if kind == "unknown":
            after.unknown.append(where)
        else:
            after.known[kind] += 1
        if supporters is not None and not any(
            token in ("merchant", "official", "priest") for token in supporters.values()
        ):
            after.one_is_a_noble.append({name for name, token in supporters.items() if token == "unknown"})
        return after

    def is_possible(self) -> bool:
        farmers = SUPPLY["farmer"] - self.known["farmer"]
        nobles = sum(SUPPLY[kind] - self.known[kind] for kind in SUPPLY if kind != "farmer")
        if any(self.known[kind] > SUPPLY[kind] for kind in SUPPLY):
            return False
        for guess in product((False, True), repeat=len(self.unknown)):
            are_nobles = {name for name, noble in zip(self.unknown, guess, strict=True) if noble}
            if (
                len(are_nobles) <= nobles
                and len(guess) - len(are_nobles) <= farmers
                and all(group & are_nobles for group in self.one_is_a_noble)
            ):
                return True
        return False


def neighbours_of(state: Any, hex_id: str) -> Iterator[str]:
    for near in state.neighbours[state.board.number[hex_id]]:
        yield state.board.ids[near]


def supporters_of(state: Any, seat: int, farm: str) -> dict[str, str]:
    found = {}
    for near in neighbours_of(state, farm):
        cell = state.cells[state.board.number[near]]
        if cell >> 3 == seat + 1:
            found[near] = [*SUPPLY, "unknown"][cell & 7]
    return found


def play_beside_the_oracle(rng: Random, most_unknown: int = 7) -> Counter[str]:
    """A game under `noble_only` in which every placement is compared with one that does not ask who supports.

    Nobles go on land, so that they run short; what goes into the river is unknown, most of it next to farms.
    """
    table, free = Table(farm_support_token_kind="noble_only"), Table()
    oracles = [Oracle(), Oracle()]
    seen: Counter[str] = Counter()
    while table.state.to_move != NOBODY and table.state.turn <= 30:
        state, seat = table.state, table.state.to_move
        assert free.state.to_move == seat
        oracle = oracles[seat]
        board = state.board
        hexes = [board.ids[number] for number in board.in_play if state.cells[number] in (0, 2)]
        farms = [name for name in hexes if state.cells[board.number[name]] == 2]
        beside_farms = {near for farm in farms for near in neighbours_of(state, farm)} & RIVERS & set(hexes)
        lands = [name for name in hexes if name not in RIVERS and name not in farms]
        candidates = [("farmer", farm) for farm in farms]
        candidates += [(kind, rng.choice(lands)) for kind in ("merchant", "official", "priest") if lands]
        if len(oracle.unknown) < most_unknown and beside_farms:
            candidates += [("unknown", name) for name in beside_farms]
        good = []
        for kind, where in candidates:
            words = {"seat": seat, "do": "place", "token": kind, "hex": where}
            action = BABYLONIA.action_from_json(words, PARTS)
            otherwise_legal = free.state.check(action) is None
            after = oracle.add(kind, where, supporters_of(state, seat, where) if where in farms else None)
            possible = after.is_possible()
            assert (state.check(action) is None) == (otherwise_legal and possible), (words, vars(after))
            if otherwise_legal:
                seen["possible" if possible else "impossible"] += 1
                if not possible and not any(group == set() for group in after.one_is_a_noble):
                    seen["nobles run short"] += 1
            if otherwise_legal and possible:
                good.append((kind, where, after))
        may_stop = state.check(BABYLONIA.action_from_json(stop(seat), PARTS)) is None
        if may_stop or not good:
            if not may_stop:
                words = next(iter(state.legal_actions())).to_json()
                oracles[seat] = oracle.add(words["token"], words["hex"], None)
            else:
                words = stop(seat)
        else:
            weights = [9 if where in farms else 4 if kind == "unknown" else 6 for kind, where, _ in good]
            kind, where, oracles[seat] = rng.choices(good, weights)[0]
            words = {"seat": seat, "do": "place", "token": kind, "hex": where}
        table.do(words)
        free.do(words)
    assert replay(log(*table.lines)).verdict in ("unfinished", "verified")
    return seen


def test_unknown_supporters_of_farms_are_nobles_exactly_when_that_is_possible() -> None:
    seen: Counter[str] = Counter()
    for seed in range(25):
        seen += play_beside_the_oracle(Random(seed))
    print(f"\nfarms with unknown supporters: {dict(seen)}")
    assert seen["possible"] > 100
    assert seen["nobles run short"] > 100


@pytest.mark.parametrize("kind", ["noble_only", "any_kind"])
def test_the_last_noble_may_be_needed_below_an_unknown_token(kind: str) -> None:
    assert TILES["0303"] == "FC"
    table = Table(farm_support_token_kind=kind)
    table.do(place(0, "U0204"))
    table.do(place(0, "F0402"))
    table.do(stop(0))
    table.turn("UU")
    table.do(place(0, "F0303"))
    table.do(place(0, "M0404"))
    table.do(stop(0))
    table.turn("UU")
    for tokens in ["MM", "MM", "OO", "OO", "OO", "PP", "PP", "PP"]:
        table.turn(tokens)
        table.turn("UU")
    # 5 merchants, 6 officials and 6 priests are known; under noble_only the 6th merchant lies beside the farm.
    if kind == "noble_only":
        assert table.refused(table.next_place("M")) == NOT_IN_RACK
    else:
        assert replay(log(*table.lines, table.next_place("M"))).verdict == "unfinished"
    table.turn("FF")
    assert replay(log(*table.lines)).verdict == "unfinished"


def test_a_farmer_supports_no_farm_that_needs_a_noble() -> None:
    table = Table(farm_support_token_kind="noble_only")
    table.do(place(0, "F0204"))
    table.do(place(0, "F0402"))
    assert table.refused(place(0, "F0303")) == "a farmer on a farm needs a token of the player next to it"
    either = Table(farm_support_token_kind="noble_only")
    either.do(place(0, "U0204"))
    assert replay(log(*either.lines, place(0, "F0303"))).verdict == "unfinished"
    face_up = Table(farm_support_token_kind="noble_only", farm_support_token="face_up_only")
    face_up.do(place(0, "U0204"))
    assert face_up.refused(place(0, "F0303")) == "a farmer on a farm needs a token of the player next to it"


# Changed hidden logs: some draws and some kinds must make them legal, by the reference


def completions(lines: list[Words]) -> Iterator[list[Words]]:
    """The log with every assignment of kinds to its unknown tokens."""
    places = [number for number, words in enumerate(lines) if words.get("token") == "unknown"]
    for kinds in product(SUPPLY, repeat=len(places)):
        guess = list(lines)
        for number, kind in zip(places, kinds, strict=True):
            if lines[number]["hex"] in RIVERS:
                guess[number] = {**lines[number], "token": kind}
        yield guess


def walk(lines: list[Words], favourites: tuple[str, ...]) -> tuple[int, str | None, bool]:
    """If each seat draws what it will need, then its favourites: the number of legal lines, the code, if it is over."""
    game = QuickReference(lines[0])
    needed = [
        [words["token"] for words in lines[1:] if words.get("do") == "place" and words.get("seat") == seat]
        for seat in range(len(lines[0]["seats"]))
    ]
    after_result = False
    for number, words in enumerate(lines[1:], 1):
        while game.to_move == "chance":
            seat, pool = game.chance_seat, game.players[game.chance_seat].pool.copy()
            drawn: list[str] = []
            for kind in [*needed[seat], *favourites, *sorted(pool.elements())]:
                if len(drawn) < game.draw_size and pool[kind]:
                    drawn.append(kind)
                    pool[kind] -= 1
                    if kind in needed[seat]:
                        needed[seat].remove(kind)
            game.apply({"chance": "draw", "seat": seat, "tokens": drawn})
        try:
            is_draw = kind_of(words) == "draw"
        except Unreadable:
            return number, "bad_line", False
        if is_draw:
            return number, "after_end" if game.to_move is None else "bad_chance", False
        code, after_result = judge(game, words, after_result)
        if code:
            return number, code, game.to_move is None
    return len(lines), None, game.to_move is None


def best_completion(lines: list[Words]) -> tuple[int, str | None, bool]:
    """The walk that gets furthest."""
    best: tuple[int, str | None, bool] = (0, None, False)
    for guess in completions(lines):
        for favourites in (("farmer",) * 7, ("merchant", "official", "priest", "farmer")):
            best = max(best, walk(guess, favourites), key=lambda outcome: outcome[0])
            if best[0] == len(lines):
                return best
    return best


HIDDEN_CHANGES: list[Change] = [a_hex, a_token, a_seat, two_lines, a_missing_line, a_repeated_line]


@settings(max_examples=4 * settings().max_examples)
@given(data=games(), change=st.sampled_from(HIDDEN_CHANGES), rng=randoms())
def test_a_changed_hidden_log_is_legal_if_some_draws_and_some_kinds_make_it_so(
    data: bytes, change: Change, rng: Random
) -> None:
    recorded = words_of(data)
    if recorded[0]["ruleset"]["switches"].get("card4_card5_together"):
        return
    lines = hide(recorded, 0, rng)[: rng.randint(10, 60)]
    rivers = [words for words in lines[1:] if words.get("do") == "place" and words["hex"] in RIVERS]
    for words in rng.sample(rivers, min(len(rivers), rng.randint(0, 2))):
        lines[lines.index(words)] = {**words, "token": "unknown"}
    lines = words_of(log(*lines))
    change(lines, rng)
    report = replay(log(*lines))
    if "gamelog" not in lines[0]:
        assert (report.code, report.line) == ("not_a_log", 1)
        return
    number, code, over = best_completion(lines[: report.line] if report.code else lines)
    if code:
        assert (report.code, report.line) == (code, number + 1), report.reason
    else:
        assert report.verdict == ("verified" if over else "unfinished"), report.reason


def test_the_letters_are_all_kinds() -> None:
    assert set(KINDS.values()) == {*SUPPLY, "unknown"}
