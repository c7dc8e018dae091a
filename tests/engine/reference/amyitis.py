"""Amyitis once more: written from the rules text alone, clear instead of fast, to be compared with the engine.

The game is one script (`_game`) that reads like the rulebook and stops wherever somebody has to write a line: it yields
a `Question` with every line that may be written, and goes on with the one that was. A move is tried out by asking what
could be written after it.

Readings of the options (defaults included where the rules text leaves something open):

- caravaneer2_token: the tokens are set aside at setup and are not in the stock. wine: a wine on each level-2
  caravaneer, which goes along by itself; random_plain: the taker always writes which token it is, also the last one.
- double_edges: any / both: at least one / both squares of the side are on floor 3 or 4; only_floor_4: the sides of the
  summit square; as_in_component_set: the list in the data.
- double_edge_flow=both_areas: a double side leads water on when both areas hold a cube. The second area of a side
  is available whenever the first would be.
- field_tie_gardener=rightmost_cube: of the seats tied for most, the owner of the rightmost cube of the row.
- temple_neutral_cubes=can_take_rank: grey is ranked like a seat, and what grey wins is lost; if grey is first in Ishtar
  nobody chooses and the second gets nothing.
- temple_second_needs_cube=false: only if somebody is first and nobody else has a cube: second is the seat nearest
  clockwise to the first player, who is the nearest.
- full_circle=forbidden: no move of any multiple of 9 squares.
- babylon_without_free_area=illegal: no move to Babylon when no cube could be placed, for want of an area or of a cube.
- useless_recruit=allowed_no_effect: the card is paid and turned, and no line follows.
- supply_limits=hard: a gain is as much as the stock still has. soft: resources, camels and talents never run out.
  Cards are limited in any case, own cubes have a switch of their own.
- own_cube_supply=unlimited: a player always has one more cube in hand.
- neutral_cube_supply=20: grey cubes are placed in the order of the sides' names (temples: Ishtar, Marduk, Tammouz)
  while there are any; a grey cube pushed out of a temple is there again.
- procession_seat=right_of_first_player: the last seat clockwise from the first player.
- gardener_discard=out_of_game: spent gardeners are never back. A round after which no gardener is left in stock or
  hands, and no tile that a plant alone could reach, ends the game.
- tile_court_bonus_blocked=lost: any type may be named for a symbol of choice, and one that cannot be had gives nothing.
  other_type_if_choice: only types that can be had may be named. In both no line if none can be had.
- irrigation_majority_scope=irrigated_side_only: cubes on fully irrigated sides of the square, before grey ones come.
- two_player_empty_squares=count_as_planted: the starred squares are planted neighbours from the beginning.
- tammouz_second_optional=false: no decline when a swap is possible.
- plant_extra_cost=any_resource: a plant that shows a resource costs that of the city and any one more, wine included.
- craft_in_play=18_18_18: all craft cards with any number of players.
- end_check=immediately: the game ends as soon as a planting with all that follows from it leaves few enough tiles.
- final_tie: tied seats are compared by tiles collected, or by resources held at the end; still tied, they share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from tests.engine.reference.amyitis_choices import Choices, Words
from tests.engine.reference.amyitis_table import (
    COURT,
    CRAFTS,
    FIELD_SQUARES,
    FLOORS,
    GREY,
    QUALITY_OF_FLOOR,
    RESOURCES,
    SIDES,
    TEMPLES,
    Table,
    strict_majority,
)

DEFAULTS: dict[str, Any] = {
    "caravaneer2_token": "wine",
    "double_edges": "any_square_floor_ge_3",
    "double_edge_flow": "either_area",
    "field_tie_gardener": "nobody",
    "temple_neutral_cubes": "ignored",
    "temple_second_needs_cube": True,
    "full_circle": "forbidden",
    "babylon_without_free_area": "sell_without_irrigation",
    "useless_recruit": "forbidden",
    "supply_limits": "hard",
    "own_cube_supply": "as_in_component_set",
    "neutral_cube_supply": "unlimited",
    "procession_seat": "left_of_first_player",
    "gardener_discard": "back_to_stock",
    "tile_court_bonus_blocked": "other_type_if_choice",
    "irrigation_majority_scope": "all_four_sides",
    "two_player_empty_squares": "never_planted",
    "tammouz_second_optional": True,
    "plant_extra_cost": "printed_resource",
    "craft_in_play": "18_14_10",
    "end_check": "end_of_turn",
    "final_tie": "shared",
}


@dataclass(frozen=True)
class Question:
    """The script waits: for one of these lines of a seat, or for a craft draw (no seat, no lines)."""

    seat: int | None
    lines: list[Words]


Script = Generator[Question, Words, None]
Asking = Generator[Question, Words, Words]


class ReferenceGame:
    """One game with recorded chance, from its log header (taken to be valid)."""

    def __init__(self, header: Words) -> None:
        self.switches = {**DEFAULTS, **header["ruleset"]["switches"]}
        self.table = Table(header, self.switches)
        self.choices = Choices(self.table)
        self.players = self.table.players
        self.seats = range(len(self.players))
        self.events: list[tuple[int, str, int]] = []
        self.first_player = 0
        self.script = self._game()
        self.question: Question | None = next(self.script)

    # --- What a reader may ask ----------------------------------------------------------------------------------------

    @property
    def to_move(self) -> int | str | None:
        """The seat to move, "chance" when a craft draw is due, None when it is over."""
        if self.question is None:
            return None
        return "chance" if self.question.seat is None else self.question.seat

    def legal_actions(self) -> list[Words]:
        """Every line that the seat to move may write; nothing for draws."""
        return list(self.question.lines) if self.question else []

    def is_legal(self, action: Any) -> bool:
        """Whether this log line may come now, draws included."""
        if self.to_move == "chance":
            return self._is_craft_draw(action)
        return any(_same(action, line) for line in self.legal_actions())

    def apply(self, action: Words) -> None:
        """Carry out a legal log line; raises ValueError for any other."""
        if not self.is_legal(action):
            raise ValueError(f"not legal now: {action}")
        try:
            self.question = self.script.send(action)
        except StopIteration:
            self.question = None

    @property
    def scores(self) -> list[int]:
        """The prestige of each seat: the sum of the events."""
        return [sum(points for owner, _, points in self.events if owner == seat) for seat in self.seats]

    def result(self) -> Words | None:
        """End, scores and winners once the game is over."""
        if self.question is not None:
            return None
        extra = {
            "shared": [0 for _ in self.players],
            "most_garden_tiles": [len(player.tiles) for player in self.players],
            "most_resources": [player.resources.total() for player in self.players],
        }[self.switches["final_tie"]]
        ranks = list(zip(self.scores, extra, strict=True))
        end = "tiles" if self._few_tiles_left() else "no_gardeners"
        return {"end": end, "scores": self.scores, "winners": [s for s in self.seats if ranks[s] == max(ranks)]}

    # --- The script ---------------------------------------------------------------------------------------------------

    def _game(self) -> Script:
        while True:
            yield from self._phase_1()
            yield from self._phase_2()
            if not self._ends_immediately():
                yield from self._phase_3()
            if self._few_tiles_left() or self._nothing_can_be_planted():
                self._final_scoring()
                return
            self.first_player = (self.first_player + 1) % len(self.players)

    def _few_tiles_left(self) -> bool:
        limit: int = self.table.data["end"]["tiles_left"]["value"][str(len(self.players))]
        return len(self.table.garden) <= limit

    def _nothing_can_be_planted(self) -> bool:
        """No gardener is left anywhere, and every tile lies too high for the best plant alone."""
        left = self.table.gardener_stock() + sum(player.gardeners for player in self.players)
        best = max(side["quality"]["value"] for card in self.table.plant_cards.values() for side in card["sides"])
        return left == 0 and all(QUALITY_OF_FLOOR[FLOORS[square]] > best for square in self.table.garden)

    def _ends_immediately(self) -> bool:
        return self.switches["end_check"] == "immediately" and self._few_tiles_left()

    def _clockwise(self) -> list[int]:
        return [(self.first_player + n) % len(self.players) for n in self.seats]

    def _final_scoring(self) -> None:
        lines = self.table.data["end"]["amyitis_card"]["value"][str(len(self.players))]
        for seat, player in enumerate(self.players):
            reached = [line["prestige"] for line in lines if len(player.tiles) >= line["tiles"]]
            self._score(seat, "amyitis_card", max(reached, default=0))
            worth = self.table.data["prestige"]["resource_left"]["value"]
            self._score(seat, "stock", worth * player.resources.total())

    # --- Lines, points and gains --------------------------------------------------------------------------------------

    def _ask(self, seat: int, lines: list[Words]) -> Asking:
        """The line that the seat chooses to write."""
        return (yield Question(seat, [{"seat": seat, **line} for line in lines]))

    def _score(self, seat: int, source: str, points: int) -> None:
        if points:
            self.events.append((seat, source, points))

    def _gain_talents(self, seat: int, amount: int) -> None:
        self.players[seat].talents += int(min(amount, self.table.talent_stock()))

    def _gain_camels(self, seat: int, amount: int) -> None:
        self.players[seat].camels += int(min(amount, self.table.camel_stock()))

    def _gain_resource(self, seat: int, kind: str) -> None:
        if self.table.resource_stock(kind) > 0:
            self.players[seat].resources[kind] += 1

    # --- Phase I: craft and income ------------------------------------------------------------------------------------

    def _phase_1(self) -> Script:
        draw = yield Question(None, [])
        self.table.groups = [list(group) for group in draw["groups"]]
        for seat in self._clockwise():
            banker = self.table.court_card("banker", self.players[seat].levels["banker"])
            if banker:
                self._gain_talents(seat, banker["talents"]["value"])
                self._score(seat, "banker", banker["prestige"]["value"])

    def _is_craft_draw(self, action: Any) -> bool:
        if not isinstance(action, dict) or set(action) != {"chance", "groups"} or action["chance"] != "craft":
            return False
        groups = action["groups"]
        if not isinstance(groups, list) or len(groups) != len(self.players):
            return False
        if not all(isinstance(group, list) and len(group) == 3 for group in groups):
            return False
        dealt = [craft for group in groups for craft in group]
        if not all(isinstance(craft, str) and craft in CRAFTS for craft in dealt):
            return False
        return Counter(dealt) <= self.table.crafts_in_play()

    # --- Phase II: actions --------------------------------------------------------------------------------------------

    def _phase_2(self) -> Script:
        passed: set[int] = set()
        seat = self.first_player
        while len(passed) < len(self.players):
            if seat in passed:
                self._gain_talents(seat, 1)
            else:
                lines = [{"do": "pass"}, *self.choices.recruit_lines(seat), *self.choices.caravan_lines(seat)]
                line = yield from self._ask(seat, lines)
                if line["do"] == "pass":
                    passed.add(seat)
                elif line["do"] == "recruit":
                    yield from self._recruit(seat, line["group"], line["craft"])
                else:
                    yield from self._move_caravan(seat, line["camels"], line["squares"])
                if self._ends_immediately():
                    return
            seat = (seat + 1) % len(self.players)

    def _recruit(self, seat: int, group: int, craft: str) -> Script:
        lines = self.choices.craft_lines(seat, craft)
        self.players[seat].talents -= 3 - len(self.table.groups[group])
        self.table.groups[group].remove(craft)
        if craft == "merchant":
            self._gain_camels(seat, 1)
        elif lines:
            line = yield from self._ask(seat, lines)
            if craft == "peasant":
                self._place_on_field(seat, line["row"])
            elif craft == "priest":
                self.table.put_in_temple(line["temple"], seat)
            else:
                self.table.cubes[line["side"]].append(seat)
                self._score(seat, "engineer", self.table.data["prestige"]["engineer"]["value"])

    def _place_on_field(self, seat: int, row: int) -> None:
        cubes = self.table.rows[row]
        self._gain_resource(seat, self.table.next_field(row))
        cubes.append(seat)
        if len(cubes) == FIELD_SQUARES:
            counts = [cubes.count(owner) for owner in self.seats]
            winner = strict_majority(counts)
            if winner is None and self.switches["field_tie_gardener"] == "rightmost_cube":
                winner = [owner for owner in cubes if counts[owner] == max(counts)][-1]
            if winner is not None and self.table.gardener_stock() > 0:
                self.players[winner].gardeners += 1
            self.table.rows[row] = []

    # --- The caravan --------------------------------------------------------------------------------------------------

    def _move_caravan(self, seat: int, camels: int, squares: int) -> Script:
        self.players[seat].camels -= camels
        self.table.caravan = (self.table.caravan + squares) % len(self.table.cities)
        city = self.table.cities[self.table.caravan]
        line = yield from self._ask(seat, self.choices.city_lines(seat, city))
        if city["kind"] == "sale":
            yield from self._sell(seat, line["resources"])
        elif city["kind"] == "court":
            self.players[seat].resources[line["pay"]] -= 1
            yield from self._take_court_card(seat, line["card"])
        else:
            yield from self._plant(seat, city["name"], line["square"], line["pay"], line["gardeners"])

    def _sell(self, seat: int, sold: list[str]) -> Script:
        self.players[seat].resources -= Counter(sold)
        self._score(seat, "sale", self.table.data["prestige"]["sale"]["value"][len(sold) - 1])
        lines = self.choices.craft_lines(seat, "engineer")
        if lines:
            line = yield from self._ask(seat, lines)
            self.table.cubes[line["side"]].append(seat)

    # --- Court cards --------------------------------------------------------------------------------------------------

    def _take_court_card(self, seat: int, card: str) -> Script:
        player = self.players[seat]
        if card == "gardener":
            player.gardeners += 1
            return
        player.levels[card] += 1
        data = self.table.court_card(card, player.levels[card])
        assert data is not None, "only cards in stock are taken"
        if card == "palace":
            self._score(seat, "palace", data["prestige"]["value"])
        if card == "caravaneer" and player.levels[card] == 2:
            token = "wine"
            if self.switches["caravaneer2_token"] == "random_plain":
                kinds = [kind for kind in RESOURCES if kind in self.table.tokens]
                line = yield from self._ask(seat, [{"do": "token", "resource": kind} for kind in kinds])
                token = line["resource"]
            self.table.tokens.remove(token)
            player.resources[token] += 1

    # --- Planting -----------------------------------------------------------------------------------------------------

    def _plant(self, seat: int, city: str, square: str, pay: list[str], gardeners: int) -> Script:
        player = self.players[seat]
        player.resources -= Counter(pay)
        player.gardeners -= gardeners
        if self.switches["gardener_discard"] == "out_of_game":
            self.table.gardeners_gone += gardeners
        quality, _ = self.table.plant_side(city)
        tile = self.table.tiles[self.table.garden.pop(square)]
        player.tiles.append(tile["id"])
        self._score(seat, "tiles", tile["prestige"]["value"])
        for bonus in tile["bonus"]["value"]:
            yield from self._take_bonus(seat, bonus)
        winner = self.table.irrigation_majority(square)
        if winner is not None:
            self._score(winner, "irrigation", quality)
        self._irrigate_neutrally(square)
        self.table.planted.add(square)
        self.table.side_up[city] = 1 - self.table.side_up[city]

    def _take_bonus(self, seat: int, bonus: Words) -> Script:
        self._gain_talents(seat, bonus.get("talents", 0))
        self._gain_camels(seat, bonus.get("camels", 0))
        if "resource" in bonus:
            kind = bonus["resource"]
            if kind == "any":
                kinds = [kind for kind in RESOURCES if self.table.resource_stock(kind) > 0]
                if not kinds:
                    return
                line = yield from self._ask(seat, [{"do": "take", "resource": kind} for kind in kinds])
                kind = line["resource"]
            self._gain_resource(seat, kind)
        if "court" in bonus:
            card = bonus["court"]
            if card == "choice":
                possible = [card for card in COURT if self.table.can_have(seat, card)]
                if not possible:
                    return
                offered = COURT if self.switches["tile_court_bonus_blocked"] == "lost" else possible
                line = yield from self._ask(seat, [{"do": "choose", "card": card} for card in offered])
                card = line["card"]
            if self.table.can_have(seat, card):
                yield from self._take_court_card(seat, card)

    def _irrigate_neutrally(self, square: str) -> None:
        for side in self.table.sides_of(square):
            (neighbour,) = set(SIDES[side].squares) - {square}
            while neighbour in self.table.planted and not self.table.is_full(side) and self.table.grey_stock() > 0:
                self.table.cubes[side].append(GREY)

    # --- Phase III: end of turn ---------------------------------------------------------------------------------------

    def _phase_3(self) -> Script:
        yield from self._procession()
        yield from self._ishtar()
        self._marduk()
        yield from self._tammouz()
        for seat in self._clockwise():
            yield from self._keep_to_the_limit(seat)

    def _procession(self) -> Script:
        seat = self._clockwise()[1 if self.switches["procession_seat"] == "left_of_first_player" else -1]
        line = yield from self._ask(seat, [{"do": "procession", "temple": temple} for temple in TEMPLES])
        if self.table.cubes_in_hand(seat) > 0:
            self.table.put_in_temple(line["temple"], seat)
        for temple in TEMPLES:
            if temple != line["temple"] and self.table.grey_stock() > 0:
                self.table.put_in_temple(temple, GREY)

    def _rewarded(self, temple: str) -> tuple[int | None, int | None]:
        """The seats rewarded as first and second: not grey, and no second with two players."""
        first, second = self.table.ranks(temple, self.first_player)
        if len(self.players) == 2:
            second = None
        return (None if first == GREY else first), (None if second == GREY else second)

    def _ishtar(self) -> Script:
        first, second = self._rewarded("ishtar")
        stocks = {"camel": self.table.camel_stock(), "talent": self.table.talent_stock()}
        lines = [{"do": "reward", "take": reward} for reward, stock in stocks.items() if stock > 0]
        if first is None or not lines:
            return
        line = yield from self._ask(first, lines)
        for_camel, for_talent = (first, second) if line["take"] == "camel" else (second, first)
        if for_camel is not None:
            self._gain_camels(for_camel, 1)
        if for_talent is not None:
            self._gain_talents(for_talent, 1)

    def _marduk(self) -> None:
        for seat, points in zip(self._rewarded("marduk"), self.table.data["prestige"]["marduk"]["value"], strict=True):
            if seat is not None:
                self._score(seat, "marduk", points)

    def _tammouz(self) -> Script:
        first, second = self._rewarded("tammouz")
        lines = [] if first is None else self.choices.craft_lines(first, "peasant")
        if first is not None and lines:
            line = yield from self._ask(first, lines)
            self._place_on_field(first, line["row"])
        if second is not None:
            yield from self._swap(second)

    def _swap(self, seat: int) -> Script:
        held = self.players[seat].resources
        lines = self.choices.swap_lines(seat)
        if lines:
            line = yield from self._ask(seat, lines)
            if line["do"] == "swap":
                held[line["give"]] -= 1
                held[line["take"]] += 1

    def _keep_to_the_limit(self, seat: int) -> Script:
        lines = self.choices.keep_lines(seat)
        if lines:
            line = yield from self._ask(seat, lines)
            self.players[seat].resources = Counter(line["resources"])


def _same(action: Any, line: Words) -> bool:
    """Whether this is the legal line: the same keys, types and values; lists of resources in any order."""
    return isinstance(action, dict) and action.keys() == line.keys() and all(_equal(action[k], line[k]) for k in line)


def _equal(value: Any, legal: Any) -> bool:
    if isinstance(legal, list):
        return isinstance(value, list) and all(isinstance(v, str) for v in value) and sorted(value) == sorted(legal)
    return type(value) is type(legal) and bool(value == legal)
