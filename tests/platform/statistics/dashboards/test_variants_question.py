"""The answer about variants is made from the findings: what differs, what does not matter, what is unknown."""

from __future__ import annotations

from analytics.balance import Balance
from analytics.findings import Finding
from analytics.intervals import Interval
from analytics.variants_stats import Comparison, Difference, SourceDifference
from nabu.statistics.dashboards.questions.variants.sentences import measure_titles, sentences

TITLES = measure_titles() | {"a": "“Cities”"}
EVEN = Balance(40, 0.02, Interval(0.0, 0.1), 0.4)


def row(key: str, difference: float, finding: Finding) -> Difference:
    span = Interval(difference - 1, difference + 1)
    return Difference(key, (20.0, 20 + difference), difference, span, difference / 4, 0.8, 1.5, 0.004, 0.02, finding)


def said(*measures: Difference, source: Finding = "unknown", balance_q: float = 0.5) -> str:
    sources = (SourceDifference(row("a", 0.3, source), (0.5, 0.5)),)
    balance_p = 0.5 if balance_q > 0.1 else 0.001
    comparison = Comparison((40, 40), measures, sources, (EVEN, EVEN), balance_p, balance_q, None)
    return " ".join(sentences(comparison, ("Base", "Rack of four"), TITLES))


def test_what_differs_is_told_with_its_interval() -> None:
    text = said(row("turns", -3.0, "differs"), row("margin", 2.0, "differs"), source="differs")
    assert text.startswith("“Rack of four” differs most in turns in a game. 17.0 instead of 20.0 in “Base”")
    assert "−3.00 (−4.00 to −2.00)." in text
    assert "Also different: margin of the winner (+2.00)." in text
    assert "Players score differently from: “Cities” (+0.30)." in text
    assert "proven" not in text


def test_a_sure_difference_can_be_too_small_to_matter() -> None:
    text = said(row("turns", -0.12, "too_small"), row("margin", 0.1, "none_that_matters"))
    assert "No difference that matters between “Base” and “Rack of four”." in text
    assert "A difference, but too small to matter: turns in a game (−0.12)." in text
    assert "No difference that matters in: margin of the winner." in text


def test_what_is_unknown_is_told_with_what_is_possible() -> None:
    text = said(row("turns", 0.5, "unknown"), row("margin", 1.2, "hint"))
    assert "No difference found between “Base” and “Rack of four”." in text
    assert "Unknown, because a difference of up to this size is possible: turns in a game (1.50)." in text
    assert "Perhaps different, but among so many measures this may be chance: margin of the winner (+1.20)." in text


def test_the_seats_stand_in_the_same_list() -> None:
    assert "No difference found in the value of the seats." in said(row("turns", 0.5, "unknown"))
    assert "Seats matter differently" in said(row("turns", 0.5, "unknown"), balance_q=0.01)
