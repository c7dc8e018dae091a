"""What may be written: the lines among which a seat of Amyitis chooses, worked out from the table.

A line that leads on to another is offered only if something could be written after it.
"""

from __future__ import annotations

from typing import Any

from tests.engine.reference.amyitis_table import (
    COURT,
    CRAFTS,
    FLOORS,
    QUALITY_OF_FLOOR,
    RESOURCES,
    TEMPLES,
    Table,
    multisets,
)

Words = dict[str, Any]


class Choices:
    """The lines of a seat, without the seat itself."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def recruit_lines(self, seat: int) -> list[Words]:
        return [
            {"do": "recruit", "group": number, "craft": craft}
            for number, face_up in enumerate(self.table.groups)
            for craft in CRAFTS
            if craft in face_up
            and self.table.players[seat].talents >= 3 - len(face_up)
            and (self.table.switches["useless_recruit"] == "allowed_no_effect" or self._can_do_craft(seat, craft))
        ]

    def _can_do_craft(self, seat: int, craft: str) -> bool:
        if craft == "merchant":
            return self.table.camel_stock() > 0
        return bool(self.craft_lines(seat, craft))

    def craft_lines(self, seat: int, craft: str) -> list[Words]:
        """The lines that may follow the recruit; a merchant has none."""
        if craft == "merchant" or self.table.cubes_in_hand(seat) == 0:
            return []
        if craft == "peasant":
            table = self.table
            return [{"do": "field", "row": row} for row in (0, 1) if table.resource_stock(table.next_field(row)) > 0]
        if craft == "priest":
            return [{"do": "temple", "temple": temple} for temple in TEMPLES]
        return [{"do": "irrigate", "side": side} for side in self.table.available_sides()]

    def caravan_lines(self, seat: int) -> list[Words]:
        most_bonus = self.table.caravaneer(seat)["bonus_squares"]["value"]
        return [
            {"do": "caravan", "camels": camels, "squares": camels + bonus}
            for camels in range(1, self.table.players[seat].camels + 1)
            for bonus in range(most_bonus + 1)
            if self._may_go(seat, camels + bonus)
        ]

    def _may_go(self, seat: int, squares: int) -> bool:
        number = len(self.table.cities)
        if squares % number == 0 and self.table.switches["full_circle"] == "forbidden":
            return False
        return bool(self.city_lines(seat, self.table.cities[(self.table.caravan + squares) % number]))

    def city_lines(self, seat: int, city: Words) -> list[Words]:
        """The lines by which the action of the city may be carried out."""
        if city["kind"] == "sale":
            return self.sell_lines(seat)
        return self.buy_lines(seat, city) if city["kind"] == "court" else self.plant_lines(seat, city)

    def sell_lines(self, seat: int) -> list[Words]:
        must_irrigate = self.table.switches["babylon_without_free_area"] == "illegal"
        if must_irrigate and not self.craft_lines(seat, "engineer"):
            return []
        held = self.table.players[seat].resources
        return [{"do": "sell", "resources": sold} for size in (1, 2) for sold in multisets(held, size)]

    def buy_lines(self, seat: int, city: Words) -> list[Words]:
        return [
            {"do": "buy", "card": card, "pay": pay}
            for card in COURT
            if card in city["cards"]["value"] and self.table.can_have(seat, card)
            for pay in (city["resource"]["value"], "wine")
            if self.table.players[seat].resources[pay] > 0
        ]

    def plant_lines(self, seat: int, city: Words) -> list[Words]:
        quality, _ = self.table.plant_side(city["name"])
        return [
            {"do": "plant", "square": square, "pay": pay, "gardeners": gardeners}
            for square in sorted(self.table.garden)
            if self.table.is_irrigated(square)
            for pay in self._plant_payments(seat, city)
            for gardeners in range(self.table.players[seat].gardeners + 1)
            if quality + gardeners >= QUALITY_OF_FLOOR[FLOORS[square]]
        ]

    def _plant_payments(self, seat: int, city: Words) -> list[list[str]]:
        """Resources held, the first of which is what the city asks, the second what the plant card asks."""
        _, extra = self.table.plant_side(city["name"])
        asked = {city["resource"]["value"], "wine"}
        extras = {extra, "wine"} if self.table.switches["plant_extra_cost"] == "printed_resource" else set(RESOURCES)
        held = self.table.players[seat].resources
        if extra is None:
            return [pay for pay in multisets(held, 1) if pay[0] in asked]
        return [
            [one, other]
            for one, other in multisets(held, 2)
            if (one in asked and other in extras) or (other in asked and one in extras)
        ]

    def swap_lines(self, seat: int) -> list[Words]:
        """None if no swap is possible."""
        held = self.table.players[seat].resources
        lines: list[Words] = [
            {"do": "swap", "give": give, "take": take}
            for give in RESOURCES
            for take in RESOURCES
            if held[give] > 0 and take not in ("wine", give) and self.table.resource_stock(take) > 0
        ]
        optional = lines and self.table.switches["tammouz_second_optional"]
        return [*lines, {"do": "decline"}] if optional else lines

    def keep_lines(self, seat: int) -> list[Words]:
        """None if the seat is within its stock limit."""
        player = self.table.players[seat]
        limit = self.table.caravaneer(seat)["stock_limit"]["value"]
        if player.resources.total() <= limit:
            return []
        return [{"do": "keep", "resources": kept} for kept in multisets(player.resources, limit)]
