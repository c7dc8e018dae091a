"""The figures of an experiment draw what was found, and names cannot break them."""

from __future__ import annotations

import json

from analytics.experiment_results import results_of
from analytics.experiments import ArmPlan, Plan, measures_of, play_games
from analytics.figures.experiments import differences_figure, seats_figure, sources_figure
from engine.registry import get_game
from tests.analytics.figures.drawn import check

PRINTED = get_game("babylonia").components("babylonia-2019")
TWO_ARMS = Plan(
    "babylonia", 2, ("random",), "7", tuple(ArmPlan(name, {}, PRINTED) for name in ("base", "seven_of_nine"))
)


def test_figures_draw_what_was_found() -> None:
    played = play_games(TWO_ARMS, 0, 6)
    results = results_of(played, measures_of(TWO_ARMS))
    titles = {measure.key: measure.key for measure in measures_of(TWO_ARMS)}
    names = ["base", "seven <of> nine"]
    for figure in (
        differences_figure(results.of_arm(1), titles),
        seats_figure(results.seats, names),
        sources_figure(played, measures_of(TWO_ARMS), titles, names),
    ):
        check(figure)
        assert figure.data
        assert "<of>" not in json.dumps(figure.to_json())
    assert differences_figure([], titles).data == []
    icons = dict.fromkeys(titles, "/source.svg")
    rows = sources_figure(played, measures_of(TWO_ARMS), titles, names, icons=icons).layout
    assert len(rows["images"]) == sum(one["name"] == "row-name" for one in rows["annotations"])
