"""Which cards are strong: what they look like, and what is left of it when the position is allowed for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from analytics.card_effects import WRONG_BELOW, Verdict
from analytics.card_quarters import Quarters
from analytics.cards import CARDS, FEW_RATED, CardRow, CardTable, card_tables, effects_in
from analytics.figures.cards import CardWords, cards_figure, drawn_cards, is_adjusted
from analytics.figures.parts import Figure
from analytics.hidden_strength import SHIFT
from analytics.intervals import RANKED_FROM
from analytics.model import LEAST_GAMES
from analytics.stability import Stability
from analytics.sums import Cells
from engine.game import Card
from nabu.core.charts.words import card_titles, common_words, kind_title
from nabu.statistics.dashboards.drawings import drawing_address
from nabu.statistics.dashboards.facts.components import cards_shown, kinds_of, sets_of, variant_names
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.questions.cards.sentences import (
    effect_size,
    parts_in_words,
    sentences,
    verdict_colour,
    verdict_words,
)
from nabu.statistics.dashboards.questions.lab_test import LabTest, lab_test_of_cards
from nabu.statistics.dashboards.questions.page import Question, question_page
from nabu.statistics.dashboards.questions.stability import stability_in_words

FINDINGS = (Verdict.STRONG, Verdict.WEAK)
FOUND = (*FINDINGS, Verdict.DEPENDS, Verdict.UNCLEAR)

MOST_NAMED = 9
"""More cards than this are counted where they are left out, not named."""


@dataclass(frozen=True, slots=True)
class CardLine:
    """A row of the tables of a kind. `icon`: the address of the card's drawing, "" if it has none. `games` are the
    addresses of the games in which something happened to the card: "offered", "taken", "used", "declined". `quarters`:
    the effect by quarter of the game, if any has enough takers. `parts`: what it is worth with each number of players
    or in each variant, if that differs."""

    title: str
    icon: str
    row: CardRow
    verdict: str
    colour: str
    games: Mapping[str, str]
    quarters: Quarters
    parts: str
    stability: str

    @property
    def judged(self) -> bool:
        """Whether there are enough takers for a verdict."""
        return self.row.takers.sample == "enough"


@dataclass(frozen=True, slots=True)
class CardKind:
    """The cards of one kind. `number` counts the kinds from 1. `left_out`: cards that the figure has not, with their
    takers. `adjusted`: there is a model of the position. `has_uses`: some cards are used or declined later on.
    `has_quarters`: some quarter has enough takers. `dealt`: a shuffle decides which cards are on offer. `hidden`:
    strength that no log shows plays a part in these games. `lab_test`: what to test in the lab if something is found.
    """

    number: int
    title: str
    table: CardTable
    sentences: list[str]
    lines: list[CardLine]
    figure: Figure
    left_out: str
    adjusted: bool
    has_uses: bool
    has_quarters: bool
    dealt: bool
    hidden: bool
    lab_test: LabTest | None


@require_safe
def page(request: HttpRequest, game: str | None = None, pk: int | None = None) -> HttpResponse:
    """Which cards are strong."""
    question = Question(
        "cards", gettext_lazy("Cards of %(game)s"), "statistics/dashboards/questions/cards/cards.html", answer
    )
    return question_page(request, question, game, pk)


def answer(statistics: Statistics) -> dict[str, Any]:
    """What the page shows."""
    cards = cards_of(statistics)
    return {
        "has_cards": bool(cards),
        "kinds": card_kinds(statistics, cards),
        "model_needs": model_needs(statistics),
        "few_rated": FEW_RATED,
        "hidden_shift": SHIFT,
        "ranked_from": RANKED_FROM,
        "model_least": LEAST_GAMES,
        "differs_up_to": WRONG_BELOW,
    }


def summary(statistics: Statistics) -> list[str]:
    """The answer alone, for a page with several questions; empty for a game without cards."""
    cards = cards_of(statistics)
    titles, tables = card_titles(cards), tables_of_cards(statistics, cards)
    if len(tables) == 1:
        return sentences(tables[0], titles, variants_of(statistics))
    names = variants_of(statistics)
    return [f"{kind_title(table.kind)}: {sentence}" for table in tables for sentence in sentences(table, titles, names)]


def variants_of(statistics: Statistics) -> dict[str, str]:
    """The names of the variants that the games were played in."""
    return variant_names(statistics.chosen.game, statistics.variants)


def cards_of(statistics: Statistics) -> dict[str, Card]:
    """The cards of the sets that the games were played with, by key."""
    game = statistics.chosen.game
    keys = statistics.sums.total(CARDS)["card"].astype(str).tolist()
    return cards_shown(game, sets_of(game, statistics.component_names), keys)


def tables_of_cards(statistics: Statistics, cards: dict[str, Card]) -> list[CardTable]:
    """The statistics of the kinds of which a card was on offer."""
    return [table for table in card_tables(statistics.sums, kinds_of(cards)) if table.rows]


def card_kinds(statistics: Statistics, cards: dict[str, Card]) -> list[CardKind]:
    """The kinds of which a card was on offer."""
    titles, names = card_titles(cards), variants_of(statistics)
    tables = tables_of_cards(statistics, cards)
    stable = stability_of(statistics, tables)
    return [_kind(statistics, number, table, titles, names, stable) for number, table in enumerate(tables, start=1)]


def card_icons(statistics: Statistics, cards: Iterable[str]) -> dict[str, str]:
    """The addresses of the drawings of the cards; "" for those that the engine does not draw."""
    game = statistics.chosen.game
    return {card: drawing_address(game, card) for card in cards}


def games_of_takers(statistics: Statistics) -> Callable[[str], str]:
    """The address of the games in which a card was taken."""
    return lambda card: statistics.chosen.games_address(card=card, what="taken")


def model_needs(statistics: Statistics) -> str:
    """How many games the model of the position still needs, by number of players; "" if it has them."""
    games = Cells(counts=True).of(statistics.store.games())
    counts = games["players"].value_counts().sort_index()
    missing = [
        ngettext(
            "%(games)s of %(least)s games with %(players)s player",
            "%(games)s of %(least)s games with %(players)s players",
            players,
        )
        % {"games": int(count), "least": LEAST_GAMES, "players": players}
        for players, count in zip(counts.index.tolist(), counts.tolist(), strict=True)
        if count < LEAST_GAMES and players in set(statistics.games["players"])
    ]
    return "; ".join(missing)


def stability_of(statistics: Statistics, tables: Sequence[CardTable]) -> dict[str, Stability]:
    """By card that is found to be strong or weak: whether that holds in parts of the games."""
    found = {row.card: row.adjusted for table in tables for row in table.rows if row.verdict in FINDINGS}
    if not found:
        return {}
    kinds, parts = kinds_of(cards_of(statistics)), statistics.by_parts
    first, second, without = (
        effects_in(sums, kinds, tables) if sums else {} for sums in (parts.first, parts.second, parts.without)
    )
    return {
        card: Stability(whole, first.get(card), second.get(card), without.get(card))
        for card, whole in found.items()
        if whole
    }


def _kind(
    statistics: Statistics,
    number: int,
    table: CardTable,
    titles: Mapping[str, str],
    names: Mapping[str, str],
    stable: Mapping[str, Stability],
) -> CardKind:
    chosen = statistics.chosen
    drawn, icons = drawn_cards(table), card_icons(statistics, titles)
    found = sorted((row for row in table.rows if row.verdict in FOUND), key=lambda row: -abs(effect_size(row)))
    lines = [
        CardLine(
            titles[row.card],
            icons[row.card],
            row,
            verdict_words(row),
            verdict_colour(row),
            {what: chosen.address(card=row.card, what=what) for what in ("offered", "taken", "used", "declined")},
            _with_numbers(row.quarters),
            parts_in_words(row, names),
            stability_in_words(stable.get(row.card)),
        )
        for row in table.rows
    ]
    return CardKind(
        number=number,
        title=kind_title(table.kind),
        table=table,
        sentences=sentences(table, titles, names, lambda card: stable.get(card)),
        lines=lines,
        figure=cards_figure(drawn, titles, card_words(), games_of_takers(statistics), icons),
        left_out=_left_out([row for row in table.rows if row not in drawn], titles),
        adjusted=is_adjusted(drawn),
        has_uses=any(row.used or row.declined for row in table.rows),
        has_quarters=any(line.quarters for line in lines),
        dealt=any(row.offer for row in table.rows),
        hidden=any(row.compared.hidden for row in table.rows),
        lab_test=lab_test_of_cards(chosen.game, [titles[row.card] for row in found]) if found else None,
    )


def _left_out(rows: Sequence[CardRow], titles: Mapping[str, str]) -> str:
    if len(rows) > MOST_NAMED:
        return ngettext("%(count)s card", "%(count)s cards", len(rows)) % {"count": len(rows)}
    return ", ".join(f"{titles[row.card]} ({row.takers.count})" for row in rows)


def _with_numbers(quarters: Quarters) -> Quarters:
    """The quarters of a card; none if it has enough takers in none of them."""
    return quarters if any(quarters) else ()


def card_words() -> CardWords:
    """The words of the figures."""
    return CardWords(
        **common_words(),
        effects_alt=_(
            "Dots with interval bars for {count} cards around zero; highest: {card}, {effect} percentage points of "
            "winning chance."
        ),
        raw_alt=_(
            "Dots with interval bars for {count} cards around par; highest: {card}, {effect} percentage points above "
            "par."
        ),
    )
