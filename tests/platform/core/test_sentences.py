"""Messages in the language of whoever reads them."""

from __future__ import annotations

import pytest
from django.utils import translation

from engine.message import Message, verbatim
from nabu.core.sentences import in_words, lazy_sentence, sentence
from tests.cases import each

ROUND = Message("bracket.round", {"number": 3})


@pytest.mark.parametrize(("language", "words"), [("en", "Round 3"), ("es", "Ronda 3"), ("de", "Runde 3")])
def test_a_message_is_said_in_the_active_language(language: str, words: str) -> None:
    late = lazy_sentence(ROUND)
    with translation.override(language):
        assert sentence(ROUND) == words
        assert str(late) == words


def test_nothing_is_said_of_nothing() -> None:
    assert sentence(None) == ""


@each(
    ("language", "count", "words"),
    [
        ("en", 1, "1 bye in every round."),
        ("en", 2, "2 byes in every round."),
        ("de", 1, "1 Freilos in jeder Runde."),
        ("de", 2, "2 Freilose in jeder Runde."),
        ("de", 1.5, "1,5 Freilose in jeder Runde."),
    ],
)
def test_plurals_and_decimals_are_those_of_the_language(language: str, count: float, words: str) -> None:
    with translation.override(language):
        assert sentence(Message("forecast.byes", {"count": count})) == words


def test_lists_and_messages_inside_a_message_are_in_the_language_too() -> None:
    message = Message("alternative.equal", {"tables": ("Ana–Ben", Message("alternative.bye", {"name": "Cem"}))})
    with translation.override("es"):
        assert sentence(message) == ("La siguiente mejor opción: Ana–Ben y un descanso para Cem; sería igual de buena.")


def test_stored_values_are_put_into_words_wherever_a_message_is() -> None:
    stored = {
        "sentences": [ROUND.to_json(), "Old sentence.", verbatim("100 % Ana").to_json()],
        "terms": [{"key": "rematch", "cost": 1, "label": Message("cost.rematch").to_json()}],
        "none": None,
    }
    with translation.override("de"):
        assert in_words(stored) == {
            "sentences": ["Runde 3", "Old sentence.", "100 % Ana"],
            "terms": [{"key": "rematch", "cost": 1, "label": "wiederholte Begegnung"}],
            "none": None,
        }


def test_a_key_of_a_newer_version_is_shown_as_it_is() -> None:
    assert in_words({"key": "pairing.from_the_future", "values": {"name": "Ana"}}) == "pairing.from_the_future"
