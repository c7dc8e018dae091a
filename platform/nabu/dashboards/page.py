"""A dashboard put together: statistics, figures and their words for one filter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator

from analytics.cards import CardRow, CardTable, card_tables
from analytics.figures import Figure, cards_figure, contrast_figure, sources_figure
from analytics.frames import Frames, build_frames
from analytics.intervals import TINY_BELOW, UNRANKED_BELOW
from analytics.sources import (
    PlayerSources,
    SourceContrast,
    SourceShare,
    WinnersAgainstRest,
    sources_by_player,
    winners_against_rest,
)
from engine.game import Game
from nabu.dashboards.components import cards_shown, kinds_of, sets_shown
from nabu.dashboards.data_notes import DataNote, notes_on
from nabu.dashboards.filters import GameFilter
from nabu.dashboards.queries import GameOnRecord
from nabu.dashboards.words import card_titles, figure_words, kind_title, source_titles
from nabu.games.notes import reconstructed_note

PLAYERS_ON_A_PAGE = 25


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A row of the table of players: its sources in the order of the columns, and the address of its games."""

    row: PlayerSources
    shares: list[SourceShare]
    address: str


@dataclass(frozen=True, slots=True)
class CardLine:
    """A row of a table of cards, with the addresses of the games in which it was on offer, and taken."""

    title: str
    row: CardRow
    offered: str
    taken: str


@dataclass(frozen=True, slots=True)
class CardKind:
    """The cards of one kind: their table, its rows in words, and their figure. `number` counts the kinds from 1."""

    number: int
    title: str
    table: CardTable
    lines: list[CardLine]
    figure: Figure


@dataclass(frozen=True, slots=True)
class Dashboard:
    """Everything a dashboard shows. `sources` are the sources that gave anybody a point, by key, with their titles.

    `reconstructed` is one sentence on data that are nobody's printed game, None if there are none. Without cards in
    the component sets `has_cards` is false; with `card_kinds` empty nobody took one.
    """

    games: int
    sources: dict[str, str]
    players: Page[PlayerSources]
    players_figure: Figure
    source_lines: list[SourceLine]
    winners: WinnersAgainstRest
    contrasts: list[tuple[str, SourceContrast]]
    winners_figure: Figure
    has_cards: bool
    card_kinds: list[CardKind]
    reconstructed: str | None
    notes: list[DataNote]
    tiny_below: int = TINY_BELOW
    unranked_below: int = UNRANKED_BELOW


def frames_of(games: Sequence[GameOnRecord]) -> Frames:
    """The tables that all statistics start from."""
    return build_frames([on_record.game for on_record in games])


def source_keys(game: Game) -> list[str]:
    """The keys of the game's score sources in their fixed order."""
    return [source.key for source in game.sources]


def tables_of_cards(game: Game, games: Sequence[GameOnRecord]) -> list[CardTable]:
    """The statistics of the cards in these games, a table a kind."""
    cards = cards_shown(game, games, sets_shown(game, games))
    return card_tables(frames_of(games), kinds_of(cards))


def build_dashboard(chosen: GameFilter, games: Sequence[GameOnRecord], page_number: Any = 1) -> Dashboard:
    """The dashboard of these games. `page_number` is the page of the long table of players."""
    game, frames, words = chosen.game, frames_of(games), figure_words()
    titles, sets = source_titles(game), sets_shown(game, games)
    scored = set(frames.score_events["source"])
    sources = {key: title for key, title in titles.items() if key in scored}
    by_player = sources_by_player(frames, source_keys(game))
    players = Paginator(by_player, PLAYERS_ON_A_PAGE).get_page(page_number)
    winners = winners_against_rest(frames, source_keys(game))
    cards = cards_shown(game, games, sets)
    return Dashboard(
        games=len(games),
        sources=sources,
        players=players,
        players_figure=sources_figure(list(players), titles, words),
        source_lines=[_source_line(chosen, row, sources) for row in players],
        winners=winners,
        contrasts=[(titles[row.source], row) for row in winners.sources if row.source in scored],
        winners_figure=contrast_figure(winners, titles, words),
        has_cards=bool(cards),
        card_kinds=_card_kinds(chosen, card_tables(frames, kinds_of(cards)), card_titles(cards)),
        reconstructed=reconstructed_note(game, sets),
        notes=notes_on(game, sets),
    )


def _source_line(chosen: GameFilter, row: PlayerSources, shown: Mapping[str, str]) -> SourceLine:
    shares = [share for share in row.sources if share.source in shown]
    return SourceLine(row, shares, chosen.address(player=row.player_id))


def _card_kinds(chosen: GameFilter, tables: Sequence[CardTable], titles: Mapping[str, str]) -> list[CardKind]:
    """The kinds of which a card was on offer."""
    return [
        CardKind(
            number,
            kind_title(table.kind),
            table,
            [_card_line(chosen, row, titles[row.card]) for row in table.rows],
            cards_figure(table, titles, figure_words()),
        )
        for number, table in enumerate((table for table in tables if table.rows), start=1)
    ]


def _card_line(chosen: GameFilter, row: CardRow, title: str) -> CardLine:
    address = {what: chosen.address(card=row.card, what=what) for what in ("offered", "taken")}
    return CardLine(title, row, **address)
