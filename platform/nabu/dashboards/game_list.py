"""The games behind a number: all of a filter, or those in which something happened to a card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from django.http import Http404

from engine.game import Card
from nabu.dashboards.queries import GameOnRecord
from nabu.dashboards.words import card_titles, translated


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
class Taking:
    """A player took the card in this turn, for the first time in the game."""

    turn: int
    player: str


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game with its people in order of place. `takings` say when and by whom the card was taken, a player once."""

    on_record: GameOnRecord
    players: list[PlayerLine]
    takings: list[Taking]


def read_card_choice(cards: Mapping[str, Card], values: Mapping[str, str]) -> CardChoice | None:
    """The card of `card` and `what` in an address; None without `card`. Raises Http404 for what does not exist."""
    key, what = values.get("card"), values.get("what", "taken")
    if key is None:
        return None
    if key not in cards or what not in ("taken", "offered"):
        raise Http404
    card = cards[key]
    return CardChoice(card, card_titles(cards)[key], translated(card.effect), "taken" if what == "taken" else "offered")


def listed_games(games: Sequence[GameOnRecord], choice: CardChoice | None) -> list[ListedGame]:
    """The games of the choice, in the given order."""
    if choice is None:
        return [_listed(on_record, []) for on_record in games]
    found = []
    for on_record in games:
        rows = [row for row in on_record.game.facts["cards"] if row[3] == "taken"]
        turns: dict[int, int] = {}
        for turn, seat, card, _what, _offered in rows:
            if card == choice.card.key:
                turns.setdefault(seat, turn)
        offered = any(choice.card.key in offered for *_rest, offered in rows)
        if turns or (offered and choice.what == "offered"):
            found.append(_listed(on_record, [Taking(turn, on_record.game.players[s]) for s, turn in turns.items()]))
    return found


def _listed(on_record: GameOnRecord, takings: list[Taking]) -> ListedGame:
    game = on_record.game
    facts = game.facts
    players = [
        PlayerLine(name, score, place, place == 1)
        for name, score, place in zip(game.players, facts["scores"], facts["places"], strict=True)
    ]
    return ListedGame(on_record, sorted(players, key=lambda line: (line.place, line.name)), takings)
