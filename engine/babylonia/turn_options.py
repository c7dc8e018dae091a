"""Which sets of tokens a turn may place (rulebook: step 1 of the turn, and cards 4 and 5).

- A: exactly 2 tokens of any kind, or the last one of the rack.
- B: 3 or more farmers, all on land, and nothing else.
- card 4: exactly 3 nobles of three different kinds, all on land.
- card 5: B and exactly one noble, all on land.
- with `card4_card5_together`: 3 or more farmers and 3 nobles of three different kinds, all on land.

A turn is judged by the set placed in the end. Tokens are placed one by one, so a token is allowed only if the set can
still be completed. That asks for tokens in the rack; there is always enough free land, because a city that is not
scored yet keeps a land hex next to it free, and the scored ones leave theirs (tests/engine checks the arithmetic).
"""

from __future__ import annotations

from engine.babylonia.components import FARMER
from engine.babylonia.refusals import (
    ALLOWED,
    NOBLE_MUST_BE_LAST,
    NOBLES_NOT_DIFFERENT,
    NOBLES_WITH_FARMERS,
    NOBLES_WITHOUT_CARD4,
    SET_CANNOT_BE_COMPLETED,
)

CARD4, CARD5 = 1 << 4, 1 << 5
ALL_NOBLES = 0b1110
"""The bits of merchant, official and priest."""


def is_complete(farmers: int, nobles: int, noble_kinds: int, together: bool) -> bool:
    """Whether more than two tokens that were allowed one by one are an allowed set."""
    if nobles <= 1:
        return farmers >= 3
    return noble_kinds == ALL_NOBLES and (farmers == 0 or (together and farmers >= 3))


def refuse_third_or_later(
    token: int,
    farmers: int,
    nobles: int,
    noble_kinds: int,
    cards: int,
    available: list[int],
    rack_size: int,
    noble_last: bool,
    together: bool,
) -> int:
    """Why a token may not be added to two or more tokens on land, or ALLOWED.

    `farmers`, `nobles` and `noble_kinds` (bits) describe the tokens placed so far; `available` counts the tokens of
    each kind that the rack may hold and `rack_size` all of them, the new token included in both.
    """
    both = together and cards & CARD4 and cards & CARD5
    if token == FARMER:
        if nobles == 0:
            return ALLOWED
        if noble_last:
            return NOBLE_MUST_BE_LAST
        farmers += 1
    else:
        bit = 1 << token
        repeated = (noble_kinds | bit).bit_count() != nobles + 1
        if farmers == 0:
            if not cards & CARD4:
                return NOBLES_WITHOUT_CARD4
            return NOBLES_NOT_DIFFERENT if repeated or nobles > 2 else ALLOWED
        if noble_last and farmers < 3 and cards & CARD5:
            return NOBLE_MUST_BE_LAST
        if nobles and both and repeated:
            return NOBLES_NOT_DIFFERENT
        nobles += 1
        noble_kinds |= bit
    if not cards & CARD5:
        return NOBLES_WITH_FARMERS
    return _refuse_incomplete(token, farmers, nobles, noble_kinds, available, rack_size, bool(both))


def _refuse_incomplete(
    token: int,
    farmers: int,
    nobles: int,
    noble_kinds: int,
    available: list[int],
    rack_size: int,
    both: bool,
) -> int:
    """Why a mixed set that includes the new token can no longer be completed, or ALLOWED."""
    farmers_missing = max(0, 3 - farmers)
    farmers_left = available[FARMER] - (token == FARMER)
    if nobles == 1:
        nobles_missing = 0
    elif both and noble_kinds.bit_count() == nobles:
        nobles_missing = 3 - nobles
    else:
        return NOBLES_WITH_FARMERS
    if farmers_missing > farmers_left or farmers_missing + nobles_missing > rack_size - 1:
        return SET_CANNOT_BE_COMPLETED
    if nobles_missing:
        wanted = ALL_NOBLES & ~noble_kinds
        if any(wanted >> kind & 1 and available[kind] < 1 for kind in (1, 2, 3)):
            return SET_CANNOT_BE_COMPLETED
    return ALLOWED
