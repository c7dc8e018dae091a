"""One game taken apart, put together for its page: numbers, figures and their words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from analytics.anatomy import Anatomy, Lead
from analytics.anatomy_board import board_figure
from analytics.anatomy_chances import milestones
from analytics.figures.anatomy import (
    AnatomyWords,
    chances_figure,
    course_figure,
    game_sources_figure,
    lead_figure,
)
from analytics.figures.parts import Figure
from nabu.accounts.players.models import Player
from nabu.catalogue.games.drawings import source_icons
from nabu.catalogue.games.library import sets_named
from nabu.core.charts.words import card_titles, source_titles
from nabu.statistics.dashboards.anatomy.game import ProvenGame, course_of_chances, places_of
from nabu.statistics.dashboards.anatomy.words import anatomy_words, answer, chances_answer


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat in order of place."""

    seat: int
    player: Player
    place: int
    score: int


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A source: its drawing, its points in the order of the seats on the page, and their sum."""

    title: str
    icon: str
    points: list[int]
    total: int


@dataclass(frozen=True, slots=True)
class MomentLine:
    """A turn in which somebody scored: pairs of what each seat gained and its score after the turn."""

    turn: int
    address: str
    seats: list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class SwingLine:
    """An action by which somebody gained on the others. `sources` in words."""

    turn: int
    address: str
    name: str
    points: int
    ahead: int
    sources: str


@dataclass(frozen=True, slots=True)
class LeadLine:
    """A source in the comparison of winner and second; `end` is the lead with it and everything above."""

    title: str
    icon: str
    first: int
    second: int
    difference: int
    end: int


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A place on a board. `owner` is whose board it is, "" for a common one. `address`: where it gave most."""

    name: str
    address: str
    owner: str
    sources: str
    points: list[int]
    total: int


@dataclass(frozen=True, slots=True)
class BoardView:
    """The points by place, with the figure for everybody or for one seat (`chosen`, from 0)."""

    lines: list[PlaceLine]
    elsewhere: list[int]
    elsewhere_total: int
    own: bool
    chosen: int | None
    figure: Figure


@dataclass(frozen=True, slots=True)
class ChancesView:
    """The chances to win: at some turns with addresses, in the order of the seats on the page, and as a figure."""

    answer: str
    lines: list[tuple[int, str, list[float]]]
    figure: Figure


@dataclass(frozen=True, slots=True)
class CardLine:
    """Something that happened to a card, in words."""

    turn: int
    address: str
    name: str
    card: str
    what: str
    others: str


@dataclass(frozen=True, slots=True)
class AnatomyPage:
    """Everything that the page of one game shows. Without `chances` there is no model for such games yet."""

    answer: list[str]
    seats: list[SeatLine]
    sources: list[SourceLine]
    total: int
    sources_figure: Figure
    moments: list[MomentLine]
    swings: list[SwingLine]
    course_figure: Figure
    chances: ChancesView | None
    lead: Lead | None
    lead_lines: list[LeadLine]
    lead_names: tuple[str, str]
    lead_figure: Figure
    board: BoardView | None
    cards: list[CardLine]


def build_anatomy(played: ProvenGame, seat: int | None = None) -> AnatomyPage:
    """The page of a game. `seat` (from 0) draws the board for this one only."""
    anatomy, names, titles = played.anatomy, played.names, source_titles(played.game)
    words, order, icons = anatomy_words(), anatomy.ranking, source_icons(played.game)
    return AnatomyPage(
        answer=answer(anatomy, names, titles),
        seats=[SeatLine(at, played.people[at], anatomy.places[at], anatomy.scores[at]) for at in order],
        sources=[
            SourceLine(titles[row.source], icons[row.source], [row.points[at] for at in order], row.total)
            for row in anatomy.sources
        ],
        total=sum(anatomy.scores),
        sources_figure=game_sources_figure(anatomy, names, titles, words, icons),
        moments=[
            MomentLine(m.turn, played.turn_address(m.turn), [(m.gained[at], m.scores[at]) for at in order])
            for m in anatomy.moments
        ],
        swings=[
            SwingLine(
                swing.turn,
                played.line_address(swing.line),
                names[swing.seat],
                swing.points,
                swing.ahead,
                get_text_list([f"{titles[source]} {points}" for source, points in swing.sources], _("and")),
            )
            for swing in anatomy.swings
        ],
        course_figure=course_figure(anatomy, names, played.turn_address, words),
        chances=_chances(played, order, words),
        lead=anatomy.lead,
        lead_lines=_lead_lines(anatomy, titles, icons),
        lead_names=(names[anatomy.lead.winner], names[anatomy.lead.second]) if anatomy.lead else ("", ""),
        lead_figure=lead_figure(anatomy.lead, names, titles, words, icons),
        board=_board(played, titles, order, seat, words),
        cards=_cards(played, anatomy),
    )


def _chances(played: ProvenGame, order: Sequence[int], words: AnatomyWords) -> ChancesView | None:
    course = course_of_chances(played)
    if not course:
        return None
    lines = [
        (point.turn, played.turn_address(point.turn), [point.chances[at] for at in order])
        for point in milestones(course)
    ]
    figure = chances_figure(course, order, played.names, played.turn_address, words)
    return ChancesView(chances_answer(course, order[0], played.names[order[0]]), lines, figure)


def _lead_lines(anatomy: Anatomy, titles: Mapping[str, str], icons: Mapping[str, str]) -> list[LeadLine]:
    if anatomy.lead is None:
        return []
    points = {row.source: row.points for row in anatomy.sources}
    return [
        LeadLine(
            titles[step.source],
            icons[step.source],
            points[step.source][anatomy.lead.winner],
            points[step.source][anatomy.lead.second],
            step.difference,
            step.end,
        )
        for step in anatomy.lead.steps
    ]


def _board(
    played: ProvenGame, titles: dict[str, str], order: Sequence[int], seat: int | None, words: AnatomyWords
) -> BoardView | None:
    found = places_of(played)
    if found is None:
        return None
    board, places = found
    lines = [
        PlaceLine(
            row.place.name,
            played.line_address(row.line),
            "" if row.board is None else played.names[row.board],
            get_text_list([titles[source] for source in row.sources], _("and")),
            [row.points[at] for at in order],
            row.total,
        )
        for row in places.rows
    ]
    figure = board_figure(places, board, played.names, seat, words)
    elsewhere = [places.elsewhere[at] for at in order]
    return BoardView(lines, elsewhere, sum(elsewhere), board.own, seat, figure)


def _cards(played: ProvenGame, anatomy: Anatomy) -> list[CardLine]:
    sets = sets_named(played.game, [played.facts["components"]]) if anatomy.cards else []
    titles = card_titles({card.key: card for one in sets for card in one.cards})
    whats = {"taken": _("took"), "used": _("used"), "declined": pgettext("card", "declined")}
    return [
        CardLine(
            card.turn,
            played.line_address(card.line),
            played.names[card.seat],
            titles.get(card.card, card.card),
            whats[card.what],
            ", ".join(titles.get(other, other) for other in card.others),
        )
        for card in anatomy.cards
    ]
