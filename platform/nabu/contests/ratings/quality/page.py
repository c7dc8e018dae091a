"""The page "Does the rating predict?", from the stored report."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from analytics.figures.ratings import CalibrationDot, calibration_figure, loss_figure
from analytics.intervals import Interval
from analytics.rating_quality.evaluation import SHOWN, WITHDRAWN
from analytics.rating_quality.report import ENOUGH, MOST_EVIDENCE
from engine.registry import GAMES
from nabu.contests.ratings.models import RatingQuality
from nabu.contests.ratings.queries import quality_of
from nabu.contests.ratings.words import rating_words
from nabu.core.charts.numbers import percent, percent_fine
from nabu.web.pages import game_or_404


@require_safe
def quality(request: HttpRequest, game: str) -> HttpResponse:
    """Does the rating of this game predict who wins?"""
    played = game_or_404(game)
    context = quality_context(quality_of(played.key), request.GET.get("players", ""))
    return render(
        request, "contests/ratings/quality/quality.html", {"game": played, "games": GAMES.values(), **context}
    )


def quality_context(quality: RatingQuality | None, players: str) -> dict[str, Any]:
    """The answer in one sentence, and the numbers and figures of the games with so many players, of the most frequent
    number if there are none; without a report only the sentence."""
    if quality is None:
        return {"quality": None, "answer": _("Unknown: no rated games have been measured yet.")}
    report = quality.report
    titles = {
        "elo": _("The rating"),
        "uniform": _("Equal chances for all"),
        "elo_plain": _("The rating without calibration"),
        "second": _("The second rating"),
    }
    tables = max(report["tables"], key=lambda one: (str(one["players"]) == players, one["games"]))
    systems = {system["key"]: system for system in tables["systems"]}
    dots = [CalibrationDot(b["predicted"], b["won"], Interval(*b["interval"]), b["n"]) for b in tables["bins"]]
    words = rating_words()
    last, elo, uniform = ([part[name] for part in tables["stretches"]] for name in ("last", "elo", "uniform"))
    return {
        "quality": quality,
        "answer": _answer(report),
        "tables": tables,
        "sizes": [(one["players"], one["games"]) for one in report["tables"]],
        "systems": [
            {"key": key, "title": title, "all": systems[key]["all"], "settled": systems[key]["settled"]}
            for key, title in titles.items()
        ],
        "settled_games": (systems["elo"]["settled"] or {}).get("games", 0),
        "evidence": number_format(report["evidence"], 1)
        if report["evidence"] < MOST_EVIDENCE
        else _("more than a million"),
        "bounds": {"shown": SHOWN, "withdrawn": WITHDRAWN},
        "differences": [
            {"title": titles[key], **report[name]}
            for key, name in (("uniform", "gain"), ("elo_plain", "plain"), ("second", "second"))
            if report[name]
        ],
        "dots": dots,
        "calibration": calibration_figure(dots, words),
        "course": loss_figure(last, elo, uniform, words),
    }


def _answer(report: dict[str, Any]) -> str:
    """The answer to "does the rating predict?" made from the numbers of all games."""
    elo = next(system["all"] for system in report["systems"] if system["key"] == "elo")
    numbers = {
        "games": number_format(report["games"]),
        "enough": ENOUGH,
        "skill": percent_fine(elo["skill"]),
        "pairs": percent(elo["pair_accuracy"]),
        "since": report["since"],
    }
    if report["verdict"] == "too_few":
        return _("Too few games to say: %(games)s of at least %(enough)s.") % numbers
    if report["verdict"] == "predicts" and elo["skill"] <= 0:
        return (
            _(
                "Yes, shown at rated game %(since)s. Over all %(games)s games its chances were no better than equal "
                "chances for all; if that goes on, the answer is withdrawn."
            )
            % numbers
        )
    if report["verdict"] == "predicts":
        return (
            _(
                "Yes: over %(games)s games its chances were better than equal chances for all, by %(skill)s, and "
                "of two players the one with the higher rating finished ahead in %(pairs)s of the cases. Shown since "
                "rated game %(since)s."
            )
            % numbers
        )
    return (
        _(
            "Not so far: over %(games)s games it has not been shown to beat equal chances. Until then, our "
            "predictions give everybody the same chance."
        )
        % numbers
    )
