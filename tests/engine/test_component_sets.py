"""Component sets of every game: built-in ones fit, corrected ones are played and verified, broken ones are refused."""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.component_files import MOST_BYTES, library_of, read_component_file, schema_of, schema_problems
from engine.components import weakest
from engine.game import CONFIDENCE_LEVELS, BadComponents, ComponentSet, Game
from engine.log.replay import replay
from engine.registry import GAMES
from engine.simulate import play
from tests.cases import each

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def built_in(game: Game) -> ComponentSet:
    return game.components(game.component_sets[0])


def file_of(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False, indent=1).encode()


def corrected(game: Game) -> dict[str, Any]:
    """A copy of the built-in set under a name of its own."""
    return deepcopy(built_in(game).data) | {"name": "my-own-copy"}


@EVERY_GAME
def test_the_built_in_sets_fit_schema_and_counts(game: Game) -> None:
    for name in game.component_sets:
        found = game.components(name)
        assert found.name == name
        assert found.data["name"] == name
        assert found.data["game"] == game.key
        assert schema_problems(game, found.data) == []
        assert read_component_file(file_of(found.data))[1].sha256 == found.sha256


@EVERY_GAME
def test_every_section_has_a_title_and_a_mark(game: Game) -> None:
    for name in game.component_sets:
        confidence = game.components(name).confidence
        assert confidence.keys() == game.sections.keys()
        for found in confidence.values():
            assert found.level in CONFIDENCE_LEVELS
            assert found.source


@EVERY_GAME
def test_cards_are_told_apart(game: Game) -> None:
    cards = built_in(game).cards
    assert len({card.key for card in cards}) == len(cards)
    assert all(card.title and card.effect and card.kind for card in cards)


@EVERY_GAME
def test_a_corrected_set_is_played_and_its_logs_verify_only_where_it_is_known(game: Game) -> None:
    found_game, components = read_component_file(file_of(corrected(game)))
    assert found_game is game
    assert components.sha256 != built_in(game).sha256
    for players in game.player_counts:
        log = play(game.key, players, game.rulesets[0], ["greedy", "random"], 1, components=components).log
        assert json.loads(log.splitlines()[0])["components_sha256"] == components.sha256
        assert replay(log, library=library_of((game, components))).verdict == "verified"
        refused = replay(log)
        assert (refused.verdict, refused.code) == ("rejected", "bad_setup")
        assert "has not been loaded" in (refused.reason or "")
        known = library_of((game, components))
        nameless = log.replace(f',"components_sha256":"{components.sha256}"'.encode(), b"")
        assert "must give its components_sha256" in (replay(nameless, library=known).reason or "")
        renamed = log.replace(b'"components":"my-own-copy"', b'"components":"another-name"')
        assert "is called my-own-copy" in (replay(renamed, library=known).reason or "")


@EVERY_GAME
def test_order_of_keys_and_layout_of_the_file_do_not_change_the_digest(game: Game) -> None:
    data = corrected(game)
    turned = dict(reversed(data.items()))
    assert (
        read_component_file(file_of(turned))[1].sha256 == read_component_file(b"\n " + file_of(data) + b"\n")[1].sha256
    )


@EVERY_GAME
def test_a_set_with_other_values_needs_a_name_of_its_own(game: Game) -> None:
    data = deepcopy(built_in(game).data) | {"title": "Corrected"}
    with pytest.raises(BadComponents, match="is built in; give a set with other values a name of its own"):
        read_component_file(file_of(data))


@EVERY_GAME
@each("name", ["", "Über", "a b", "../x", "x" * 61, 5])
def test_names_are_plain(game: Game, name: Any) -> None:
    with pytest.raises(BadComponents, match=r"\$\.name"):
        read_component_file(file_of(corrected(game) | {"name": name}))


@each(
    ("content", "problem"),
    [
        (b"", "cannot be read"),
        (b"\xff\xfe", "not UTF-8"),
        (b"[]", "not a JSON object"),
        (b'{"game":"babylonia","game":"babylonia"}', "appears twice"),
        (b'{"game":"babylonia","x":1.5}', "not a whole number"),
        (b'{"game":"chess"}', "names its game"),
        (b'{"game":["babylonia"]}', "names its game"),
        (b'{"game":"babylonia"}', "is a required property"),
        (b'{"game":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested more than"),
        (b'{"game":"babylonia","x":"' + b"x" * MOST_BYTES + b'"}', "at most"),
    ],
)
def test_files_that_hold_no_component_set(content: bytes, problem: str) -> None:
    with pytest.raises(BadComponents, match=problem):
        read_component_file(content)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The places of all values inside."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, found in inner for place in leaves(found, (*path, key)))]


def at(data: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        data = data[key]
    return data


PLACES = {game.key: [place for place in leaves(corrected(game)) if place] for game in GAMES.values()}


@EVERY_GAME
@given(data=st.data())
def test_a_set_changed_in_some_places_is_refused_in_words_or_every_game_with_it_ends(
    game: Game, data: st.DataObject
) -> None:
    """Nobody can load a set that breaks the engine."""
    changed = corrected(game)
    rng = data.draw(st.randoms(use_true_random=False))
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        path = rng.choice(PLACES[game.key])
        try:
            holder = at(changed, path[:-1])
            old = holder[path[-1]]
        except (KeyError, IndexError, TypeError):
            continue
        other = rng.choice(PLACES[game.key])
        new: Any = rng.choice([0, 1, 2, 7, -1, 99, 10**12, True, None, "", "x", [], {}])
        if rng.random() < 0.5:
            try:
                new = deepcopy(at(corrected(game), (*path[:-2], *other[-2:])))
            except (KeyError, IndexError, TypeError):
                new = old + rng.choice((-1, 1)) if type(old) is int else old
        if rng.random() < 0.15:
            del holder[path[-1]]
        elif isinstance(holder, list) and rng.random() < 0.2:
            holder.append(deepcopy(old))
        else:
            holder[path[-1]] = new
    try:
        _, components = read_component_file(file_of(changed))
    except BadComponents as error:
        problems = error.problems
    else:
        _play_and_verify(game, components, rng)
        return
    assert problems
    assert all(problem.strip() for problem in problems)


def _play_and_verify(game: Game, components: ComponentSet, rng: Random) -> None:
    players = rng.choice(game.player_counts)
    played = play(game.key, players, rng.choice(game.rulesets), ["random"], rng.randint(0, 99), components=components)
    report = replay(played.log, library=library_of((game, components)))
    assert report.verdict == ("verified" if played.winners else "unfinished"), report.reason


@EVERY_GAME
def test_the_schema_allows_every_mark_of_confidence(game: Game) -> None:
    """Somebody who checks a value against a printed copy says so."""
    text = json.dumps(schema_of(game.key))
    assert json.dumps(list(CONFIDENCE_LEVELS)) in text


def test_the_weakest_mark_of_a_section_counts() -> None:
    values = [
        {"value": 1, "confidence": "rulebook", "source": "book"},
        {"deep": [{"confidence": "reconstructed", "source": "nowhere"}, {"confidence": "secondary", "source": "page"}]},
    ]
    assert (weakest(values).level, weakest(values).source) == ("reconstructed", "nowhere")
    assert weakest(values[0]).level == "rulebook"
    with pytest.raises(BadComponents, match="unknown confidence 'sure'"):
        weakest({"confidence": "sure"})
    with pytest.raises(BadComponents, match="no confidence"):
        weakest({"value": 3})


def test_too_many_problems_are_cut_with_their_number() -> None:
    game = GAMES["babylonia"]
    data = corrected(game)
    for entry in data["hexes"]:
        entry["terrain"] = "lava"
    with pytest.raises(BadComponents) as error:
        read_component_file(file_of(data))
    assert len(error.value.problems) == 21
    assert error.value.problems[-1] == "and more"


@EVERY_GAME
def test_no_text_holds_a_line_end(game: Game) -> None:
    """A pattern that ends in $ lets a line end through; and names stand in logs and on pages."""
    with pytest.raises(BadComponents, match=r"\$\.name: the text holds a line end"):
        read_component_file(file_of(corrected(game) | {"name": "my-set\n"}))


@EVERY_GAME
def test_a_file_that_is_wrong_in_very_many_places_is_refused_soon(game: Game) -> None:
    data = corrected(game)
    key = next(key for key, value in data.items() if isinstance(value, list))
    data[key] = [0] * 400_000
    with pytest.raises(BadComponents) as error:
        read_component_file(json.dumps(data).encode())
    assert len(error.value.problems) <= 21


def test_the_digest_decides_between_a_loaded_set_and_a_later_one_of_its_name() -> None:
    game = GAMES["babylonia"]
    data = deepcopy(built_in(game).data) | {"title": "Loaded before it was built in"}
    loaded = game.read_components(data)
    log = play("babylonia", 2, "base", ["random"], 1, components=loaded).log
    name = '"components":"babylonia-2019"'
    named = log.replace(name.encode(), f'{name},"components_sha256":"{loaded.sha256}"'.encode())
    assert replay(named).code == "bad_setup"
    assert replay(named, library=library_of((game, loaded))).verdict == "verified"


def test_babylonia_names_every_count_that_does_not_add_up() -> None:
    game = GAMES["babylonia"]
    data = corrected(game)
    data["players"]["2"]["tiles"]["P"] = 4
    data["players"]["3"]["tiles"]["XX"] = 1
    data["rack"]["limit"] = 8
    data["cards"][0]["id"] = 2
    data["card_sets"]["base"]["take"] = 9
    data["hexes"].append({"id": "0003", "terrain": "land", "region": "north", "site": "tile"})
    with pytest.raises(BadComponents) as error:
        read_component_file(file_of(data))
    told = "\n".join(error.value.problems)
    for problem in (
        "players.2: 20 tiles for 19 tile slots in play",
        "players.3.tiles: there is no tile XX",
        "rack: limit_with_card_3 is at least limit",
        "exactly one card of each number",
        "card_sets.base: take is at most the number of cards, 7",
        "column and row of 0003 add up to an odd number",
    ):
        assert problem in told


def test_a_corrected_value_changes_play() -> None:
    game = GAMES["babylonia"]
    data = corrected(game)
    data["scoring"]["card_1"] = 25
    _, components = read_component_file(file_of(data))
    rules = game.ruleset("base", {})
    state = game.start(2, rules, components, game.new_setup(2, rules, components, Random(1)))
    assert state.to_json()["components"] == "my-own-copy"
