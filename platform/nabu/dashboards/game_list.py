"""The games behind a number: all of a filter, or those in which something happened to a card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from django.http import Http404
from django.utils.translation import gettext as _

from engine.game import Card, Game
from nabu.dashboards.queries import GameOnRecord
from nabu.dashboards.words import card_titles


@dataclass(frozen=True, slots=True)
class CardChoice:
    """Games in which this card was taken, or could have been."""

    card: Card
    title: str
    effect: str
    what: Literal["taken", "offered"]


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player of a listed game."""

    name: str
    score: int
    place: int
    won: bool


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game with its people in order of place. `turn` and `taker` say when and by whom the card was taken."""

    on_record: GameOnRecord
    players: list[PlayerLine]
    turn: int | None
    taker: str | None


def read_card_choice(game: Game, values: Mapping[str, str]) -> CardChoice | None:
    """The card of `card` and `what` in an address; None without `card`. Raises Http404 for what does not exist."""
    key, what = values.get("card"), values.get("what", "taken")
    if key is None:
        return None
    card = next((card for card in game.cards if card.key == key), None)
    if card is None or what not in ("taken", "offered"):
        raise Http404
    return CardChoice(card, card_titles(game)[key], _(card.effect), "taken" if what == "taken" else "offered")


def listed_games(games: Sequence[GameOnRecord], choice: CardChoice | None) -> list[ListedGame]:
    """The games of the choice, in the given order."""
    if choice is None:
        return [_listed(on_record, None, None) for on_record in games]
    found = []
    for on_record in games:
        rows = [row for row in on_record.game.facts["cards"] if row[3] == "taken"]
        turn, seat = next(((turn, seat) for turn, seat, card, _, _ in rows if card == choice.card.key), (None, None))
        offered = any(choice.card.key in offered for *_, offered in rows)
        if turn is not None if choice.what == "taken" else offered:
            found.append(_listed(on_record, turn, seat))
    return found


def _listed(on_record: GameOnRecord, turn: int | None, seat: int | None) -> ListedGame:
    game = on_record.game
    facts = game.facts
    players = [
        PlayerLine(name, score, place, place == 1)
        for name, score, place in zip(game.players, facts["scores"], facts["places"], strict=True)
    ]
    taker = None if seat is None else game.players[seat]
    return ListedGame(on_record, sorted(players, key=lambda line: (line.place, line.name)), turn, taker)
