"""One game taken apart, put together for its page: numbers, figures and their words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from analytics.anatomy import Anatomy, Lead, Places, anatomy_of, points_by_place
from analytics.anatomy_board import board_figure
from analytics.anatomy_chances import Chances, chances_of_game, milestones
from analytics.anatomy_figures import (
    AnatomyWords,
    chances_figure,
    course_figure,
    game_sources_figure,
    lead_figure,
)
from analytics.facts import FACTS_VERSION, Facts
from analytics.figure_parts import Figure
from analytics.places import Board, reader_of
from engine.game import Game
from engine.registry import GAMES
from nabu.charts.words import card_titles, source_titles
from nabu.dashboards.anatomy.words import anatomy_words, answer, chances_answer
from nabu.dashboards.facts.refresh import store_of
from nabu.dashboards.models import GameFacts
from nabu.games.library import sets_named
from nabu.matches.models import Table
from nabu.players.models import Player


@dataclass(frozen=True, slots=True)
class ProvenGame:
    """A table whose result is proven by a log, with the facts of that log. `people` are by seat of the log."""

    table: Table
    game: Game
    facts: Facts
    people: list[Player]

    @property
    def names(self) -> list[str]:
        """The names by seat."""
        return [player.name for player in self.people]

    @property
    def anatomy(self) -> Anatomy:
        """The game taken apart."""
        return anatomy_of(self.facts, [source.key for source in self.game.sources])

    def turn_address(self, turn: int) -> str:
        """Where the log shows the position after this turn."""
        assert self.table.log is not None
        return f"{reverse('matches:log', args=[self.table.log.sha256])}?turn={turn}#position"


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat in order of place."""

    seat: int
    player: Player
    place: int
    score: int


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A source: its points in the order of the seats on the page, and their sum."""

    title: str
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
    first: int
    second: int
    difference: int
    end: int


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A place on a board. `owner` is whose board it is, "" for a common one."""

    name: str
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


def proven_game(table: Table) -> ProvenGame | None:
    """The game of a table with `with_players`; None unless a log proves its result and the facts of it are there."""
    if table.status != Table.Status.CONFIRMED or table.basis != Table.Basis.LOG or table.log_id is None:
        return None
    found = GameFacts.objects.filter(log=table.log_id, facts_version=FACTS_VERSION).first()
    return None if found is None else game_of(table, found.facts)


def game_of(table: Table, facts: Facts) -> ProvenGame:
    """The game of a table with `with_players`, whose log has these facts."""
    # A log that becomes a table's result brings its seats into the order of play; who was absent is not in it.
    seats = sorted(table.seats.all(), key=lambda seat: seat.position)
    people = [seat.entry.player for seat in seats if not seat.absent]
    return ProvenGame(table, GAMES[facts["game"]], facts, people)


def course_of_chances(played: ProvenGame) -> list[Chances]:
    """The chances to win, turn by turn; empty without a model for so many players, and for a game that does not count
    in the statistics: the model reads it from their store.
    """
    store = store_of(played.game)
    if len(played.people) not in store.model.state:
        return []
    return chances_of_game(store.model, store.frames([played.table.pk]), played.table.pk)


def build_anatomy(played: ProvenGame, seat: int | None = None) -> AnatomyPage:
    """The page of a game. `seat` (from 0) draws the board for this one only."""
    anatomy, names, titles = played.anatomy, played.names, source_titles(played.game)
    words, order = anatomy_words(), anatomy.ranking
    return AnatomyPage(
        answer=answer(anatomy, names, titles),
        seats=[SeatLine(at, played.people[at], anatomy.places[at], anatomy.scores[at]) for at in order],
        sources=[
            SourceLine(titles[row.source], [row.points[at] for at in order], row.total) for row in anatomy.sources
        ],
        total=sum(anatomy.scores),
        sources_figure=game_sources_figure(anatomy, names, titles, words),
        moments=[
            MomentLine(m.turn, played.turn_address(m.turn), [(m.gained[at], m.scores[at]) for at in order])
            for m in anatomy.moments
        ],
        swings=[
            SwingLine(
                swing.turn,
                played.turn_address(swing.turn),
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
        lead_lines=_lead_lines(anatomy, titles),
        lead_names=(names[anatomy.lead.winner], names[anatomy.lead.second]) if anatomy.lead else ("", ""),
        lead_figure=lead_figure(anatomy.lead, names, titles, words),
        board=_board(played, titles, order, seat, words),
        cards=_cards(played, anatomy),
    )


def places_of(played: ProvenGame) -> tuple[Board, Places] | None:
    """The board and the points by place on it; None for a game whose causes nobody can read as places."""
    reader = reader_of(played.game.key)
    components = sets_named(played.game, [played.facts["components"]])
    if reader is None or not components:
        return None
    board = reader.board(played.facts, components[0])
    return board, points_by_place(played.facts, reader.place, own_boards=board.own)


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


def _lead_lines(anatomy: Anatomy, titles: dict[str, str]) -> list[LeadLine]:
    if anatomy.lead is None:
        return []
    points = {row.source: row.points for row in anatomy.sources}
    return [
        LeadLine(
            titles[step.source],
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
    whats = {"taken": _("took"), "used": _("used"), "declined": _("declined")}
    return [
        CardLine(
            card.turn,
            played.turn_address(card.turn),
            played.names[card.seat],
            titles.get(card.card, card.card),
            whats[card.what],
            ", ".join(titles.get(other, other) for other in card.others),
        )
        for card in anatomy.cards
    ]
