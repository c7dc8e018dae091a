"""One game taken apart, put together for its page: numbers, figures and their words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.formats import get_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from analytics.anatomy import Anatomy, Lead, Places, anatomy_of, points_by_place
from analytics.anatomy_figures import AnatomyWords, board_figure, course_figure, game_sources_figure, lead_figure
from analytics.facts import FACTS_VERSION, Facts
from analytics.figures import Figure
from analytics.places import Board, reader_of
from engine.game import Game
from engine.registry import GAMES
from nabu.dashboards.models import GameFacts
from nabu.dashboards.words import card_titles, source_titles
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
    """Everything that the page of one game shows. Without a course all points were counted at once."""

    answer: list[str]
    seats: list[SeatLine]
    sources: list[SourceLine]
    total: int
    sources_figure: Figure
    moments: list[MomentLine]
    swings: list[SwingLine]
    course_figure: Figure
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


def answer(anatomy: Anatomy, names: Sequence[str], titles: dict[str, str]) -> list[str]:
    """Who won, by how much, and what made the difference, in one or two sentences."""
    lead = anatomy.lead
    if lead is None:
        return []
    winner, second = names[lead.winner], names[lead.second]
    winners = [seat for seat in anatomy.ranking if anatomy.places[seat] == 1]
    values = {"winner": winner, "second": second, "score": anatomy.scores[lead.winner], "margin": lead.margin}
    if len(winners) > 1:
        values["names"] = get_text_list([names[seat] for seat in winners], _("and"))
        return [_("%(names)s share the win with %(score)s points each.") % values]
    if not lead.margin:
        return [
            _("%(winner)s won on the tie-break: %(winner)s and %(second)s have %(score)s points each.") % values,
        ]
    sentences = [
        ngettext(
            "%(winner)s won by %(margin)s point over %(second)s.",
            "%(winner)s won by %(margin)s points over %(second)s.",
            lead.margin,
        )
        % values
    ]
    gain, loss = lead.steps[0], lead.steps[-1]
    sentences.append(
        _("The largest part of the lead: %(points)s more from “%(source)s”.")
        % {"points": gain.difference, "source": titles[gain.source]}
    )
    if loss.difference < 0:
        sentences.append(
            _("%(second)s made %(points)s more from “%(source)s”.")
            % {"second": second, "points": -loss.difference, "source": titles[loss.source]}
        )
    return sentences


def anatomy_words() -> AnatomyWords:
    """The words of the figures."""
    return AnatomyWords(
        points=_("points"),
        turn=_("turn"),
        more=_("more than {second}"),
        less=_("less than {second}"),
        margin=_("Margin"),
        ahead=_("points ahead of {second}"),
        free=_("no points"),
        sources_alt=_("Stacked bars: {player} has {total} points, most of them from {source}: {points}."),
        course_alt=_("Lines: the scores after each of {turns} turns. At the end {player} leads with {points} points."),
        lead_alt=_("Bars from zero to the margin of {margin}: the largest gain of {winner} is {points} from {source}."),
        board_alt=_("The board: most points were made at {place}, {points}."),
        nothing_alt=_("Nothing to draw."),
        separators=f"{get_format('DECIMAL_SEPARATOR')}{get_format('THOUSAND_SEPARATOR')}"[:2],
    )


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
