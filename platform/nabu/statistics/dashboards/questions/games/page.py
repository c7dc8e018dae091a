"""The games behind a number: all of a filter, or those in which something happens to a card or a seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd
from django import forms
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from engine.game import Card, Game
from nabu.accounts.players.models import Player
from nabu.accounts.players.visibility import published_players
from nabu.contests.matches.models import Table
from nabu.core.charts.words import card_titles, translated
from nabu.statistics.dashboards.facts.components import cards_shown, sets_of
from nabu.statistics.dashboards.facts.filters import GameFilter
from nabu.statistics.dashboards.facts.queries import tables_of_games
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.questions.page import Question, neighbours, question_page

GAMES_ON_A_PAGE = 30
MOST = 100_000
"""More turns or points than any game has."""
CARD_WORDS = ("taken", "offered", "used", "declined")


class ConditionForm(forms.Form):
    """What an address may ask of single games besides the filter. Seats count from 1 there."""

    card = forms.CharField(required=False, max_length=100)
    what = forms.ChoiceField(required=False, choices=[(word, word) for word in CARD_WORDS])
    winner = forms.ModelChoiceField(required=False, queryset=published_players())
    seat = forms.IntegerField(required=False, min_value=1, max_value=12)
    winner_seat = forms.IntegerField(required=False, min_value=1, max_value=12)
    least_turns = forms.IntegerField(required=False, min_value=0, max_value=MOST)
    most_turns = forms.IntegerField(required=False, min_value=0, max_value=MOST)
    least_score = forms.IntegerField(required=False, min_value=-MOST, max_value=MOST)
    most_score = forms.IntegerField(required=False, min_value=-MOST, max_value=MOST)


@dataclass(frozen=True, slots=True)
class Span:
    """Numbers from one to another, both included; None for an end that is open."""

    low: int | None = None
    high: int | None = None

    def words(self) -> str:
        """The span in words; at least one of its ends is known."""
        if self.low == self.high:
            return str(self.low)
        if self.low is None:
            return _("at most %(number)s") % {"number": self.high}
        if self.high is None:
            return _("at least %(number)s") % {"number": self.low}
        return _("%(low)s to %(high)s") % {"low": self.low, "high": self.high}

    def holds(self, values: pd.Series[int]) -> pd.Series[bool]:
        """Which of the values lie in it."""
        return values.between(-MOST if self.low is None else self.low, MOST if self.high is None else self.high)


ANY = Span()


@dataclass(frozen=True, slots=True)
class Condition:
    """Which games of a filter are listed. Seats count from 0 here; None asks for nothing.

    `winner` has won, alone or shared. `seat` is where the filter's player sat. `winner_seat` has won. `what` happens
    to `card`. `turns` and `score` (of any player) lie in a span, both ends included.
    """

    card: Card | None = None
    title: str = ""
    what: str = "taken"
    winner: Player | None = None
    seat: int | None = None
    winner_seat: int | None = None
    turns: Span = ANY
    score: Span = ANY

    def values(self) -> dict[str, str | int]:
        """What is set, as it stands in an address."""
        values: dict[str, str | int | None] = {
            "card": self.card.key if self.card else None,
            "what": self.what if self.card else None,
            "winner": self.winner.pk if self.winner else None,
            "seat": None if self.seat is None else self.seat + 1,
            "winner_seat": None if self.winner_seat is None else self.winner_seat + 1,
            "least_turns": self.turns.low,
            "most_turns": self.turns.high,
            "least_score": self.score.low,
            "most_score": self.score.high,
        }
        return {name: value for name, value in values.items() if value is not None}

    def heading(self) -> str:
        """The conditions in words."""
        found = []
        if self.card is not None:
            found.append(_card_heading(self.what) % {"card": self.title})
        if self.winner is not None:
            found.append(_("Games that %(player)s won") % {"player": self.winner.name})
        if self.winner_seat is not None:
            found.append(_("Games that seat %(seat)s won") % {"seat": self.winner_seat + 1})
        if self.seat is not None:
            found.append(_("Games in seat %(seat)s") % {"seat": self.seat + 1})
        if self.turns != ANY:
            found.append(_("Games by number of turns: %(span)s") % {"span": self.turns.words()})
        if self.score != ANY:
            found.append(_("Games by points of a player: %(span)s") % {"span": self.score.words()})
        return " · ".join(found) or _("Verified games")

    @property
    def effect(self) -> str:
        """What the card does."""
        return translated(self.card.effect) if self.card else ""


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player of a listed game."""

    name: str
    score: int
    place: int
    won: bool


@dataclass(frozen=True, slots=True)
class CardEvent:
    """Something happens to the card on this line of the log: `what` by `player`, for the first time in the game."""

    line: int
    turn: int
    what: str
    player: str


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game with its people in order of place, and when something happens to the card, each player once."""

    table: Table
    players: list[PlayerLine]
    card_events: list[CardEvent]


@require_safe
def page(request: HttpRequest, game: str | None = None, pk: int | None = None) -> HttpResponse:
    """The games behind a number, each with its log."""

    def asked(statistics: Statistics) -> dict[str, Any]:
        condition = read_condition(statistics.chosen.game, statistics.chosen, request.GET)
        return {"condition": condition, "kept": condition.values()}

    def answer(statistics: Statistics) -> dict[str, Any]:
        condition = read_condition(statistics.chosen.game, statistics.chosen, request.GET)
        found = Paginator(listed_ids(statistics, condition), GAMES_ON_A_PAGE).get_page(request.GET.get("page"))
        values = statistics.chosen.values() | condition.values()
        return {"page": found, "listed": listed_games(list(found), condition), **neighbours(found, values)}

    question = Question(
        "games", gettext_lazy("Games of %(game)s"), "statistics/dashboards/questions/games/games.html", answer, asked
    )
    return question_page(request, question, game, pk)


def read_condition(game: Game, chosen: GameFilter, values: Mapping[str, str]) -> Condition:
    """The condition in an address. Raises ValidationError for values that do not exist, Http404 for such a card."""
    form = ConditionForm(values)
    if not form.is_valid():
        raise ValidationError(form.errors.as_text())
    asked = form.cleaned_data
    if asked["seat"] is not None and chosen.player is None:
        raise ValidationError(_("Whose seat? Choose a player."))
    card, title = (None, "") if not asked["card"] else _card(game, asked["card"])
    seat, winner_seat = asked["seat"], asked["winner_seat"]
    return Condition(
        card=card,
        title=title,
        what=asked["what"] or "taken",
        winner=asked["winner"],
        seat=None if seat is None else seat - 1,
        winner_seat=None if winner_seat is None else winner_seat - 1,
        turns=Span(asked["least_turns"], asked["most_turns"]),
        score=Span(asked["least_score"], asked["most_score"]),
    )


def listed_ids(statistics: Statistics, condition: Condition) -> list[int]:
    """The games of the filter that meet the condition, the latest first."""
    ids, people = statistics.game_ids, statistics.people
    if condition.card is not None:
        ids = _only(ids, statistics.store.takings(condition.card.key, condition.what, ids))
    if condition.winner is not None:
        mine = people["player_id"] == condition.winner.pk
        ids = _only(ids, people[mine & (people["win"] > 0)]["game_id"])
    if condition.winner_seat is not None:
        ids = _only(ids, people[(people["seat"] == condition.winner_seat) & (people["win"] > 0)]["game_id"])
    if condition.seat is not None and statistics.chosen.player is not None:
        mine = people["player_id"] == statistics.chosen.player.pk
        ids = _only(ids, people[mine & (people["seat"] == condition.seat)]["game_id"])
    if condition.turns != ANY:
        games = statistics.games
        ids = _only(ids, games[condition.turns.holds(games["turns"])]["game_id"])
    if condition.score != ANY:
        ids = _only(ids, people[condition.score.holds(people["score"])]["game_id"])
    return ids


def listed_games(game_ids: list[int], condition: Condition) -> list[ListedGame]:
    """These games with what happens in them. One that has been taken back since the store was written is left out."""
    return [
        _listed(table, condition)
        for table in tables_of_games(game_ids)
        if table.log is not None and hasattr(table.log, "game_facts")
    ]


def _only(ids: list[int], found: pd.Series[int]) -> list[int]:
    among = set(found.tolist())
    return [key for key in ids if key in among]


def _card(game: Game, key: str) -> tuple[Card, str]:
    """A card of any set that games of this title were played with. Raises Http404."""
    everything = Statistics(GameFilter(game))
    sets = sets_of(game, everything.component_names)
    cards = cards_shown(game, sets, [])
    if key not in cards and len(everything.store.takings(key, "offered", everything.game_ids)):
        cards = cards_shown(game, sets, [key])
    if key not in cards:
        raise Http404
    return cards[key], card_titles(cards)[key]


def _card_heading(what: str) -> str:
    return {
        "taken": _("Games in which %(card)s was taken"),
        "offered": _("Games in which %(card)s was on offer"),
        "used": _("Games in which %(card)s was used"),
        "declined": _("Games in which %(card)s was declined"),
    }[what]


def _listed(table: Table, condition: Condition) -> ListedGame:
    assert table.log is not None
    facts = table.log.game_facts.facts
    seats = sorted((seat for seat in table.seats.all() if not seat.absent), key=lambda seat: seat.position)
    names = [seat.entry.player.name for seat in seats]
    players = [
        PlayerLine(name, score, place, place == 1)
        for name, score, place in zip(names, facts["scores"], facts["places"], strict=True)
    ]
    events: dict[int, CardEvent] = {}
    if condition.card is not None:
        what = "taken" if condition.what == "offered" else condition.what
        for line, turn, seat, card, its_what, _offered in facts["cards"]:
            if card == condition.card.key and its_what == what:
                events.setdefault(seat, CardEvent(line, turn, what, names[seat]))
    return ListedGame(table, sorted(players, key=lambda line: (line.place, line.name)), list(events.values()))
