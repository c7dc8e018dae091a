"""A position of Babylon that can be played on: what each action does, and what is due next.

What is allowed is decided in `allowed`, points are given in `scoring`.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.babylon import refusals as why
from engine.babylon import sentences
from engine.babylon.actions import (
    BUILD,
    CHANCE_REMOVE,
    CHANCE_ROUND,
    CHANCE_UNCOVER,
    CLAIM,
    DIG,
    EXCHANGE,
    FINISH,
    PLACE,
    READ,
    REMOVE,
    STORE,
    BabylonAction,
    chance_remove,
    turn_up,
    uncover,
)
from engine.babylon.allowed import refusal_of, refuse_stack
from engine.babylon.cells import (
    BRIDGE,
    BRIDGE_END,
    FOUNTAIN,
    FOUNTAIN_PART,
    GAIN_DOUBLE,
    GAIN_SIMPLE,
    NO_CORNER,
    NO_EFFECT,
    STACK_NAMES,
    STACKS,
    STAIRS,
    STAIRS_HIGH,
    STAIRS_LOW,
    STATUE_STANDING,
    between,
)
from engine.babylon.census import census
from engine.babylon.garden import Decoration, Placed
from engine.babylon.legal import BabylonLegalActions
from engine.babylon.observation import observe
from engine.babylon.phases import BUILD as BUILDING
from engine.babylon.phases import DIG as DIGGING
from engine.babylon.phases import OVER, ROUND, UNCOVER
from engine.babylon.phases import REMOVE as REMOVING
from engine.babylon.phases import STORE as STORING
from engine.babylon.placing import supports_used
from engine.babylon.position import BELVEDERES, DOUBLE, FIRST_PIECE, SIMPLE, Position
from engine.babylon.quarry import give, pay_for
from engine.babylon.scoring import holes, scores_of
from engine.babylon.standing import standing_of
from engine.bags import Bag
from engine.game import CHANCE, NOBODY, Event, IllegalAction, JsonObject, Result, State
from engine.sentence import Sentence, Template
from engine.sentences import OVER as GAME_OVER

NO_EVENTS: tuple[Event, ...] = ()
_DUE: dict[int, Template] = {
    REMOVING: sentences.REMOVES_CLAY,
    DIGGING: sentences.DIGS,
    BUILDING: sentences.BUILDS_OR_FINISHES,
    STORING: sentences.STORES_OR_DISCARDS,
}


class BabylonState(Position, State[BabylonAction]):
    """See `engine.game.State`; the fields are described in `Position`."""

    __slots__ = ()

    def check(self, action: BabylonAction) -> IllegalAction | None:
        """None if the action is allowed now, else why not."""
        number = refusal_of(self, action)
        return why.REASONS.explain(number, action) if number else None

    def legal_actions(self) -> BabylonLegalActions:
        """The allowed actions of the seat to move."""
        return BabylonLegalActions(self)

    def apply(self, action: BabylonAction) -> Sequence[Event]:
        """Carry the action out and return what happened. Raises IllegalAction and then changes nothing."""
        number = refusal_of(self, action)
        if number:
            raise why.REASONS.explain(number, action)
        op = action.op
        if op == PLACE:
            self._place(action)
        elif op == DIG:
            self._dig(action.where)
        elif op == CHANCE_UNCOVER:
            self._uncover(action.tile)
        elif op == FINISH:
            return self._finish()
        elif op == BUILD:
            self._build(action)
        elif op == EXCHANGE:
            give(self, self.active, SIMPLE, -2)
            give(self, self.active, DOUBLE, 1)
        elif op == READ:
            garden = self.gardens[self.active]
            self.reads.append((action.where, garden.tops[action.where], garden.icons[action.where]))
            garden.show(action.where, action.icon)
        elif op == CLAIM:
            self._gain()
        elif op == CHANCE_ROUND:
            self.tokens_seen.append(action.token)
            self.tokens_left -= 1
            self.effect = self.components.effects[action.token]
            self._begin_go()
        elif op in (REMOVE, CHANCE_REMOVE):
            self._remove(action.where)
        else:
            return self._store(op == STORE)
        return NO_EVENTS

    # Before the first go

    def _remove(self, stack: int) -> None:
        seat = self._remover()
        if self.rulings.removal_pays:
            give(self, seat, SIMPLE, pay_for(self, seat, stack))
            give(self, seat, SIMPLE, min(0, self.components.kept_pillars - self.simple[seat]))
        self.removed.append(self.stack_tops[stack])
        self.removals_left -= 1
        self._take_from(stack)

    def _remover(self) -> int:
        """Whose turn it is to remove a tile: one tile each, in order, as often as it takes."""
        return -self.removals_left % self.players

    def _take_from(self, stack: int) -> None:
        """The top tile has left the stack; if there is another one, it is uncovered first."""
        self.stack_heights[stack] -= 1
        self.stack_tops[stack] = -1
        if self.stack_heights[stack]:
            self.phase, self.to_move, self.uncovering = UNCOVER, CHANCE, stack
        else:
            self._after_quarry()

    def _uncover(self, tile: int) -> None:
        stack = self.uncovering
        self.unseen[self.stack_heights[stack] - 1].remove(tile)
        self.stack_tops[stack] = tile
        self.uncovering = -1
        self._after_quarry()

    def _after_quarry(self) -> None:
        if self.dug >= 0:
            self.phase, self.to_move = BUILDING, self.active
        elif self.removals_left:
            self.phase = REMOVING
            self.to_move = CHANCE if self.rulings.removal_by_chance else self._remover()
        else:
            self.begin_play()

    def begin_play(self) -> None:
        """The quarry is ready: the first go, or the round token before it."""
        if self.rulings.token_before_round and self.tokens_left:
            self.phase, self.to_move = ROUND, CHANCE
        else:
            self._begin_go()

    # A go

    def _begin_go(self) -> None:
        self.turn += 1
        seat = (self.turn - 1) % self.players
        if self.rulings.first_player_rotates:
            seat = (seat + (self.turn - 1) // self.players) % self.players
        self.active = self.to_move = seat
        self.phase = DIGGING
        self.claimed = False
        self.placed_now, self.reads = [], []
        if not self.rulings.gain_is_claimed:
            self._gain()

    def _gain(self) -> None:
        """The pillar of the round token."""
        self.claimed = True
        if self.effect == GAIN_SIMPLE:
            give(self, self.active, SIMPLE, 1)
        elif self.effect == GAIN_DOUBLE:
            give(self, self.active, DOUBLE, 1)

    def _dig(self, stack: int) -> None:
        give(self, self.active, SIMPLE, pay_for(self, self.active, stack))
        self.dug = self.stack_tops[stack]
        self._take_from(stack)

    def _place(self, action: BabylonAction) -> None:
        seat, tile, corner = self.active, action.tile, action.corner
        garden = self.gardens[seat]
        simple, double, statues = supports_used(self, action.where, action.level, corner)
        self.simple[seat] -= simple
        self.double[seat] -= double
        has_belvedere = corner != NO_CORNER and (self.supply[BELVEDERES] > 0 or not self.rulings.pieces_limited)
        if has_belvedere:
            self.supply[BELVEDERES] -= 1
        placed = Placed(tile, action.where, action.rotation, action.level, corner, has_belvedere, simple, double)
        self.placed_now.append(len(garden.placed))
        garden.put(self.components.tiles[tile], placed, statues)
        if tile == self.dug:
            self.dug = -1
        else:
            self.stored[seat] = -1

    def _build(self, action: BabylonAction) -> None:
        kind, column, other = action.icon, action.where, action.other
        garden = self.gardens[self.active]
        level, tile = garden.heights[column], garden.tops[column]
        other_tile = garden.tops[other] if other >= 0 else -1
        pieces = (STATUE_STANDING, STATUE_STANDING)
        blocked: tuple[int, ...] = ()
        if kind == FOUNTAIN:
            pieces = (FOUNTAIN_PART, FOUNTAIN_PART)
        elif kind == BRIDGE:
            pieces = (BRIDGE_END, BRIDGE_END)
            blocked = tuple(between(column, other)) if self.rulings.bridge_blocks_gap else ()
        elif kind == STAIRS:
            pieces = (STAIRS_LOW, STAIRS_HIGH)
            if garden.heights[other] < level:
                level, pieces = garden.heights[other], (STAIRS_HIGH, STAIRS_LOW)
        garden.build(Decoration(kind, level, column, other, tile, other_tile), pieces, blocked)
        self.supply[FIRST_PIECE + kind - STAIRS] -= 1

    def _finish(self) -> Sequence[Event]:
        seat = self.active
        give(self, seat, SIMPLE, min(0, self.components.kept_pillars - self.simple[seat]))
        give(self, seat, DOUBLE, -self.double[seat])
        if not self.rulings.read_lasts:
            garden = self.gardens[seat]
            for column, tile, icon in self.reads:
                if garden.tops[column] == tile:
                    garden.show(column, icon)
        self.reads = []
        if self.dug >= 0:
            self.phase = STORING
            return NO_EVENTS
        return self._end_go()

    def _store(self, keep: bool) -> Sequence[Event]:
        seat = self.active
        if keep:
            if self.stored[seat] >= 0:
                self.discarded.append(self.stored[seat])
            self.stored[seat] = self.dug
        else:
            self.discarded.append(self.dug)
        self.dug = -1
        return self._end_go()

    def _end_go(self) -> Sequence[Event]:
        self.placed_now = []
        if self.turn % self.players:
            self._begin_go()
        elif self.turn == (self.components.tokens_used[self.players] + 1) * self.players:
            return self._end_game()
        elif self.tokens_left:
            self.phase, self.to_move = ROUND, CHANCE
        else:
            self.effect = NO_EFFECT
            self._begin_go()
        return NO_EVENTS

    def _end_game(self) -> Sequence[Event]:
        self.phase, self.to_move = OVER, NOBODY
        events = [event for seat in range(self.players) for event in scores_of(self, seat)]
        for event in events:
            self.scores[event.seat] += event.points
        return events

    # Chance, the end, and what others ask

    def draw(self, rng: Random) -> BabylonAction:
        """A draw with a random outcome."""
        if self.phase == UNCOVER:
            layer = self.unseen[self.stack_heights[self.uncovering] - 1]
            return uncover(self.components, self.uncovering, layer[int(rng.random() * len(layer))])
        if self.phase == ROUND:
            tokens = [token for token in range(len(self.components.effects)) if token not in self.tokens_seen]
            return turn_up(self.components, tokens[int(rng.random() * len(tokens))])
        stacks = [stack for stack in range(STACKS) if not refuse_stack(self, stack)]
        return chance_remove(stacks[int(rng.random() * len(stacks))])

    def bag(self) -> Bag:
        """The tiles that may lie under a stack, the round tokens left, or the stacks that may lose their clay tile."""
        if self.phase == UNCOVER:
            layer = self.unseen[self.stack_heights[self.uncovering] - 1]
            line = {"chance": "uncover", "stack": STACK_NAMES[self.uncovering]}
            return Bag(line, "tile", {self.components.tiles[tile].id: 1 for tile in layer}, 1, single=True)
        if self.phase == ROUND:
            ids = self.components.token_ids
            left = {ids[token]: 1 for token in range(len(ids)) if token not in self.tokens_seen}
            return Bag({"chance": "round"}, "token", left, 1, single=True)
        left = {STACK_NAMES[stack]: 1 for stack in range(STACKS) if not refuse_stack(self, stack)}
        return Bag({"chance": "remove"}, "stack", left, 1, single=True)

    def draw_seen_by(self) -> None:
        """Everybody sees every draw."""

    def result(self) -> Result | None:
        """Most points win, then fewer holes in sight; what is still equal is shared (rulebook: end of the game)."""
        if self.phase != OVER:
            return None
        seen = [holes(self, seat) for seat in range(self.players)]
        ranks = [(score, -count) for score, count in zip(self.scores, seen, strict=True)]
        places = tuple(1 + sum(other > mine for other in ranks) for mine in ranks)
        winners = tuple(seat for seat, place in enumerate(places) if place == 1)
        decides = tuple(sentences.HOLES_SEEN.message(count=count) for count in seen)
        return Result("rounds", tuple(self.scores), winners, places, decides)

    def standing(self) -> Sequence[float]:
        """By seat: what would be scored now, and what is held."""
        return standing_of(self)

    def projected(self) -> Sequence[int] | None:
        """By seat: all points come at the end."""
        if self.phase == OVER:
            return None
        return [score + sum(event.points for event in scores_of(self, seat)) for seat, score in enumerate(self.scores)]

    def due(self) -> Sentence:
        """What is due now, in a few plain words."""
        if self.phase == OVER:
            return GAME_OVER()
        if self.phase == UNCOVER:
            return sentences.TILE_UNCOVERED(stack=STACK_NAMES[self.uncovering])
        if self.phase == ROUND:
            return sentences.ROUND_TOKEN()
        if self.to_move == CHANCE:
            return sentences.CLAY_REMOVED()
        return _DUE[self.phase](seat=self.to_move)

    def census(self) -> dict[str, dict[str, int]]:
        """See `engine.babylon.census`."""
        return census(self)

    def observation(self, seat: int) -> JsonObject:
        """What this seat may know."""
        return observe(self, seat)
