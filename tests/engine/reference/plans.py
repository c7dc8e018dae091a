"""The sets of tokens that a turn of Babylonia may place, for the reference implementation."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import product
from typing import Any

FARMER, NOBLES = "farmer", ("merchant", "official", "priest")
KINDS = (FARMER, *NOBLES)


@dataclass(frozen=True)
class Placed:
    """A token placed in this turn; `farm` if the hex held a farm tile."""

    kind: str
    hex: str
    farm: bool


@dataclass(frozen=True)
class Plan:
    """An allowed set of tokens for the whole turn, with what the option asks of their hexes and order."""

    kinds: Counter[str]
    land_only: bool = False
    nobles_on_farms: bool = True
    farmers_first: bool = False

    def admits(self, placed: list[Placed], rivers: set[str]) -> bool:
        """Whether the tokens placed so far can be the beginning of this set."""
        farmers = 0
        for token in placed:
            if token.kind == FARMER:
                farmers += 1
            elif self.farmers_first and farmers < self.kinds[FARMER]:
                return False
            if self.land_only and token.hex in rivers:
                return False
            if token.farm and token.kind != FARMER and not self.nobles_on_farms:
                return False
        kinds = [token.kind for token in placed]
        return all(kinds.count(kind) <= self.kinds[kind] for kind in kinds)


def turn_plans(
    seat: int, first_turn: bool, rack: Counter[str], cards: set[int], switches: dict[str, Any]
) -> list[Plan]:
    """Every allowed set of tokens that the rack at the start of the turn can supply, small sets first."""
    limited = switches["first_round_limits"] == "1_then_2" and first_turn and seat < 2
    farmers_option = not limited or (seat == 1 and switches["first_round_seat2_farmers_option"])
    any_tokens = seat + 1 if limited else min(2, rack.total())
    on_farms = switches["card6_with_cards_4_5"]
    last = switches["card5_noble_position"] == "last"
    plans = []
    for numbers in product(*(range(rack[kind] + 1) for kind in KINDS)):
        kinds = Counter(dict(zip(KINDS, numbers, strict=True)))
        farmers, *nobles = numbers
        if kinds.total() == any_tokens:
            plans.append(Plan(kinds))
        if farmers >= 3 and sum(nobles) == 0 and farmers_option:
            plans.append(Plan(kinds, land_only=True))
        if 4 in cards and farmers == 0 and nobles == [1, 1, 1]:
            plans.append(Plan(kinds, land_only=True, nobles_on_farms=on_farms))
        if 5 in cards and farmers >= 3 and sum(nobles) == 1:
            plans.append(Plan(kinds, land_only=True, nobles_on_farms=on_farms, farmers_first=last))
        if {4, 5} <= cards and switches["card4_card5_together"] and farmers >= 3 and nobles == [1, 1, 1]:
            plans.append(Plan(kinds, land_only=True, nobles_on_farms=on_farms, farmers_first=last))
    return sorted(plans, key=lambda plan: plan.kinds.total())
