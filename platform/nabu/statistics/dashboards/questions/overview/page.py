"""How a game is won, at a glance: a small picture with its verdict for each question, and questions to ask next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from analytics.cards import CardRow
from analytics.figures.cards import cards_figure, drawn_cards, is_adjusted
from analytics.figures.parts import Figure
from analytics.figures.seats import seats_figure
from analytics.figures.sources import at_the_end, winners_course_figure
from analytics.figures.spread import SpreadWords, column_in_words, columns_of, quantile, spread_figure
from analytics.figures.variants import scores_figure
from analytics.seats import seat_tables
from analytics.sources import SOURCES, SourceCourse, course
from analytics.variants_stats import variant_rows
from nabu.core.charts.words import card_titles, common_words, figure_words, kind_title, source_titles
from nabu.statistics.dashboards.facts.components import variant_names
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.questions.cards import page as cards
from nabu.statistics.dashboards.questions.cards.sentences import short_verdict as cards_verdict
from nabu.statistics.dashboards.questions.overview.ready import ready_questions
from nabu.statistics.dashboards.questions.page import Question, question_page
from nabu.statistics.dashboards.questions.seats import page as seats
from nabu.statistics.dashboards.questions.sources.page import source_keys
from nabu.statistics.dashboards.questions.variants import page as variants
from nabu.statistics.dashboards.questions.variants.draws import draws_between
from nabu.statistics.dashboards.questions.variants.sentences import headline as variants_verdict

MOST_VARIANTS = 3
"""Rows that a small picture has room for."""

FOUR_OF_FIVE = (0.1, 0.9)
"""Between these parts lie four of five scores."""


@dataclass(frozen=True, slots=True)
class Box:
    """A small picture: the question that it belongs to, its kind, its verdict, and the line with unit and sample.

    `numbers`: what it counts and the addresses of those games, where no other page has them as a table.
    """

    key: str
    question: str
    kind: str | Promise
    verdict: str
    figure: Figure
    meta: str
    numbers: Sequence[tuple[str, str]] = ()


@require_safe
def page(request: HttpRequest, game: str | None = None, pk: int | None = None) -> HttpResponse:
    """How a game is won."""
    question = Question(
        "overview",
        gettext_lazy("How %(game)s is won"),
        "statistics/dashboards/questions/overview/overview.html",
        answer,
        typed=True,
    )
    return question_page(request, question, game, pk)


def answer(statistics: Statistics) -> dict[str, Any]:
    """What the page shows."""
    if not statistics.count:
        return {"boxes": [], "ready": []}
    found = [_points(statistics), _cards(statistics), _seats(statistics), *_spreads(statistics), _variants(statistics)]
    return {"boxes": [box for box in found if box is not None], "ready": ready_questions(statistics)}


def counts_of(statistics: Statistics) -> dict[str, dict[int, int]]:
    """How many games had how many turns, and how many players made how many points."""
    return {"turns": _counts(statistics.games["turns"]), "score": _counts(statistics.people["score"])}


def _counts(values: pd.Series[int]) -> dict[int, int]:
    counts = values.value_counts(sort=False).sort_index()
    return {int(value): int(count) for value, count in zip(counts.index.tolist(), counts.tolist(), strict=True)}


def _points(statistics: Statistics) -> Box:
    game = statistics.chosen.game
    rows, titles = course(statistics.sums, source_keys(game)), source_titles(game)
    games = int(statistics.sums.total(SOURCES)["contrasts"].sum())
    sample = {"sample": ngettext("%(games)s game", "%(games)s games", games) % {"games": games}}
    return Box(
        "points",
        "sources",
        _("Where points come from"),
        _course_verdict(rows, titles),
        winners_course_figure(rows, titles, figure_words(), statistics.chosen.games_address()),
        _("Points of winners and of all others, %(sample)s") % sample
        if at_the_end(rows)
        else _("Points of winners by quarter of the turns, %(sample)s") % sample,
    )


def _course_verdict(rows: list[SourceCourse], titles: Mapping[str, str]) -> str:
    if not any(points for row in rows for points in row.winners):
        return _("Nobody has won alone yet.")
    early, late = (max(rows, key=lambda row: row.winners[quarter]) for quarter in (0, -1))
    values = {"early": titles[early.source], "late": titles[late.source]}
    if at_the_end(rows):
        return _("Nearly all points come last, most from “%(late)s”.") % values
    if early == late:
        return _("“%(late)s” pays most, early and late.") % values
    return _("“%(early)s” pays early, “%(late)s” late.") % values


def _cards(statistics: Statistics) -> Box | None:
    """The strongest, the middle and the weakest card of the kind with most cards; None for a game without cards."""
    listed = cards.cards_of(statistics)
    tables = cards.tables_of_cards(statistics, listed)
    if not tables:
        return None
    table = max(tables, key=lambda table: len(drawn_cards(table)))
    titles, drawn = card_titles(listed), drawn_cards(table)
    unit = (
        _("Percentage points of winning chance, 95% interval")
        if is_adjusted(drawn)
        else _("Wins of takers above an even share, percentage points, 95% interval")
    )
    return Box(
        "cards",
        "cards",
        _("Cards") if len(tables) == 1 else kind_title(table.kind),
        cards_verdict(table, titles),
        cards_figure(
            _ends(drawn),
            titles,
            cards.card_words(),
            cards.games_of_takers(statistics),
            cards.card_icons(statistics, titles),
        ),
        unit,
    )


def _ends(drawn: list[CardRow]) -> list[CardRow]:
    return drawn if len(drawn) < 4 else [drawn[0], drawn[len(drawn) // 2], drawn[-1]]


def _seats(statistics: Statistics) -> Box:
    """Of the number of players with most games."""
    table = max(seat_tables(statistics.sums), key=lambda table: table.games)
    meta = ngettext(
        "Share of wins with %(players)s players, %(games)s game, 95%% interval",
        "Share of wins with %(players)s players, %(games)s games, 95%% interval",
        table.games,
    ) % {"players": table.players, "games": table.games}
    figure = seats_figure(table, seats.seat_words(), seats.games_won(statistics, table))
    caveat = seats.caveat(table)
    meta = f"{meta}. {caveat}" if caveat else meta
    return Box("seats", "seats", _("Seats"), seats.verdict(table)[0], figure, meta)


def _spreads(statistics: Statistics) -> tuple[Box, Box]:
    def of_turns(low: int, high: int) -> str:
        return chosen.games_address(least_turns=low, most_turns=high)

    def of_scores(low: int, high: int) -> str:
        return chosen.games_address(least_score=low, most_score=high)

    counts = counts_of(statistics)
    turns, scores, chosen = counts["turns"], counts["score"], statistics.chosen
    words = SpreadWords(
        **common_words(),
        middle=_("half by turn {value}"),
        column=_("{low} to {high}: {count}"),
        spread_alt=_("Columns: how many games had how many turns; half of them {value} or fewer."),
    )
    length = Box(
        "length",
        "games",
        _("Length"),
        _("Half of the games are over by turn %(turn)s.") % {"turn": quantile(turns, 0.5)},
        spread_figure(turns, words, of_turns),
        ngettext(
            "Turns of all players together, %(games)s game",
            "Turns of all players together, %(games)s games",
            statistics.count,
        )
        % {"games": statistics.count},
        _numbers(turns, words, of_turns),
    )
    words = SpreadWords(
        **common_words(),
        middle=_("middle {value}"),
        column=_("{low} to {high}: {count}"),
        spread_alt=_("Columns: how many players made how many points; half of them {value} or fewer."),
    )
    low, high = (quantile(scores, part) for part in FOUR_OF_FIVE)
    spread = Box(
        "spread",
        "sources",
        _("Spread"),
        _("Four of five scores lie between %(low)s and %(high)s.") % {"low": low, "high": high},
        spread_figure(scores, words, of_scores),
        ngettext(
            "Final scores, %(people)s player-game", "Final scores, %(people)s player-games", statistics.player_games
        )
        % {"people": statistics.player_games},
        _numbers(scores, words, of_scores),
    )
    return length, spread


def _numbers(counts: Mapping[int, int], words: SpreadWords, games: Callable[[int, int], str]) -> list[tuple[str, str]]:
    """The columns of a spread in words, those that are not empty."""
    columns = [column for column in columns_of(counts) if column.count]
    return [(column_in_words(column, words), games(column.low, column.high)) for column in columns]


def _variants(statistics: Statistics) -> Box | None:
    """None with a single variant."""
    rows = variant_rows(statistics.sums)
    pair = variants.pair_of(rows, "", "")
    if pair is None:
        return None
    shown = rows[:MOST_VARIANTS]
    names = variant_names(statistics.chosen.game, [row.variant for row in shown])
    comparison = variants.compared(statistics, *pair, draws_between(statistics, *pair))
    return Box(
        "variants",
        "variants",
        _("Variants"),
        variants_verdict(comparison, (names[pair[0]], names[pair[1]]), variants.spoken_titles(statistics.chosen.game)),
        scores_figure(
            shown,
            names,
            variants.variant_words(),
            lambda variant: statistics.chosen.games_address(variant=variant),
        ),
        _("Mean score of a player, 95% interval"),
    )
