"""A dashboard put together: statistics, figures and their words for one filter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator

from analytics.cards import CardRow, CardTable, card_table
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
from nabu.dashboards.data_notes import DataNote, notes_on
from nabu.dashboards.filters import GameFilter
from nabu.dashboards.queries import GameOnRecord
from nabu.dashboards.words import card_titles, figure_words, source_titles

PLAYERS_ON_A_PAGE = 25


@dataclass(frozen=True, slots=True)
class Dashboard:
    """Everything a dashboard shows. `sources` are the sources that gave anybody a point, by key, with their titles."""

    games: int
    sources: dict[str, str]
    players: Page[PlayerSources]
    players_figure: Figure
    winners: WinnersAgainstRest
    contrasts: list[tuple[str, SourceContrast]]
    winners_figure: Figure
    cards: CardTable
    card_rows: list[tuple[str, CardRow]]
    cards_figure: Figure
    notes: list[DataNote]
    tiny_below: int = TINY_BELOW
    unranked_below: int = UNRANKED_BELOW


def frames_of(games: Sequence[GameOnRecord]) -> Frames:
    """The tables that all statistics start from."""
    return build_frames([on_record.game for on_record in games])


def source_keys(game: Game) -> list[str]:
    """The keys of the game's score sources in their fixed order."""
    return [source.key for source in game.sources]


def card_keys(game: Game) -> list[str]:
    """The keys of the game's cards."""
    return [card.key for card in game.cards]


def build_dashboard(chosen: GameFilter, games: Sequence[GameOnRecord], page_number: Any = 1) -> Dashboard:
    """The dashboard of these games. `page_number` is the page of the long table of players."""
    game, frames, words = chosen.game, frames_of(games), figure_words()
    titles, cards = source_titles(game), card_titles(game)
    scored = set(frames.score_events["source"])
    by_player = sources_by_player(frames, source_keys(game))
    players = Paginator(by_player, PLAYERS_ON_A_PAGE).get_page(page_number)
    winners = winners_against_rest(frames, source_keys(game))
    table = card_table(frames, card_keys(game))
    return Dashboard(
        games=len(games),
        sources={key: title for key, title in titles.items() if key in scored},
        players=players,
        players_figure=sources_figure(list(players), titles, words),
        winners=winners,
        contrasts=[(titles[row.source], row) for row in winners.sources if row.source in scored],
        winners_figure=contrast_figure(winners, titles, words),
        cards=table,
        card_rows=[(cards[row.card], row) for row in table.rows],
        cards_figure=cards_figure(table, cards, words),
        notes=notes_on(game, (on_record.game.facts["components"] for on_record in games)),
    )


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A row of the table of players: its sources in the order of the columns, and the address of its games."""

    row: PlayerSources
    shares: list[SourceShare]
    address: str


@dataclass(frozen=True, slots=True)
class CardLine:
    """A row of the table of cards, with the addresses of the games in which it was on offer, and taken."""

    title: str
    row: CardRow
    offered: str
    taken: str


def source_lines(chosen: GameFilter, board: Dashboard) -> list[SourceLine]:
    """The rows of the players on this page."""
    return [
        SourceLine(
            row, [share for share in row.sources if share.source in board.sources], chosen.address(player=row.player_id)
        )
        for row in board.players
    ]


def card_lines(chosen: GameFilter, board: Dashboard) -> list[CardLine]:
    """The rows of the cards."""
    return [
        CardLine(
            title,
            row,
            chosen.address(card=row.card, what="offered"),
            chosen.address(card=row.card, what="taken"),
        )
        for title, row in board.card_rows
    ]
