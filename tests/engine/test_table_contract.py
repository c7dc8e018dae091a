"""What every game must fulfil at a table on the screen: steps, words, places, bags, the setup, bounds of scores."""

from __future__ import annotations

import copy
import json
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bags import Bag, SetupPart
from engine.bounds import Bounds
from engine.catalogue import CATALOGUE, english
from engine.game import CHANCE, Action, BadSetup, EngineError, Game, JsonObject, ScoreEvent, State
from engine.message import VERBATIM, Message
from engine.registry import GAMES
from engine.table.choices import line_of_path
from tests.cases import each
from tests.engine.pictures import NAMES
from tests.engine.strategies import Table, tables, walk
from tests.profiles import examples

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())

DEPENDENT_PARTS = {("ishtar", "cups"), ("ishtar", "starting")}
"""Parts of a setup whose things cannot be swapped at will: a starting tile has the shape of its stack."""

SMALL = 5
"""So many things of a bag can be drawn in every order."""


def said(message: Message) -> str:
    """The message in English. It says something, and its key is known."""
    keys = [message.key]
    keys += [value.key for value in message.values.values() if isinstance(value, Message)]
    assert all(key in CATALOGUE or key == VERBATIM for key in keys), keys
    words = english(message)
    assert words.strip()
    assert "None" not in words
    assert "%(" not in words
    return words


def are_in(svg: str, places: Iterable[str]) -> None:
    """Every place is an element of the picture."""
    root = ElementTree.fromstring(svg)
    marks: dict[tuple[str, str], list[ElementTree.Element]] = {}
    for element in root.iter():
        for name, value in element.attrib.items():
            if name.startswith("data-"):
                marks.setdefault((name, value), []).append(element)
    for place in places:
        first, *inner = [tuple(part.split(":", 1)) for part in place.split("/")]
        found = marks.get((f"data-{first[0]}", first[1]), [])
        for key, value in inner:
            found = [each for one in found for each in one.iter() if each.get(f"data-{key}") == value]
        assert found, place


@EVERY_GAME
@given(data=st.data(), every=st.integers(0, 30))
@examples(10)
def test_each_action_has_a_path_of_its_own_that_says_its_line(game: Game, data: st.DataObject, every: int) -> None:
    table = data.draw(tables(game.key))
    for number, (state, _, _) in enumerate(walk(table)):
        if state.to_move < 0 or number % (every + 11):
            continue
        paths, places = set(), set()
        for action in state.legal_actions():
            path = game.steps(state, action)
            assert path
            paths.add(tuple((step.key, json.dumps(step.value, sort_keys=True), step.listed) for step in path))
            line = json.loads(json.dumps(line_of_path(state.to_move, path)))
            assert game.action_from_json(line, table.components) == action
            for step in path:
                said(step.label)
                places.update(step.places)
        assert len(paths) == len(state.legal_actions())
        are_in(game.picture(state, NAMES[: table.players]), places)


@EVERY_GAME
@given(data=st.data(), every=st.integers(0, 30))
@examples(4)
def test_a_game_that_says_nothing_of_its_own_goes_by_the_words_of_its_log(
    game: Game, data: st.DataObject, every: int
) -> None:
    table = data.draw(tables(game.key))
    for number, (state, action, events) in enumerate(walk(table)):
        said(Game.told(game, table.components, action))
        assert all(said(Game.explained(game, table.components, event)) for event in events)
        if state.to_move >= 0 and number % (every + 11) == 0:
            for possible in state.legal_actions():
                line = line_of_path(state.to_move, Game.steps(game, state, possible))
                assert game.action_from_json(json.loads(json.dumps(line)), table.components) == possible


@EVERY_GAME
@given(data=st.data(), every=st.integers(0, 30))
@examples(10)
def test_actions_and_events_are_told(game: Game, data: st.DataObject, every: int) -> None:
    table = data.draw(tables(game.key))
    components = table.components
    for number, (before, action, events) in enumerate(walk(table)):
        said(game.told(components, action))
        for key, value in action.to_json().items():
            if key in ("do", "chance"):
                said(game.label(components, key, value))
        for event in events:
            words = said(game.explained(components, event))
            if isinstance(event, ScoreEvent) and game.explained(components, event).key != VERBATIM:
                assert str(event.points) in words
        places = [place for event in events for place in game.places_of(components, event)]
        if places and not number % (every + 5):
            after = before.copy()
            after.apply(action)
            are_in(game.picture(after, NAMES[: table.players]), places)


def things_of(bag: Bag, line: JsonObject) -> list[str]:
    """What a draw brought, in its order."""
    value = line[bag.key]
    if bag.single:
        return [value]
    return [thing for group in value for thing in group] if bag.group else list(value)


def read_and_check(game: Game, state: State[Any], line: JsonObject) -> tuple[Action | None, EngineError | None]:
    """The action of a line, and why it is refused."""
    try:
        action = game.action_from_json(line, state.components)  # type: ignore[attr-defined]
    except EngineError as error:
        return None, error
    return action, state.check(action)


@EVERY_GAME
@given(data=st.data())
@examples(8)
def test_a_draw_comes_out_of_its_bag(game: Game, data: st.DataObject) -> None:
    table = data.draw(tables(game.key))
    rng = Random(table.seed)
    for state, _, _ in walk(table):
        if state.to_move != CHANCE:
            continue
        bag, action = state.bag(), state.draw(rng)
        line = action.to_json()
        assert line == {**bag.line, bag.key: line[bag.key]}
        things = things_of(bag, line)
        assert len(things) == bag.take
        assert Counter(things) <= Counter(bag.left)
        assert all(count > 0 for count in bag.left.values())
        assert game.action_from_json(bag.drawn(things), table.components) == action
        for thing in bag.left:
            said(game.label(table.components, bag.key, thing))
        if not bag.take:
            continue
        unknown = bag.drawn(["no such thing", *things[1:]])
        assert read_and_check(game, state, unknown)[1] is not None
        rarest = min(bag.left, key=lambda thing: bag.left[thing])
        if bag.left[rarest] < bag.take:
            assert read_and_check(game, state, bag.drawn([rarest] * bag.take))[1] is not None


@EVERY_GAME
@given(data=st.data())
@examples(8)
def test_a_draw_is_certain_if_it_has_one_outcome(game: Game, data: st.DataObject) -> None:
    table = data.draw(tables(game.key))
    for state, _, _ in walk(table):
        if state.to_move != CHANCE:
            continue
        bag = state.bag()
        everything = [thing for thing, count in bag.left.items() for _ in range(count)]
        if len(everything) > SMALL:
            assert not bag.certain or len(bag.left) == 1 or not bag.take or bag.take == len(everything)
            continue
        outcomes = set()
        for things in set(permutations(everything, bag.take)):
            outcome, refused = read_and_check(game, state, bag.drawn(things))
            assert refused is None
            outcomes.add(outcome)
        assert bag.certain == (len(outcomes) == 1)


# What lies on the table


def parts_of(table: Table) -> tuple[SetupPart, ...]:
    """The parts of a table's setup."""
    game = table.game
    return game.setup_parts(table.players, game.ruleset(table.ruleset, table.switches), table.components)


def leaves(part: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The paths to everything in a setup that is neither a list nor an object."""
    if isinstance(part, (dict, list)):
        for key, value in part.items() if isinstance(part, dict) else enumerate(part):
            yield from leaves(value, (*path, key))
    else:
        yield path


def value_at(setup: JsonObject, path: tuple[str | int, ...]) -> Any:
    """What a slot holds."""
    found: Any = setup
    for key in path:
        found = found[key]
    return found


def put(setup: JsonObject, path: tuple[str | int, ...], value: Any) -> None:
    """Fill a slot."""
    value_at(setup, path[:-1])[path[-1]] = value


@EVERY_GAME
@given(data=st.data())
@examples(15)
def test_a_setup_is_made_of_its_parts(game: Game, data: st.DataObject) -> None:
    table = data.draw(tables(game.key))
    parts, setup, rng = parts_of(table), table.setup(), Random(table.seed)
    assert len({part.key for part in parts}) == len(parts)
    slots = [slot for part in parts for slot in part.slots]
    assert sorted(map(repr, (slot.path for slot in slots))) == sorted(map(repr, leaves(setup)))
    rules = game.ruleset(table.ruleset, table.switches)
    for part in parts:
        said(part.title)
        said(part.question)
        counts = {value: count for value, _, count in part.things}
        assert len(counts) == len(part.things)
        for _, words, _ in part.things:
            said(words)
        for slot in part.slots:
            said(slot.label)
        values = [value_at(setup, slot.path) for slot in part.slots]
        for value, used in Counter(values).items():
            most = counts[value]
            assert most is None or used <= most
        bodies = [part.sides[value] for value in values if value in part.sides]
        assert len(set(bodies)) == len(bodies)
        if part.fit is not None:
            beside = next(other for other in parts if other.key == part.fit.part)
            assert [part.fit.of[value] for value in values] == [value_at(setup, slot.path) for slot in beside.slots]
        rng.shuffle(values)
        other = copy.deepcopy(setup)
        for slot, value in zip(part.slots, values, strict=True):
            put(other, slot.path, value)
        try:
            game.start(table.players, rules, table.components, other)
        except BadSetup:
            assert (game.key, part.key) in DEPENDENT_PARTS
    state = game.start(table.players, rules, table.components, setup)
    are_in(game.picture(state, NAMES[: table.players]), [place for slot in slots for place in slot.places])


# Bounds


def bounds_of(table: Table) -> Bounds:
    """The bounds of a table's scores."""
    game = table.game
    return game.bounds(table.players, game.ruleset(table.ruleset, table.switches), table.components)


def outside(bounds: Bounds, scores: Iterable[int], sources: Iterable[dict[str, int]]) -> list[str]:
    """What lies outside: `score`, the key of a source, or the sources of a shared total."""
    found = ["score" for score in scores if not bounds.score[0] <= score <= bounds.score[1]]
    by_seat = list(sources)
    for of_seat in by_seat:
        for key, (least, most) in bounds.sources.items():
            if not least <= of_seat.get(key, 0) <= most:
                found.append(key)
    for shared in bounds.shared:
        total = sum(of_seat.get(key, 0) for of_seat in by_seat for key in shared.sources)
        if total > shared.most or (shared.exactly and total != shared.most):
            found.append("+".join(shared.sources))
    return found


@EVERY_GAME
@each("players", [0, 1, 99])
def test_a_table_that_no_game_has_room_for_has_no_bounds(game: Game, players: int) -> None:
    components = game.components(game.component_sets[0])
    with pytest.raises(BadSetup):
        game.bounds(players, game.ruleset("base", {}), components)


@EVERY_GAME
@given(data=st.data())
@examples(20)
def test_no_game_lies_outside_its_bounds(game: Game, data: st.DataObject) -> None:
    table = data.draw(tables(game.key))
    bounds = bounds_of(table)
    assert bounds.sources.keys() == {source.key for source in game.sources}
    sources: list[dict[str, int]] = [{} for _ in range(table.players)]
    for _, _, events in walk(table):
        for event in events:
            if isinstance(event, ScoreEvent):
                sources[event.seat][event.source] = sources[event.seat].get(event.source, 0) + event.points
    scores = [sum(of_seat.values()) for of_seat in sources]
    assert outside(bounds, scores, sources) == []
    least, most = bounds.score
    assert least <= 0 <= most
    assert most < 5_000, "bounds that allow anything check nothing"
    for key, (_, highest) in bounds.sources.items():
        assert outside(bounds, scores, [{**sources[0], key: highest + 1}, *sources[1:]])
    assert "score" in outside(bounds, [most + 1, *scores[1:]], sources)
