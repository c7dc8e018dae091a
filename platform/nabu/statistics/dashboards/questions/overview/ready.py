"""Questions that are ready to be asked: each a page with its filter set, offered where games can answer it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from nabu.statistics.dashboards.facts.filters import month_title
from nabu.statistics.dashboards.facts.statistics import Statistics

STRONG_BAND, WEAK_BAND = 4, 1


@dataclass(frozen=True, slots=True)
class ReadyQuestion:
    """A question in words, the page that answers it, and the filter to set there."""

    words: str
    question: str
    query: str


def ready_questions(statistics: Statistics) -> list[ReadyQuestion]:
    """Those that the games within the filter can answer."""
    games, chosen = statistics.games, statistics.chosen
    asked = [
        ReadyQuestion(
            ngettext(
                "Does the first seat win more with %(players)s player?",
                "Does the first seat win more with %(players)s players?",
                players,
            )
            % {"players": players},
            "seats",
            chosen.address(players=players),
        )
        for players in sorted(games["players"].unique().tolist(), reverse=True)
    ]
    bands = set(games["band"].unique().tolist())
    if STRONG_BAND in bands:
        asked.append(ReadyQuestion(_("What do strong players win with?"), "sources", chosen.address(band=STRONG_BAND)))
    if WEAK_BAND in bands:
        asked.append(
            ReadyQuestion(_("Where do beginners make their points?"), "sources", chosen.address(band=WEAK_BAND))
        )
    if games["variant"].nunique() > 1:
        asked.append(ReadyQuestion(_("Do games take longer in another variant?"), "variants", chosen.address()))
    months = sorted(games["month"].unique().tolist())
    if len(months) > 1:
        words = _("How was it won in %(month)s?") % {"month": month_title(int(months[-1]))}
        asked.append(ReadyQuestion(words, "sources", chosen.address(since=int(months[-1]))))
    return asked
