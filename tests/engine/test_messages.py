"""Messages: every key of the engine, its English, and that every sentence fills the places of its template."""

from __future__ import annotations

import ast
import copy
import json
import pickle
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import engine
from engine import catalogue, picture_sentences, refusals, sentences
from engine.catalogue import CATALOGUE, english
from engine.for_people import ForPeople, with_name
from engine.game import BadSetup, Game
from engine.log import sentences as log_sentences
from engine.log import verdict_words
from engine.log.replay import replay
from engine.luck import sentences as luck_sentences
from engine.message import VERBATIM, Message, Plural
from engine.registry import GAMES
from engine.review import sentences as review_sentences
from engine.sentence import Template, Templates, joined, message_of
from engine.simulate import simulate_game
from engine.table import sentences as table_sentences
from tests.engine.messages import says_what_it_means

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
FOLDER = Path(engine.__file__).parent


def placeholders(english: str | Plural) -> set[str]:
    if isinstance(english, str):
        return set(re.findall(r"%\((\w+)\)s", english))
    return placeholders(english.one) | placeholders(english.many) | {english.by}


def templates_in(value: object) -> list[Template]:
    """A template, or those of a table of templates, each once."""
    if isinstance(value, Template):
        return [value]
    values = list(value.values()) if isinstance(value, dict) else list(value) if isinstance(value, tuple) else []
    return [template for each in values for template in templates_in(each)]


def tables() -> dict[str, list[Template]]:
    """The templates of each module that has some."""
    of_games = [import_module(f"engine.{key}.{part}") for key in GAMES for part in ("sentences", "picture_sentences")]
    modules = [sentences, picture_sentences, log_sentences, verdict_words, table_sentences, review_sentences]
    modules += [luck_sentences, *of_games]
    return {
        module.__name__: [template for value in vars(module).values() for template in templates_in(value)]
        for module in modules
    }


FILLED_BY_TABLE: dict[str, set[str]] = {
    "game.seat": {"number"},
    "amyitis.no_square": {"squares"},
    "amyitis.square_without_tile": {"squares"},
    "babylonia.no_slot": {"hexes"},
    "babylonia.slot_without_tile": {"hexes"},
    "amyitis.resources_held": {"count"},
    "amyitis.tiles_held": {"count"},
    "ishtar.gems_left": {"count"},
    "ishtar.no_such_fountain": {"name"},
    "ishtar.no_such_tile": {"name"},
    "ishtar.no_such_tree_card": {"name"},
    "ishtar.trees_planted": {"count"},
    "ishtar.wrong_fountains": {"count", "found", "different"},
    "ishtar.wrong_tiles": {"count", "found", "different"},
    "ishtar.wrong_tree_cards": {"count", "found", "different"},
}
"""Templates that are chosen from a table or by a condition, and what they are filled with there. What a seat does next
is chosen by phase, and filled with the seat; what has no places need not be filled by name.
"""


def calls() -> Iterator[tuple[str, Template, set[str]]]:
    """Every place where a template, or one of a table, is filled by name: where, which one, the names of the values."""
    for path in sorted(FOLDER.rglob("*.py")):
        name = ".".join(["engine", *path.relative_to(FOLDER).with_suffix("").parts])
        if path.stem in ("__main__", "__init__"):
            continue
        known = vars(import_module(name))
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            function = node.func
            if isinstance(function, ast.Attribute) and function.attr == "message":
                function = function.value
            function = function.value if isinstance(function, ast.Subscript) else function
            found = None
            if isinstance(function, ast.Name):
                found = known.get(function.id)
            elif isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
                found = getattr(known.get(function.value.id), function.attr, None)
            for template in templates_in(found):
                assert not node.args, f"{name}:{node.lineno}"
                yield f"{name}:{node.lineno}", template, {word.arg or "**" for word in node.keywords}


def test_every_sentence_fills_exactly_the_places_of_its_template() -> None:
    filled = set()
    for where, template, names in calls():
        assert names == placeholders(template.english), where
        filled.add(template.key)
    for templates in tables().values():
        for template in templates:
            if template.key not in filled and placeholders(template.english):
                by_phase = {"seat"} if template.key.split(".")[0] in GAMES else set()
                assert placeholders(template.english) == FILLED_BY_TABLE.get(template.key, by_phase), template.key
    assert filled.isdisjoint(FILLED_BY_TABLE)


def test_the_catalogue_has_every_template_once() -> None:
    keys = [template.key for templates in tables().values() for template in templates]
    reasons = [key for game in GAMES.values() for key in import_module(f"engine.{game.key}.refusals").REASONS.catalogue]
    assert len(set(keys + reasons)) == len(keys) + len(reasons)
    assert CATALOGUE.keys() == {*keys, *reasons}
    assert all(re.fullmatch(r"[a-z]+(\.[a-z0-9_]+)+", key) for key in CATALOGUE)
    assert VERBATIM not in CATALOGUE


@EVERY_GAME
def test_the_keys_of_a_game_begin_with_its_own(game: Game) -> None:
    assert game.messages
    assert all(key.startswith(f"{game.key}.") for key in game.messages)


@EVERY_GAME
def test_every_refusal_has_a_key_of_its_own_and_says_its_sentence(game: Game) -> None:
    reasons: refusals.Refusals = import_module(f"engine.{game.key}.refusals").REASONS
    line = json.loads(simulate_game(game.key, 2, game.rulesets[0], ["random"], 1).splitlines()[1])
    action = game.action_from_json(line, game.components(game.component_sets[0]))
    keys = set()
    for number in range(1, len(reasons.catalogue) + 1):
        error = reasons.explain(number, action)
        assert error.code in ("illegal_action", "bad_chance", "after_end", "out_of_turn")
        assert error.message.values == {"action": getattr(action.text(), "message", action.text())}
        assert english(error.message) == error.reason == str(error)
        keys.add(error.message.key)
    assert keys == reasons.catalogue.keys()


@EVERY_GAME
def test_what_is_due_is_a_message_at_every_line_of_a_game(game: Game) -> None:
    lines = simulate_game(game.key, 3, game.rulesets[0], ["random"], 1).splitlines(keepends=True)
    keys = set()
    for number in range(1, len(lines) - 1, 3):
        report = says_what_it_means(replay(b"".join(lines[:number])))
        assert report.message is not None
        assert report.message.key == "log.ends_early"
        due = report.message.values["due"]
        assert isinstance(due, Message)
        assert due.key in game.messages
        keys.add(due.key)
    assert len(keys) > 2


def test_a_log_of_each_kind_says_its_message() -> None:
    lines = simulate_game("babylonia", 2, "base", ["random"], 1).splitlines(keepends=True)
    start = lines[:3]
    for data, key, values in (
        (b"", "log.file_empty", {}),
        (b"[]\n", "log.no_header", {"problem": Message("log.not_an_object")}),
        (b"{}\n", "log.no_header", {"problem": Message("log.no_gamelog_key")}),
        (b"".join(start) + b"x" * 20_000, "log.line_too_long", {"bytes": "20,000", "most": "16,384"}),
        (b"".join(start) + b'{"seat":0,"do":"jump"}', "game.unknown_action", {"word": "'jump'"}),
        (b"".join(start) + b'{"seat":0,"do":"stop","x":1}', "game.unknown_keys", {"word": "stop", "unknown": "x"}),
        (
            b"".join(start) + b'{"seat":0,"do":"place","token":"farmer","hex":"0812"}',
            "babylonia.on_ziggurat",
            {"action": Message("game.acts", {"seat": 0, "words": "place farmer 0812"})},
        ),
        (b"".join([*lines, lines[-1]]), "log.line_after_result", {}),
    ):
        report = says_what_it_means(replay(data))
        assert report.message == Message(key, values)
    wrong = lines[-1].replace(b'"winners":[', b'"winners":[1,')
    report = says_what_it_means(replay(b"".join([*lines[:-1], wrong])))
    assert report.message is not None
    assert report.message.key == "log.result_differs"
    assert report.message.values["part"] == "winners"


def test_a_message_of_a_hostile_line_is_short_and_printable() -> None:
    start = b"".join(simulate_game("babylonia", 2, "base", ["random"], 1).splitlines(keepends=True)[:3])
    for word in ("x" * 16_000, "\u202e\u2028", "\u009b" * 400):
        for line in (f'{{"seat":0,"do":"{word}"}}', f'{{"seat":0,"do":"stop","{word}":1}}',
                     f'{{"seat":0,"do":"place","token":"{word}","hex":"0812"}}'):  # fmt: skip
            report = says_what_it_means(replay(start + line.encode()))
            assert report.message is not None
            for value in report.message.values.values():
                text = english(value) if isinstance(value, Message) else value
                assert isinstance(text, str)
                assert text.isprintable()
                assert len(text) <= 301


def test_people_read_the_seats_of_a_refusal_and_of_what_is_allowed_from_one() -> None:
    start = b"".join(simulate_game("babylonia", 2, "base", ["random"], 1).splitlines(keepends=True)[:3])
    report = replay(start + b'{"seat":0,"do":"place","token":"farmer","hex":"0812"}')
    assert report.reason is not None
    assert report.message is not None
    assert report.reason.startswith("seat 0: place farmer 0812: ")
    people = ForPeople(CATALOGUE)
    assert people.render(report.message).startswith("seat 1: place farmer 0812: ")
    stored = json.loads(json.dumps(report.to_json()))
    assert stored["legal"][0].startswith("seat 0: ")
    assert verdict_words.legal_in_words(people, stored)[0] == stored["legal"][0].replace("seat 0", "seat 1")


def test_a_name_takes_the_place_of_the_seat() -> None:
    class Spanish(ForPeople):
        """Has an article before a seat, none before a name."""

        def text(self, english: str) -> str:
            spanish = {"seat %(number)s": "el asiento %(number)s", "%(seat)s digs a tile": "%(seat)s extrae"}
            return spanish[english]

    digs = Message("babylon.digs", {"seat": 1})
    spanish = Spanish(CATALOGUE)
    assert spanish.render(digs) == "el asiento 2 extrae"
    assert spanish.render(with_name(digs, ["Ana", "Bo"])) == "Bo extrae"
    assert with_name(Message("babylon.digs", {"seat": -1}), ["Ana"]).values == {"seat": -1}


def test_a_text_without_a_key_is_its_own_message() -> None:
    error = BadSetup("no such thing")
    assert error.message == Message(VERBATIM, {"text": "no such thing"})
    assert english(error.message) == str(error) == error.reason


def test_two_messages_never_share_a_key() -> None:
    templates = Templates("test")
    templates("one", "one")
    with pytest.raises(ValueError, match=r"two messages are called test\.one"):
        templates("one", "two")
    with pytest.raises(ValueError, match=r"two messages are called game\.acts"):
        joined(CATALOGUE, sentences.templates.catalogue)


def test_a_sentence_is_a_text_that_survives_copies() -> None:
    count = Templates("test")("count", Plural("%(count)s %(what)s", "%(count)s %(what)ss"))
    said = count(count=2, what=sentences.OVER())
    assert said == "2 the game is overs"
    assert said.message == Message("test.count", {"count": 2, "what": Message("game.over")})
    assert count(count=1, what="log") == "1 log"
    for other in (copy.copy(said), copy.deepcopy(said), pickle.loads(pickle.dumps(said))):
        assert other == said
        assert message_of(other) == said.message
    assert message_of(said + ".").key == VERBATIM


def test_a_stored_message_of_an_unknown_key_is_still_shown() -> None:
    assert catalogue.english(Message("log.of_tomorrow", {"x": 1})) == "log.of_tomorrow"


def test_a_house_rule_is_named_by_its_title() -> None:
    """Its key ("full_circle") says nothing to a player, and a title that is quoted is one that the games have."""
    switches = [switch for game in GAMES.values() for switch in game.switches]
    keys, titles = {switch.name for switch in switches if "_" in switch.name}, {switch.title for switch in switches}
    for texts in CATALOGUE.values():
        for text in (texts.one, texts.many) if isinstance(texts, Plural) else (texts,):
            assert not keys.intersection(re.findall(r"\w+", text)), text
            assert set(re.findall(r"\(house rule “(.*?)”", text)) <= titles, text
