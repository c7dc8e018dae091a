"""What a card adds to P(win), by quarter of the game: is it strong, or merely early or late?"""

from __future__ import annotations

from collections.abc import Mapping

from analytics.card_effects import Comparison, Effect, effect_of
from analytics.card_positions import Positions
from analytics.hidden_strength import QUARTERS
from analytics.intervals import RANKED_FROM

Quarters = tuple[Effect | None, ...]


def effects_by_quarter(kind: Positions, compared: Mapping[str, Comparison]) -> dict[str, Quarters]:
    """For each card that was taken its effect in each quarter, against the same cards as on the whole page: those that
    are not found to differ. None with fewer than `RANKED_FROM` takers.
    """
    reference = [card for card in kind.cards if not compared[card].found]
    parts = [kind.where(kind.quarters == quarter) for quarter in range(QUARTERS)]
    return {card: tuple(_effect(part, card, reference) for part in parts) for card in kind.cards if kind.count(card)}


def _effect(part: Positions, card: str, reference: list[str]) -> Effect | None:
    made = part.compare(card, reference) if part.count(card) >= RANKED_FROM else None
    return made and effect_of(made, part.count(card))
