"""Babylon once more: written from the rules text alone, clear instead of fast, to be compared with the engine.

It replays games with recorded chance. This file has the order of play, the hands and the supply; the stacks are in
`babylon_quarry.py`, one garden in `babylon_garden.py`. What the supply still has is the box less what is in use.

How each option is read stands with the switches in `babylon_switches.py`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from itertools import product
from pathlib import Path
from typing import Any

from tests.engine.reference.babylon_garden import (
    CORNERS,
    NAMED,
    Column,
    Garden,
    Laid,
    footprint,
    name_of,
    turned,
)
from tests.engine.reference.babylon_quarry import STACK_NAMES, Quarry, stack_name
from tests.engine.reference.babylon_switches import DEFAULTS

Words = dict[str, Any]

DATA = Path(__file__).parents[3] / "engine/babylon/data"


class Step(Enum):
    """What the game waits for."""

    REMOVE = "a clay tile that leaves the game"
    UNCOVER = "the next tile of a stack"
    ROUND = "a round token"
    DIG = "dig"
    BUILD = "exchange, place, read, build, finish"
    KEEP = "store or discard"
    OVER = "nothing"


@dataclass
class Player:
    """What lies in front of one player."""

    garden: Garden
    flower: str
    stored: str | None
    simple: int = 0
    double: int = 0


@dataclass
class Go:
    """What the go of one seat has to remember."""

    dug: str | None = None
    claimed: bool = False
    placed: list[str] = field(default_factory=list)


class ReferenceGame:
    """One game with recorded chance, from its log header (taken to be valid)."""

    def __init__(self, header: Words) -> None:
        self.switches = {**DEFAULTS, **header["ruleset"]["switches"]}
        data = json.loads((DATA / f"{header['components']}.json").read_text(encoding="utf-8"))
        self.tiles: dict[str, Words] = {tile["id"]: tile for tile in data["tiles"] + data["starting_tiles"]}
        self.effects = {token["id"]: token["effect"]["value"] for token in data["round_tokens"]}
        self.values = {name: entry["value"] for name, entry in data["scoring"].items()}
        self.box = {name: entry["value"] for name, entry in data["supply"].items()}
        self.layers: list[str] = data["quarry"]["layers"]["value"]
        self.kept_pillars: int = data["board"]["kept_simple_pillars"]["value"]
        numbers = data["players"][str(len(header["seats"]))]
        setup = header["setup"]
        self.quarry = Quarry(self.switches, setup["quarry"])
        self.players = [Player(Garden(self.switches), self._flower(tile), tile) for tile in setup["starting"]]
        self.tokens_left: int = numbers["round_tokens"]
        self.last_round = self.tokens_left + 1
        self.turned_up: list[str] = []
        self.effect = "none"
        self.removals: int = numbers["clay_removed_by_each"] * len(self.players)
        self.removed = 0
        self.round = 0
        self.gone = len(self.players)
        self.active = 0
        self.go = Go()
        self.opened: Column | None = None
        self.events: list[tuple[int, str, int]] = []
        self.step = Step.REMOVE
        self._go_on()

    # --- What a reader may ask ----------------------------------------------------------------------------------------

    @property
    def to_move(self) -> int | str | None:
        """The seat to move, "chance" when a draw is due, None when it is over."""
        if self.step is Step.OVER:
            return None
        drawn = self.switches["clay_removal_choice"] == "random"
        if self.step in (Step.UNCOVER, Step.ROUND) or (self.step is Step.REMOVE and drawn):
            return "chance"
        return self.active

    @property
    def scores(self) -> list[int]:
        """The points of each seat: the sum of the events."""
        return [sum(points for s, _, points in self.events if s == seat) for seat in range(len(self.players))]

    def result(self) -> Words | None:
        """End, scores and winners once the game is over. Equal scores are decided by open holes, then shared."""
        if self.step is not Step.OVER:
            return None
        scores = self.scores
        ranks = [(scores[seat], -player.garden.open_holes()) for seat, player in enumerate(self.players)]
        winners = [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
        return {"end": "rounds", "scores": scores, "winners": winners}

    def legal_actions(self) -> list[Words]:
        """Every line that the seat to move may write; nothing for draws."""
        return [] if self.to_move in ("chance", None) else list(self._lines())

    def is_legal(self, action: Words) -> bool:
        """Whether this log line may come now, draws included."""
        if not isinstance(action, dict):
            return False
        if action.get("do") == "place" and self.step is Step.BUILD:
            return self._is_place(action)
        return any(_same(action, line) for line in (self._draws() if self.to_move == "chance" else self._lines(False)))

    def apply(self, action: Words) -> None:
        """Carry out a line that may come; raises ValueError for any other."""
        if not self.is_legal(action):
            raise ValueError(f"not legal now: {action}")
        carry_out = getattr(self, "_" + (action.get("do") or action["chance"]))
        carry_out(action)

    # --- The lines that may come --------------------------------------------------------------------------------------

    def _draws(self) -> Iterator[Words]:
        if self.step is Step.REMOVE:
            for stack in self._clay_stacks():
                yield {"chance": "remove", "stack": stack}
        elif self.step is Step.UNCOVER:
            assert self.opened
            layer = self.quarry.heights[self.opened]
            for tile in self.tiles.values():
                if tile.get("material") == self.layers[layer - 1] and tile["id"] not in self.quarry.seen:
                    yield {"chance": "uncover", "stack": stack_name(self.opened), "tile": tile["id"]}
        else:
            for token in self.effects:
                if token not in self.turned_up:
                    yield {"chance": "round", "token": token}

    def _lines(self, with_places: bool = True) -> Iterator[Words]:
        seat = self.active
        if self.step is Step.REMOVE:
            for stack in self._clay_stacks():
                yield {"seat": seat, "do": "remove", "stack": stack}
        elif self.step is Step.KEEP:
            if self.players[seat].stored is None or self.switches["may_drop_stored_tile"]:
                yield {"seat": seat, "do": "store", "tile": self.go.dug}
            yield {"seat": seat, "do": "discard", "tile": self.go.dug}
        elif self.step is Step.DIG:
            for stack, place in STACK_NAMES.items():
                if self.quarry.heights[place]:
                    yield {"seat": seat, "do": "dig", "stack": stack}
        if self.step in (Step.DIG, Step.BUILD) and self._may_claim():
            yield {"seat": seat, "do": "claim"}
        if self.step is Step.BUILD:
            yield from self._building_lines(with_places)

    def _building_lines(self, with_places: bool) -> Iterator[Words]:
        seat, player = self.active, self.players[self.active]
        if player.simple >= 2 and self._left("double_pillar") >= 1:
            yield {"seat": seat, "do": "exchange"}
        if with_places:
            yield from self._places()
        if self.effect in ("change_icon", "fill_blank"):
            for column, kind in player.garden.reading(self.effect):
                yield {"seat": seat, "do": "read", "at": name_of(column), "as": kind}
        for kind, columns in self._builds():
            yield {"seat": seat, "do": "build", "piece": kind, "at": [name_of(column) for column in columns]}
        if not self._must_build():
            yield {"seat": seat, "do": "finish"}

    def _builds(self) -> list[tuple[str, list[Column]]]:
        return [build for build in self.players[self.active].garden.builds() if self._left(build[0]) >= 1]

    def _must_build(self) -> bool:
        return not self.switches["decorations_optional"] and bool(self._builds())

    def _clay_stacks(self) -> list[str]:
        return [name for name, stack in STACK_NAMES.items() if self.quarry.heights[stack] == 3]

    # --- Placing a tile -----------------------------------------------------------------------------------------------

    def _places(self) -> Iterator[Words]:
        garden = self.players[self.active].garden
        highest = max((laid.level for laid in garden.tiles), default=0)
        turns = [(tile, quarters) for tile in self._tiles_in_hand() for quarters in range(4)]
        turns = [(tile, quarters) for tile, quarters in turns if self._may_turn(tile, quarters)]
        levels = range(1, highest + 2) if turns else ()
        room = [(at, level) for at, level in product(NAMED, levels) if garden.has_room(NAMED[at], level)]
        for (at, level), open_corner in product(room, (*CORNERS, "none")):
            if self._may_lie(NAMED[at], level, open_corner):
                for tile, quarters in turns:
                    yield {
                        "seat": self.active,
                        "do": "place",
                        "tile": tile,
                        "at": at,
                        "rotation": quarters,
                        "level": level,
                        "open": open_corner,
                    }

    def _is_place(self, action: Words) -> bool:
        if action.keys() != {"seat", "do", "tile", "at", "rotation", "level", "open"}:
            return False
        types = {"seat": int, "tile": str, "at": str, "rotation": int, "level": int, "open": str}
        if any(type(action[key]) is not needed for key, needed in types.items()):
            return False
        at, quarters, level, open_corner = (action[key] for key in ("at", "rotation", "level", "open"))
        if at not in NAMED or quarters not in range(4) or level < 1 or open_corner not in (*CORNERS, "none"):
            return False
        if action["seat"] != self.active or action["tile"] not in self._tiles_in_hand():
            return False
        return self._may_turn(action["tile"], quarters) and self._may_lie(NAMED[at], level, open_corner)

    def _tiles_in_hand(self) -> list[str]:
        in_hand = (self.go.dug, self.players[self.active].stored)
        return [tile for tile in in_hand if tile is not None and tile not in self.go.placed]

    def _may_lie(self, at: Column, level: int, open_corner: str) -> bool:
        """Whether any tile may be placed there now, paid with the pillars that the seat holds."""
        player = self.players[self.active]
        held = player.garden.supports(at, level, open_corner)
        if held is None or held.count("simple") > player.simple or held.count("double") > player.double:
            return False
        if self._must_build():
            return False
        if open_corner == "none":
            return True
        if self._left("belvedere") < 1 and self.switches["belvedere_supply_empty"] == "four_supports_required":
            return False
        return bool(self.switches["three_supports_by_choice"]) or not self._may_lie(at, level, "none")

    def _may_turn(self, tile: str, quarters: int) -> bool:
        """Whether this is the smallest rotation of the look that it gives, and tiles may be turned."""
        icons = self.tiles[tile]["icons"]["value"]
        looks = [turned(icons, fewer) for fewer in range(4)]
        return looks.index(looks[quarters]) == quarters and (
            quarters == 0 or self.switches["tile_rotation"] == "four_quarter_turns"
        )

    def _place(self, action: Words) -> None:
        player, tile, at = self.players[self.active], action["tile"], NAMED[action["at"]]
        held = player.garden.supports(at, action["level"], action["open"])
        assert held is not None
        icons = turned(self.tiles[tile]["icons"]["value"], action["rotation"])
        starting = "material" not in self.tiles[tile]
        spaces = dict(zip(footprint(at), icons, strict=True))
        laid = Laid(tile, self._flower(tile), starting, action["level"], at, spaces)
        player.simple -= held.count("simple")
        player.double -= held.count("double")
        belvedere = action["open"] != "none" and self._left("belvedere") >= 1
        player.garden.lay(laid, held, action["open"], belvedere)
        self.go.placed.append(tile)
        if player.stored == tile:
            player.stored = None

    # --- The rest of a go ---------------------------------------------------------------------------------------------

    def _may_claim(self) -> bool:
        if self.switches["token_gain_timing"] != "any_time_in_turn" or self.go.claimed:
            return False
        gains = {"gain_simple": "simple_pillar", "gain_double": "double_pillar"}
        return self.effect in gains and self._left(gains[self.effect]) >= 1

    def _claim(self, _: Words) -> None:
        self.go.claimed = True
        self._gain_from_token()

    def _gain_from_token(self) -> None:
        player = self.players[self.active]
        if self.effect == "gain_simple" and self._left("simple_pillar"):
            player.simple += 1
        if self.effect == "gain_double" and self._left("double_pillar"):
            player.double += 1

    def _exchange(self, _: Words) -> None:
        self.players[self.active].simple -= 2
        self.players[self.active].double += 1

    def _read(self, action: Words) -> None:
        self.players[self.active].garden.read(NAMED[action["at"]], action["as"])

    def _build(self, action: Words) -> None:
        self.players[self.active].garden.build(action["piece"], [NAMED[name] for name in action["at"]])

    def _finish(self, _: Words) -> None:
        player = self.players[self.active]
        player.simple, player.double = min(player.simple, self.kept_pillars), 0
        player.garden.end_go()
        self.step = Step.KEEP
        if self.go.dug in self.go.placed:
            self._end_go()

    def _store(self, _: Words) -> None:
        self.players[self.active].stored = self.go.dug
        self._end_go()

    def _discard(self, _: Words) -> None:
        self._end_go()

    # --- The quarry ---------------------------------------------------------------------------------------------------

    def _remove(self, action: Words) -> None:
        stack = STACK_NAMES[action["stack"]]
        tile = self._take_from(stack)
        if self.switches["clay_removal_pays"]:
            self._pay(stack, 3, tile)
            player = self.players[self.active]
            player.simple = min(player.simple, self.kept_pillars)
        self.removed += 1

    def _dig(self, action: Words) -> None:
        stack = STACK_NAMES[action["stack"]]
        layer = self.quarry.heights[stack]
        self.step = Step.BUILD
        self.go.dug = self._take_from(stack)
        self._pay(stack, layer, self.go.dug)

    def _take_from(self, stack: Column) -> str:
        tile = self.quarry.take(stack)
        if self.quarry.heights[stack] > 0:
            self.opened, self.after_uncovering, self.step = stack, self.step, Step.UNCOVER
        return tile

    def _uncover(self, action: Words) -> None:
        stack = STACK_NAMES[action["stack"]]
        self.quarry.uncover(stack, action["tile"])
        self.step = self.after_uncovering
        self._go_on()

    def _pay(self, stack: Column, layer: int, tile: str) -> None:
        """Give the pillars for a tile of this layer that lay on this stack."""
        player = self.players[self.active]
        pillars = self.quarry.paying_edges(stack, layer)
        if self._flower(tile) == player.flower:
            pillars += 2 if self.effect == "flower_double" else 1
        if self.effect == "pillar_less":
            pillars -= 1
        if pillars >= 0:
            player.simple += min(pillars, self._left("simple_pillar"))
        elif self.switches["pillar_less_floor"] == "may_take_from_storage":
            player.simple = max(player.simple - 1, 0)

    # --- The order of play --------------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """After a tile was uncovered, and at the start: what comes next before the first go."""
        if self.step is not Step.REMOVE:
            return
        self.active = self.removed % len(self.players)
        if self.removed == self.removals:
            self._begin_round()

    def _begin_round(self) -> None:
        self.round += 1
        self.gone = 0
        if self.switches["round_token_timing"] == "before_each_round":
            self._turn_up_token()
        if self.step is not Step.ROUND:
            self._begin_go()

    def _turn_up_token(self) -> None:
        if self.tokens_left:
            self.step = Step.ROUND
        self.effect = "none"

    def _round(self, action: Words) -> None:
        self.tokens_left -= 1
        self.turned_up.append(action["token"])
        self.effect = self.effects[action["token"]]
        self.step = Step.DIG
        if self.switches["round_token_timing"] == "before_each_round":
            self._begin_go()
        else:
            self._begin_round()

    def _begin_go(self) -> None:
        first = self.round - 1 if self.switches["first_player"] == "rotating" else 0
        self.active = (first + self.gone) % len(self.players)
        self.go = Go()
        self.step = Step.DIG
        if self.switches["token_gain_timing"] == "turn_start":
            self._gain_from_token()

    def _end_go(self) -> None:
        self.gone += 1
        if self.gone < len(self.players):
            self._begin_go()
        elif self.round == self.last_round:
            self._score()
        elif self.switches["round_token_timing"] == "after_each_round":
            self._turn_up_token()
        else:
            self._begin_round()

    def _score(self) -> None:
        self.step = Step.OVER
        for seat, player in enumerate(self.players):
            self.events += [(seat, source, points) for source, points in player.garden.points(self.values) if points]

    # --- The supply ---------------------------------------------------------------------------------------------------

    def _flower(self, tile: str) -> str:
        return str(self.tiles[tile]["flower"]["value"])

    def in_use(self, name: str) -> int:
        """How many of these the players hold or have in their gardens."""
        laid = [laid for player in self.players for laid in player.garden.tiles]
        if name == "simple_pillar":
            return sum(player.simple for player in self.players) + sum(one.simple for one in laid)
        if name == "double_pillar":
            return sum(player.double for player in self.players) + sum(one.double for one in laid)
        if name == "belvedere":
            return sum(one.belvedere for one in laid)
        return sum(piece.kind == name for player in self.players for piece in player.garden.pieces)

    def _left(self, name: str) -> int:
        """How many are left in the supply; of what cannot run out always a thousand."""
        endless = not self.switches["supply_limited"]
        if name.endswith("pillar") and self.switches["short_supply"] == "unlimited_substitutes":
            endless = True
        return 1000 if endless else self.box[name] - self.in_use(name)


def _same(one: Any, other: Any) -> bool:
    """Whether two words are alike, types included: `true` is not 1."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(_same(a, b) for a, b in zip(one, other, strict=True))
    return bool(one == other)
