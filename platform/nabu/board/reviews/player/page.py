"""One player's reviewed games, put together for the page: numbers, sentences and figures."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from analytics.figures.reviews import ReviewWords, course_figure, phases_figure, sources_figure
from analytics.review_stats import ALL, OTHERS, RECENT, Compared
from analytics.significance import hardly_chance
from engine.luck.words import why_not_told
from nabu.board.reviews.player.luck import luck_context
from nabu.board.reviews.player.statistics import ReviewStatistics
from nabu.core.charts.numbers import points, points_span, signed
from nabu.core.charts.words import common_words, source_titles, too_few_games
from nabu.core.sentences import sentence

GAMES_SHOWN = 20


def context_of(found: ReviewStatistics) -> dict[str, object]:
    """What the template needs if there is a game."""
    words, name = review_words(), found.player.name
    phases = phase_titles()
    sources = {**source_titles(found.game), OTHERS: _("Given to the strongest opponent")}
    return {
        "answer": _answer(found.phases[0], name),
        "course": list(reversed(list(enumerate(found.course, start=1))))[:GAMES_SHOWN],
        "recent": RECENT,
        "course_figure": course_figure(found.course, game_address, words),
        "phase_lines": [(phases[row.key], row) for row in found.phases],
        "phases_answer": _difference(found.phases[1:], phases),
        "phases_figure": phases_figure(found.phases, name, phases, words),
        "source_lines": [(sources[row.key], row) for row in found.sources if row.mine or row.peers],
        "sources_answer": _most(found.sources, sources, name),
        "sources_figure": sources_figure(found.sources, name, sources, words),
        **luck_context(found, game_address),
        "why_no_luck": sentence(why_not_told(found.game)),
    }


def game_address(table: int) -> str:
    """The page of a game; a game's number is that of its table."""
    return reverse("table:anatomy", args=[table])


def phase_titles() -> dict[str, str]:
    """Thirds of a game, by turns."""
    return {ALL: _("Whole game"), "opening": _("Opening"), "middle": _("Middle"), "end": _("End")}


def review_words() -> ReviewWords:
    """The words of the figures."""
    return ReviewWords(
        **common_words(),
        game=_("Game {number}"),
        accuracy=_("accuracy"),
        recent=_("mean of ten games"),
        peers=_("peers"),
        course_alt=_("Dots for {count} games; the mean of the latest ones is {mean}."),
        phases_alt=_("Pairs of dots by phase: the accuracy of {player} and of the peers."),
        sources_alt=_("Pairs of dots by source: {player} loses most in {source}, {points} points per game."),
    )


def _answer(whole: Compared, name: str) -> str:
    said = ngettext(
        "%(name)s: accuracy %(accuracy)s in %(games)s reviewed game.",
        "%(name)s: accuracy %(accuracy)s in %(games)s reviewed games.",
        whole.games,
    ) % {"name": name, "accuracy": points(whole.mine), "games": whole.games}
    if whole.interval is not None:
        said += " " + _("95%% interval: %(span)s.") % {"span": points_span(whole.interval)}
    return said


def _difference(rows: Sequence[Compared], titles: dict[str, str]) -> str:
    """The largest difference from the peers that is hardly chance."""
    compared = [row for row in rows if row.difference is not None]
    if not compared:
        return ""
    if all(row.sample == "tiny" for row in compared):
        return too_few_games()
    sure = [row for row in compared if hardly_chance(row.q, row.sample)]
    if not sure:
        return _("No phase differs from the peers by more than chance explains.")
    widest = max(sure, key=lambda row: abs(row.difference or 0.0))
    values = {"phase": titles[widest.key], "points": signed(widest.difference)}
    return _("The largest difference from the peers: %(phase)s, %(points)s.") % values


def _most(rows: Sequence[Compared], titles: dict[str, str], name: str) -> str:
    """Where most is lost, if it is more than measurement explains."""
    own = [row for row in rows if row.key != OTHERS]
    most = max(own, key=lambda row: row.mine, default=None)
    if most is not None and most.sample == "tiny":
        return too_few_games()
    if most is None or most.interval is None or most.interval.low <= 0:
        return _("No source shows a loss beyond what chance explains.")
    values = {"name": name, "source": titles[most.key], "points": points(most.mine)}
    return _("%(name)s loses most in “%(source)s”: %(points)s points per game.") % values
