"""The answer of the sources page is made from the numbers, and says no more than they do."""

from __future__ import annotations

from analytics.findings import Finding
from analytics.intervals import Interval
from analytics.sources import SourceContrast, WinnersAgainstRest
from nabu.statistics.dashboards.questions.sources.page import sentences

TITLES = {"a": "Cities", "b": "Ziggurats", "c": "Farms"}


def row(source: str, difference: float, q: float | None, finding: Finding) -> SourceContrast:
    interval = None if q is None else Interval(difference - 2, difference + 2)
    return SourceContrast(source, 10 + difference, 10, difference, interval, 0.5, 0.4, 1.0, 2.0, q, finding)


def said(*rows: SourceContrast, games: int = 40) -> str:
    return " ".join(sentences(WinnersAgainstRest(games, 0, rows), ["a", "b", "c"], TITLES))


def test_the_source_that_separates_most_is_named_with_its_interval_and_those_that_do_not() -> None:
    text = said(row("a", 9.4, 0.001, "differs"), row("c", 3.0, 0.01, "differs"), row("b", 0.2, 0.7, "unknown"))
    assert text.startswith("“Cities” separates winners most clearly. ")
    assert "Winners make 9.4 more points from “Cities” than the others (7.4 to 11.4)." in text
    assert "q =" not in text
    assert "No difference was found in: Ziggurats." in text


def test_what_the_others_make_more_of_is_said() -> None:
    assert "The others make more than the winners from: Farms (−4.0)." in said(
        row("a", 9.4, 0.001, "differs"), row("c", -4.0, 0.01, "differs")
    )


def test_a_difference_that_does_not_matter_is_called_that() -> None:
    text = said(row("a", 0.4, 0.001, "too_small"), row("b", 0.1, 0.7, "none_that_matters"))
    assert "40 games do not show which source separates winners from the others." in text
    assert "A difference, but too small to matter: Cities (+0.4)." in text
    assert "No difference that matters in: Ziggurats." in text
    assert "may be chance" not in text


def test_a_difference_that_may_be_chance_is_called_that() -> None:
    text = said(row("a", 2.5, 0.2, "hint"), row("b", 0.2, None, "too_few"), games=1)
    assert "1 game does not show which source separates winners" in text
    assert "The largest difference, in “Cities” (+2.5; 0.5 to 4.5), may be chance." in text
    assert "more points" not in text


def test_without_a_winner_against_others_there_is_nothing_to_compare() -> None:
    assert "nothing to compare" in said()
