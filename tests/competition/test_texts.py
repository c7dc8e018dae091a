"""The catalogue of texts: every key that the code names has one, with the same values, and none is left over."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import competition
from competition.formats import FORMATS
from competition.invalid_config import InvalidConfig
from competition.pairing.costs import TERMS
from competition.plans import PLANS
from competition.texts import ENGLISH, TEXTS
from competition.tie_breaks import TIE_BREAKS
from competition.trf.reader import TrfError, read_trf
from engine.message import Message, Plural

FOLDER = Path(competition.__file__).parent
PLACEHOLDER = re.compile(r"%\((\w+)\)s")
MAKERS = {"Message": "", "pair_message": "", "_refused": "", "_Problem": "trf."}
"""What takes a key, and what it puts in front of it."""

GIVEN = {"pair_message": {"one", "other"}, "_refused": {"label"}}
"""Values that such a function adds."""


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Everything that is called with a key, with the name of the function."""
    for path in sorted(FOLDER.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and node.args:
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if name in MAKERS:
                    yield name, node


def values(name: str, call: ast.Call) -> set[str] | None:
    """The names of the values that are given; None if they are not written down at the call."""
    found = GIVEN.get(name, set()) | {keyword.arg or "" for keyword in call.keywords}
    if name == "Message" and len(call.args) > 1:
        given = call.args[1]
        if not isinstance(given, ast.Dict) or not all(isinstance(key, ast.Constant) for key in given.keys):
            return None
        found |= {str(key.value) for key in given.keys if isinstance(key, ast.Constant)}
    return found


def placeholders(key: str) -> set[str]:
    text = TEXTS[key]
    return (
        {text.by, *PLACEHOLDER.findall(text.one + text.many)}
        if isinstance(text, Plural)
        else set(PLACEHOLDER.findall(text))
    )


def keys_of(name: str, call: ast.Call) -> list[str]:
    """The keys at a call; several where it chooses between them."""
    first = call.args[0]
    options = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
    return [MAKERS[name] + str(option.value) for option in options if isinstance(option, ast.Constant)]


def test_every_key_in_the_code_has_a_text_with_the_values_that_are_given() -> None:
    named = 0
    for name, call in calls():
        for key in keys_of(name, call):
            assert key in TEXTS, key
            given = values(name, call)
            assert given is None or placeholders(key) <= given, key
            named += 1
    assert named > 150


def test_every_key_that_is_put_together_has_a_text() -> None:
    messages = [message for fmt in FORMATS.values() for message in (fmt.title, fmt.description)]
    for fmt in FORMATS.values():
        for setting in fmt.settings:
            messages += [setting.label, *([setting.help] if setting.help else [])]
            messages += [setting.option_label(word) for word in setting.options]
    messages += [message for plan in PLANS for message in (plan.title, plan.description)]
    messages += [message for each in TIE_BREAKS.values() for message in (each.name, each.definition, each.version)]
    messages += [Message(f"{part}.{term}") for part in ("cost", "change") for term in TERMS]
    for message in messages:
        assert ENGLISH.render(message) not in ("", message.key)


def test_no_text_is_left_over() -> None:
    """Each key stands in the code, whole or as the end of one that is put together there."""
    code = "\n".join(path.read_text() for path in FOLDER.rglob("*.py") if path.parent.name != "texts")
    words = set(re.findall(r'"([\w.]+)"', code))
    starts = set(re.findall(r'f"(\w+)\.\{', code))
    assert starts == {"format", "setting", "plan", "tie_break", "cost", "change", "prize", "trf"}
    for key in TEXTS:
        start, end = key.split(".", 1)
        assert key in words or start in starts - {"trf"} or (start == "trf" and end in words), key


def test_plurals_have_both_forms_and_a_number_to_choose_by() -> None:
    for key, text in TEXTS.items():
        if isinstance(text, Plural):
            assert text.one != text.many, key
            assert text.by in PLACEHOLDER.findall(text.many), key


def test_numbers_choose_the_form_and_lists_are_listed() -> None:
    assert ENGLISH.render(Message("pairing.score_gap", {"points": 1})) == "They are 1 point apart."
    assert ENGLISH.render(Message("pairing.score_gap", {"points": 2.5})) == "They are 2.5 points apart."
    assert ENGLISH.render(Message("pairing.points", {"points": (6, 4, 1.5)})) == "They have 6, 4 and 1.5 points."


def test_refusals_are_english_sentences_and_keep_their_messages() -> None:
    with pytest.raises(InvalidConfig) as refused:
        FORMATS["swiss"].read_config({"rounds": "many"})
    assert str(refused.value) == "Rounds must be a whole number."
    assert refused.value.message == Message("config.not_whole_number", {"label": Message("setting.rounds")})
    with pytest.raises(TrfError) as unread:
        read_trf("")
    assert str(unread.value).startswith("There is no line with a player (001).")
    assert [problem.key for problem in unread.value.problems] == ["trf.no_player"]
