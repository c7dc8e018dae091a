"""Do variants differ: every variant that was played, and two of them against each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from analytics.figures.variants import VariantWords, differences_figure
from analytics.sums import Cells
from analytics.variants_stats import Comparison, Difference, VariantRow, compare, variant_rows
from engine.game import Game
from nabu.catalogue.games.drawings import source_icons
from nabu.catalogue.variants.queries import in_short
from nabu.core.charts.words import common_words, effect_words, finding_title, quoted, source_titles
from nabu.core.forms import TablerForm
from nabu.statistics.dashboards.facts.components import saved_variants, variant_names
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.questions.lab_test import lab_test_of_variants
from nabu.statistics.dashboards.questions.page import Question, question_page
from nabu.statistics.dashboards.questions.sources.page import source_keys
from nabu.statistics.dashboards.questions.variants.draws import Draws, draws_between
from nabu.statistics.dashboards.questions.variants.sentences import (
    assignment_sentence,
    measure_titles,
    sentences,
)


class PairForm(TablerForm):
    """Which two variants are compared."""

    base = forms.ChoiceField(label=gettext_lazy("First variant"), required=False)
    other = forms.ChoiceField(label=gettext_lazy("Second variant"), required=False)

    def __init__(self, data: Mapping[str, str], names: Mapping[str, str]) -> None:
        super().__init__(data)
        for field in self.fields.values():
            field.choices = list(names.items())  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class VariantLine:
    """A row of the table of variants. `rules`: in what it differs from the printed game; "" where the name says it.
    `games`: the address of its games."""

    name: str
    rules: str
    row: VariantRow
    players: str
    games: str


@dataclass(frozen=True, slots=True)
class DifferenceLine:
    """A row of a table of differences, in either variant: `means`, and of a source its `shares` of all points and
    `icon`, the address of its drawing."""

    title: str
    row: Difference
    finding: str
    means: tuple[float | None, float | None]
    shares: tuple[float | None, float | None] = (None, None)
    icon: str = ""


def asked_pair(query: QueryDict, statistics: Statistics) -> dict[str, Any]:
    """The two variants of the address, kept by the filter. Raises ValidationError for one that nobody has played."""
    keys = [str(key) for key in statistics.store.games()["variant"].cat.categories]
    form = PairForm(query, variant_names(statistics.chosen.game, keys))
    if not form.is_valid():
        raise ValidationError(form.errors.as_text())
    return {"kept": {name: value for name, value in form.cleaned_data.items() if value}}


@require_safe
def page(request: HttpRequest, game: str | None = None, pk: int | None = None) -> HttpResponse:
    """Whether variants differ."""

    def asked(statistics: Statistics) -> dict[str, Any]:
        return asked_pair(request.GET, statistics)

    def answer_of_pair(statistics: Statistics) -> dict[str, Any]:
        return answer(statistics, request.GET)

    question = Question(
        "variants",
        gettext_lazy("Variants of %(game)s"),
        "statistics/dashboards/questions/variants/variants.html",
        answer_of_pair,
        asked,
    )
    return question_page(request, question, game, pk)


def answer(statistics: Statistics, query: QueryDict) -> dict[str, Any]:
    """What the page shows."""
    chosen = statistics.chosen
    rows = variant_rows(statistics.sums)
    keys = [row.variant for row in rows]
    names, saved = variant_names(chosen.game, keys), saved_variants(chosen.game, keys)
    short = dict(zip(saved, in_short(list(saved.values())), strict=True))
    pair = pair_of(rows, query.get("base", ""), query.get("other", ""))
    found: dict[str, Any] = {
        "variant_lines": [_line(statistics, row, names[row.variant], short.get(row.variant, "")) for row in rows],
        "only_variant": chosen.variant is not None,
        "all_variants": chosen.only(variant=None).address(),
        "kept_filter": chosen.values(),
    }
    if pair is None:
        return found
    base, other = pair
    rows_of = {row.variant: row for row in rows}
    draws = draws_between(statistics, base, other)
    comparison = compared(statistics, base, other, draws)
    pair_names = names[base], names[other]
    titles, icons = row_titles(chosen.game), source_icons(chosen.game)
    common = set(rows_of[base].games_of) & set(rows_of[other].games_of)
    differences = [*comparison.measures, *(row.points for row in comparison.sources)]
    return found | {
        "pair_form": PairForm({"base": base, "other": other}, names),
        "pair_names": pair_names,
        "comparison": comparison,
        "sentences": sentences(comparison, pair_names, spoken_titles(chosen.game)),
        "assignment": assignment_sentence(draws, comparison),
        "lab_test": lab_test_of_variants(chosen.game, pair, pair_names)
        if any(row.finding in ("differs", "too_small", "hint") for row in differences)
        else None,
        "draws": draws,
        "measure_lines": [_difference_line(row, titles) for row in comparison.measures],
        "source_lines": [
            _difference_line(row.points, titles, row.shares, icons[row.points.key]) for row in comparison.sources
        ],
        "compared_games": [sum(rows_of[key].games_of[players] for players in common) for key in pair],
        "pair_games": (chosen.address(variant=base), chosen.address(variant=other)),
        "differences_figure": differences_figure(differences, titles, variant_words(), icons),
    }


def summary(statistics: Statistics) -> list[str]:
    """The answer alone, for a page with several questions; empty unless two variants were played."""
    rows = variant_rows(statistics.sums)
    pair = pair_of(rows, "", "")
    if pair is None:
        return []
    names = variant_names(statistics.chosen.game, pair)
    draws = draws_between(statistics, *pair)
    comparison = compared(statistics, *pair, draws)
    return [
        *sentences(comparison, (names[pair[0]], names[pair[1]]), spoken_titles(statistics.chosen.game)),
        assignment_sentence(draws, comparison),
    ]


def pair_of(rows: Sequence[VariantRow], base: str, other: str) -> tuple[str, str] | None:
    """The variants to compare: those asked for, if they were played, else those with most games; None with only one."""
    played = [row.variant for row in rows]
    if len(played) < 2:
        return None
    base = base if base in played else next(key for key in played if key != other)
    other = other if other in played and other != base else next(key for key in played if key != base)
    return base, other


def compared(statistics: Statistics, base: str, other: str, draws: Draws) -> Comparison:
    """The comparison of two variants within the filter."""
    return compare(
        statistics.sums.where(Cells(variant=base)),
        statistics.sums.where(Cells(variant=other)),
        source_keys(statistics.chosen.game),
        (1.0, 1.0) if draws.all_drawn else None,
    )


def row_titles(game: Game) -> dict[str, str]:
    """What is compared, by its key, as the head of a row."""
    return {key: capfirst(title) for key, title in measure_titles().items()} | source_titles(game)


def spoken_titles(game: Game) -> dict[str, str]:
    """The same as it stands in a sentence: sources in quotation marks."""
    return measure_titles() | {key: quoted(title) for key, title in source_titles(game).items()}


def against_base(statistics: Statistics) -> dict[str, Comparison]:
    """Every variant against the one with most games, by its key; the base itself is not in it."""
    played = [row.variant for row in variant_rows(statistics.sums)]
    return {
        other: compared(statistics, played[0], other, draws_between(statistics, played[0], other))
        for other in played[1:]
    }


def _line(statistics: Statistics, row: VariantRow, name: str, rules: str) -> VariantLine:
    players = ", ".join(f"{count}: {games}" for count, games in sorted(row.games_of.items()))
    return VariantLine(
        name,
        rules,
        row,
        players,
        statistics.chosen.address(variant=row.variant),
    )


def _difference_line(
    row: Difference,
    titles: Mapping[str, str],
    shares: tuple[float | None, float | None] = (None, None),
    icon: str = "",
) -> DifferenceLine:
    return DifferenceLine(titles[row.key], row, finding_title(row.finding), row.means or (None, None), shares, icon)


def variant_words() -> VariantWords:
    """The words of the figures."""
    return VariantWords(
        **common_words(),
        **effect_words(),
        scores_alt=_(
            "Dots with intervals: the mean score of a player in {count} variants; highest: {variant}, {mean}."
        ),
    )
