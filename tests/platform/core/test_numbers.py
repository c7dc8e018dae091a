"""Numbers for people: a minus sign, "to" between the ends of an interval, and a card's number once."""

from __future__ import annotations

from django.utils import translation

from analytics.intervals import Interval
from engine.registry import get_game
from nabu.core.charts.numbers import equals, fine_signed_span, percent, percent_span, points, points_span, signed
from nabu.core.charts.words import card_titles


def test_negative_numbers_have_a_minus_sign() -> None:
    assert [points(-1.26), signed(-0.44), signed(0.44), points(-0.01)] == ["−1.3", "−0.4", "+0.4", "0.0"]
    assert percent(-0.5) == "−50%"
    with translation.override("de"):
        assert points(-1.26) == "−1,3"
        assert percent(-0.5) == "−50\N{NO-BREAK SPACE}%"


def test_the_ends_of_an_interval_are_joined_by_a_word() -> None:
    assert points_span(Interval(-1.26, 4.0)) == "−1.3 to 4.0"
    assert percent_span(Interval(0.24, 0.31)) == "24 to 31%"
    assert fine_signed_span(Interval(-0.21, 0.03)) == "−0.21 to +0.03"
    assert points_span(None) == ""
    assert [equals(0.34), equals(0.0001)] == ["= 0.34", "<\N{NO-BREAK SPACE}0.001"]


def test_a_title_that_has_the_number_of_the_card_does_not_get_it_twice() -> None:
    ishtar, babylonia = (
        get_game(game).components(get_game(game).component_sets[0]).cards for game in ("ishtar", "babylonia")
    )
    assert card_titles({card.key: card for card in ishtar})["5"] == "Skill 5: double bloom"
    assert card_titles({card.key: card for card in babylonia})["5"].startswith("5 · ")
