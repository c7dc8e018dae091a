"""Babylonia once more: written from the rules text alone, clear instead of fast, to be compared with the engine.

It replays games with recorded chance. Everything is recomputed from the tokens on the board whenever it is asked for;
a placement is legal exactly if some allowed set of tokens, taken from the rack at the start of the turn, can still be
completed on the board as it would then be (a search, no case distinction).

Readings of the options that the rules text leaves open (defaults need none):

- first_round_limits: "first round" is a seat's first turn; `none` also makes the option of seat 2 meaningless.
- first_round_seat2_farmers_option=true: option B replaces the two tokens by choice; no cards can exist yet.
- farm_support_same_turn=false: no token placed earlier in the same turn supports, whatever its kind.
- farm_support_token and farm_support_token_kind are both asked of the same token (a face-up noble, for example).
- ziggurat_points_amount=only_ziggurats_of_placed_hex: one point for each ziggurat next to the placed hex.
- ziggurat_points_scored_ziggurats_count=false: a scored ziggurat neither triggers points nor is counted.
- ziggurat_points_per_token=false: of the tokens that a seat places next to the same ziggurat in one turn only the
  first pays (the full count of that moment); a token next to another ziggurat pays its own full count.
- card4_card5_together=true: with both cards a turn may also be three or more farmers and three nobles of three kinds.
- card5_noble_position=last: the noble (all nobles, with cards 4 and 5 together) comes after all farmers of the turn.
- card6_farmers=also_free: the owner's farmers need no support on a farm, in any option.
- card6_scores_farm=false: a noble on a farm takes the tile off the board without points; farmers score as ever.
- card6_with_cards_4_5=false: in a set that is allowed only by card 4 or 5 no noble stands on a farm.
- card2_same_turn=false: not offered at the end of the turn in which it was won; an extra turn is a turn of its own.
- card2_against_game_end=extra_turn_first: the offer comes although the game would end; declined, the game ends for the
  reason found; used, the end is checked anew after the extra turn. With an empty rack there is no extra turn to offer.
- card7_on_discard=true: on a tie each owner gets floor(own tiles / 2), nobody gets city points.
- card7_counts_new_city=false: the winner's own bonus is halved from the tiles before this one.
- link_cards_gap_at_city=false: the walk starts at own tokens next to the city only; true: at free linking hexes too.
- link_cards_emptied_city_hex=false: a hex emptied in this scoring step links from the next turn on.
- cards_active_during_same_scoring=false: cards 7, 8 and 9 won in this step work from the next turn on (cards 1, 2 and 3
  have their own rulings).
- network_points_on_tie=false: a tie for the tile also takes the noble points away from everybody.
- ziggurat_card_chooser=active_player: the `take` line is the active player's; the card still goes to the winner.
- end_check=before_refill: looked at after step 2; the game then ends without a refill draw. With extra_turn_first and
  an unused card 2 the refill is made, then the offer; if the rack is still empty, the game ends.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from enum import Enum
from itertools import product
from pathlib import Path
from typing import Any

from tests.engine.reference.plans import FARMER, KINDS, Placed, Plan, turn_plans

DATA = Path(__file__).parents[3] / "engine/babylonia/data/babylonia-2019.json"
NEIGHBOURS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
SYMBOLS = {"M": "merchant", "O": "official", "P": "priest"}
POOL = {FARMER: 12, "merchant": 6, "official": 6, "priest": 6}

DEFAULTS: dict[str, Any] = {
    "first_round_limits": "1_then_2",
    "first_round_seat2_farmers_option": False,
    "farm_support_token": "any_own_token",
    "farm_support_same_turn": True,
    "farm_support_token_kind": "any_kind",
    "ziggurat_points_amount": "all_own_touched",
    "ziggurat_points_scored_ziggurats_count": True,
    "ziggurat_points_per_token": True,
    "card4_card5_together": False,
    "card5_noble_position": "any",
    "card6_farmers": "unchanged",
    "card6_scores_farm": True,
    "card6_with_cards_4_5": True,
    "card2_same_turn": True,
    "card2_against_game_end": "game_ends_first",
    "card7_on_discard": False,
    "card7_counts_new_city": True,
    "link_cards_gap_at_city": True,
    "link_cards_emptied_city_hex": True,
    "cards_active_during_same_scoring": True,
    "network_points_on_tie": True,
    "ziggurat_card_chooser": "winner",
    "end_check": "after_refill",
}


class Step(Enum):
    """What the game waits for."""

    DEAL = "first draw of each seat"
    PLACE = "place or stop"
    SCORE = "choose the next site"
    TAKE = "take a ziggurat card"
    REFILL = "draw"
    EXTRA = "use card 2 or not"
    OVER = "nothing"


def _neighbours(name: str) -> frozenset[str]:
    column, row = int(name[:2]), int(name[2:])
    return frozenset(f"{column + dc:02}{row + dr:02}" for dc, dr in NEIGHBOURS)


@dataclass(frozen=True)
class Token:
    """A clan token on the board."""

    seat: int
    kind: str


@dataclass
class Player:
    """What lies in front of one player and behind the stand."""

    pool: Counter[str] = field(default_factory=lambda: Counter(POOL))
    rack: Counter[str] = field(default_factory=Counter)
    cards: set[int] = field(default_factory=set)
    spent: set[int] = field(default_factory=set)
    cities: int = 0
    turns: int = 0


class ReferenceGame:
    """One game with recorded chance, from its log header (taken to be valid)."""

    def __init__(self, header: dict[str, Any]) -> None:
        self.switches = {**DEFAULTS, **header["ruleset"]["switches"]}
        data = json.loads(DATA.read_text(encoding="utf-8"))
        out = data["players"][str(len(header["seats"]))]["regions_out_of_play"]
        hexes = {h["id"]: h for h in data["hexes"] if h.get("region") not in out}
        self.hexes = set(hexes)
        self.near = {name: _neighbours(name) & self.hexes for name in hexes}
        self.rivers = {name for name, h in hexes.items() if h["terrain"] == "river"}
        self.centre = {name for name, h in hexes.items() if h.get("region") == "centre"}
        self.ziggurats = {name for name, h in hexes.items() if h["site"] == "ziggurat"}
        self.tiles: dict[str, str] = dict(header["setup"]["tiles"])
        self.offer: set[int] = set(header["setup"]["cards"])
        self.tokens: dict[str, Token] = {}
        self.scored_ziggurats: set[str] = set()
        self.players = [Player() for _ in header["seats"]]
        self.events: list[tuple[int, str, int, str]] = []
        self.active = 0
        self.step = Step.DEAL
        self.to_score: set[str] = set()
        self.end: str | None = None
        self.pending_end: str | None = None
        self.winner_of_ziggurat = 0
        self._begin_turn_memory()

    # --- What a reader may ask ----------------------------------------------------------------------------------------

    @property
    def to_move(self) -> int | str | None:
        """The seat to move, "chance" when a draw is due (see `chance_seat`, `draw_size`), None when it is over."""
        if self.step is Step.OVER:
            return None
        if self.step in (Step.DEAL, Step.REFILL):
            return "chance"
        if self.step is Step.TAKE and self.switches["ziggurat_card_chooser"] == "winner":
            return self.winner_of_ziggurat
        return self.active

    @property
    def chance_seat(self) -> int:
        """Whose tokens are drawn."""
        return self.active

    @property
    def draw_size(self) -> int:
        """How many tokens the seat on turn draws when it refills now."""
        player = self.players[self.active]
        limit = 7 if 3 in player.cards else 5
        return min(limit - player.rack.total(), player.pool.total())

    @property
    def scores(self) -> list[int]:
        """The points of each seat: the sum of the events."""
        return [sum(points for s, _, points, _ in self.events if s == seat) for seat in range(len(self.players))]

    @property
    def sources(self) -> list[dict[str, int]]:
        """Points by source for each seat, zeros left out."""
        table: list[Counter[str]] = [Counter() for _ in self.players]
        for seat, source, points, _ in self.events:
            table[seat][source] += points
        return [dict(counter) for counter in table]

    def result(self) -> dict[str, Any] | None:
        """End, scores and winners once the game is over. Equal scores are decided by city tiles, then shared."""
        if self.end is None:
            return None
        scores = self.scores
        ranks = [(scores[seat], player.cities) for seat, player in enumerate(self.players)]
        return {"end": self.end, "scores": scores, "winners": [s for s, rank in enumerate(ranks) if rank == max(ranks)]}

    def legal_actions(self) -> list[dict[str, Any]]:
        """Every legal action as its log line; nothing for draws."""
        seat = self.to_move
        if self.step is Step.PLACE:
            places = [
                {"seat": seat, "do": "place", "token": kind, "hex": name}
                for kind, name in product(KINDS, sorted(self.hexes))
                if self._may_place(kind, name)
            ]
            return places + ([{"seat": seat, "do": "stop"}] if self._may_stop() else [])
        if self.step is Step.SCORE:
            return [{"seat": seat, "do": "score", "hex": name} for name in sorted(self.to_score)]
        if self.step is Step.TAKE:
            return [{"seat": seat, "do": "take", "card": card} for card in sorted(self.offer)]
        if self.step is Step.EXTRA:
            return [{"seat": seat, "do": "extra_turn", "use": use} for use in (True, False)]
        return []

    def is_legal(self, action: dict[str, Any]) -> bool:
        """Whether this log line may come now, draws included."""
        if self.step is Step.PLACE and action.get("do") == "place":
            place = {"seat": self.active, "do": "place", "token": action.get("token"), "hex": action.get("hex")}
            if not isinstance(action.get("token"), str) or not isinstance(action.get("hex"), str):
                return False
            return _canonical(action) == _canonical(place) and self._may_place(action["token"], action["hex"])
        if self.step is Step.PLACE and action.get("do") == "stop":
            return _canonical(action) == _canonical({"seat": self.active, "do": "stop"}) and self._may_stop()
        if self.to_move != "chance":
            return _canonical(action) in {_canonical(legal) for legal in self.legal_actions()}
        tokens = action.get("tokens")
        due = {"chance": "draw", "seat": self.chance_seat, "tokens": tokens}
        if (
            not isinstance(tokens, list)
            or not all(isinstance(kind, str) and kind in KINDS for kind in tokens)
            or _canonical(action) != _canonical(due)
        ):
            return False
        supply = self.players[self.chance_seat].pool
        return len(tokens) == self.draw_size and Counter(tokens) <= supply

    def apply(self, action: dict[str, Any]) -> None:
        """Carry out a legal log line; raises ValueError for any other."""
        if not self.is_legal(action):
            raise ValueError(f"not legal now: {action}")
        match action.get("do", "draw"):
            case "draw":
                self._draw(action["tokens"])
            case "place":
                self._place(action["token"], action["hex"])
            case "stop":
                self.to_score = self._surrounded_sites()
                self._next_site()
            case "score":
                self._score(action["hex"])
            case "take":
                self._take(action["card"])
            case "extra_turn":
                self._decide_extra_turn(action["use"])

    # --- The board ----------------------------------------------------------------------------------------------------

    def _near(self, name: str) -> frozenset[str]:
        return self.near[name]

    def _is_free(self, name: str) -> bool:
        return name not in self.tokens and name not in self.tiles and name not in self.ziggurats

    def _is_farm(self, name: str) -> bool:
        return self.tiles.get(name, "").startswith("F")

    def _cities(self) -> set[str]:
        return {name for name in self.tiles if not self._is_farm(name)}

    def _counts(self, site: str) -> list[int]:
        seats = [self.tokens[name].seat for name in self._near(site) if name in self.tokens]
        return [seats.count(seat) for seat in range(len(self.players))]

    def _majority(self, site: str) -> int | None:
        counts = self._counts(site)
        return counts.index(max(counts)) if counts.count(max(counts)) == 1 else None

    def _surrounded_sites(self) -> set[str]:
        sites = self._cities() | (self.ziggurats - self.scored_ziggurats)
        return {site for site in sites if self._near(site) - self.rivers <= set(self.tokens)}

    def _award(self, seat: int, source: str, points: int, cause: str) -> None:
        if points:
            self.events.append((seat, source, points, cause))

    # --- Step 1: placing ----------------------------------------------------------------------------------------------

    def _begin_turn_memory(self) -> None:
        self.placed: list[Placed] = []
        self.filled_before = set(self.tokens)
        player = self.players[self.active]
        self.plans = turn_plans(self.active, player.turns == 0, player.rack, player.cards, self.switches)
        self.paid_ziggurats: set[str] = set()
        self.emptied: set[str] = set()
        self.won_now: list[set[int]] = [set() for _ in self.players]

    def _may_stop(self) -> bool:
        kinds = Counter(token.kind for token in self.placed)
        return any(plan.kinds == kinds and plan.admits(self.placed, self.rivers) for plan in self.plans)

    def _may_place(self, kind: str, name: str) -> bool:
        if kind not in KINDS or self.players[self.active].rack[kind] == 0 or not self._is_target(kind, name):
            return False
        placed = [*self.placed, Placed(kind, name, self._is_farm(name))]
        with _Trial(self, kind, name):
            return any(plan.admits(placed, self.rivers) and self._completes(plan, placed) for plan in self.plans)

    def _completes(self, plan: Plan, placed: list[Placed]) -> bool:
        """Whether the rest of the plan can be placed on the board as it is."""
        rest = plan.kinds - Counter(token.kind for token in placed)
        if not rest:
            return True
        for kind, name in product(rest, self.hexes):
            then = [*placed, Placed(kind, name, self._is_farm(name))]
            if self._is_target(kind, name) and plan.admits(then, self.rivers):
                with _Trial(self, kind, name):
                    if self._completes(plan, then):
                        return True
        return False

    def _is_target(self, kind: str, name: str) -> bool:
        """Whether a token of this kind may lie there, whatever else is placed in this turn."""
        if not self._is_farm(name):
            return name in self.hexes and self._is_free(name)
        if 6 in self.players[self.active].cards and (kind != FARMER or self.switches["card6_farmers"] == "also_free"):
            return True
        return kind == FARMER and any(self._supports(near) for near in self._near(name))

    def _supports(self, name: str) -> bool:
        token = self.tokens.get(name)
        if token is None or token.seat != self.active:
            return False
        if self.switches["farm_support_token"] == "face_up_only" and name in self.rivers:
            return False
        if self.switches["farm_support_token_kind"] == "noble_only" and token.kind == FARMER:
            return False
        return self.switches["farm_support_same_turn"] or name in self.filled_before

    def _place(self, kind: str, name: str) -> None:
        seat, farm = self.active, self._is_farm(name)
        self.placed.append(Placed(kind, name, farm))
        self.players[seat].rack[kind] -= 1
        self.tokens[name] = Token(seat, kind)
        tile = self.tiles.pop(name, None)
        if tile == "FC" and self._pays_farm(kind):
            self._award(seat, "farm_cities", sum(player.cities for player in self.players), f"farm {name}")
        elif tile is not None and self._pays_farm(kind):
            self._award(seat, "farm_value", int(tile[1:]), f"farm {name}")
        for ziggurat in self._near(name) & self._counting_ziggurats():
            if self.switches["ziggurat_points_per_token"] or ziggurat not in self.paid_ziggurats:
                self._award(seat, "ziggurat", self._ziggurat_points(name), f"ziggurat {ziggurat}")
                self.paid_ziggurats.add(ziggurat)

    def _pays_farm(self, kind: str) -> bool:
        return kind == FARMER or self.switches["card6_scores_farm"]

    def _counting_ziggurats(self) -> set[str]:
        counted = self.switches["ziggurat_points_scored_ziggurats_count"]
        return self.ziggurats if counted else self.ziggurats - self.scored_ziggurats

    def _ziggurat_points(self, name: str) -> int:
        if self.switches["ziggurat_points_amount"] == "only_ziggurats_of_placed_hex":
            return len(self._near(name) & self._counting_ziggurats())
        return sum(self._counts(ziggurat)[self.active] > 0 for ziggurat in self._counting_ziggurats())

    # --- Step 2: scoring ----------------------------------------------------------------------------------------------

    def _next_site(self) -> None:
        self.step = Step.SCORE
        if not self.to_score:
            self._after_scoring()

    def _score(self, site: str) -> None:
        self.to_score.remove(site)
        if site in self.ziggurats:
            self.scored_ziggurats.add(site)
            winner = self._majority(site)
            if winner is not None:
                self.winner_of_ziggurat = winner
                self.step = Step.TAKE
                return
        else:
            self._score_city(site)
        self._next_site()

    def _score_city(self, site: str) -> None:
        winner, cause = self._majority(site), f"city {site}"
        if winner is not None or self.switches["network_points_on_tie"]:
            for seat in range(len(self.players)):
                for source, points in self._noble_points(seat, site).items():
                    self._award(seat, source, points, cause)
        del self.tiles[site]
        self.emptied.add(site)
        if winner is not None:
            self.players[winner].cities += 1
        for seat, player in enumerate(self.players):
            if winner is not None:
                self._award(seat, "city_tiles", player.cities, cause)
            if 7 in self._scoring_cards(seat) and (winner is not None or self.switches["card7_on_discard"]):
                new = seat == winner and not self.switches["card7_counts_new_city"]
                self._award(seat, "card7", (player.cities - new) // 2, cause)

    def _scoring_cards(self, seat: int) -> set[int]:
        cards = self.players[seat].cards
        return cards if self.switches["cards_active_during_same_scoring"] else cards - self.won_now[seat]

    def _noble_points(self, seat: int, site: str) -> dict[str, int]:
        """Points of step A by source: what no card is needed for, what exactly one card makes possible, the rest."""
        cards = self._scoring_cards(seat) & {8, 9}
        plain = self._scoring_nobles(seat, site, set())
        by_8 = self._scoring_nobles(seat, site, cards & {8}) - plain
        by_9 = self._scoring_nobles(seat, site, cards & {9}) - plain
        rest = self._scoring_nobles(seat, site, cards) - plain - (by_8 ^ by_9)
        return {
            "city_nobles": 2 * len(plain),
            "city_nobles_card8": 2 * len(by_8 - by_9),
            "city_nobles_card9": 2 * len(by_9 - by_8),
            "city_nobles_cards8_9": 2 * len(rest),
        }

    def _scoring_nobles(self, seat: int, site: str, cards: set[int]) -> set[str]:
        """The seat's face-up nobles that are linked to the city and of one of its kinds."""
        links = {name for name in self.hexes if self._is_free(name)}
        if not self.switches["link_cards_emptied_city_hex"]:
            links -= self.emptied
        links &= (self.centre if 8 in cards else set()) | (self.rivers if 9 in cards else set())
        own = {name for name, token in self.tokens.items() if token.seat == seat}
        reached: set[str] = set()
        border = self._near(site) & (own | links if self.switches["link_cards_gap_at_city"] else own)
        while border:
            reached |= border
            border = {near for name in border for near in self._near(name)} & (own | links) - reached
        wanted = {SYMBOLS[letter] for letter in self.tiles[site]}
        return {name for name in reached & own - self.rivers if self.tokens[name].kind in wanted}

    def _take(self, card: int) -> None:
        winner = self.winner_of_ziggurat
        self.offer.remove(card)
        self.players[winner].cards.add(card)
        self.won_now[winner].add(card)
        if card == 1:
            self._award(winner, "card1", 10, "card 1")
        self._next_site()

    # --- Step 3: refill, end, extra turn ------------------------------------------------------------------------------

    def _after_scoring(self) -> None:
        self.pending_end = self._end_condition() if self.switches["end_check"] == "before_refill" else None
        if self.pending_end and not self._extra_turn_comes_first():
            self._finish(self.pending_end)
        elif self.draw_size > 0:
            self.step = Step.REFILL
        else:
            self._after_refill()

    def _draw(self, tokens: list[str]) -> None:
        player = self.players[self.active]
        player.pool -= Counter(tokens)
        player.rack += Counter(tokens)
        if self.step is Step.REFILL:
            self._after_refill()
        elif self.active + 1 < len(self.players):
            self.active += 1
        else:
            self._begin_turn(0)

    def _after_refill(self) -> None:
        if self.switches["end_check"] == "after_refill":
            self.pending_end = self._end_condition()
        has_tokens = self.players[self.active].rack.total() > 0
        if self.pending_end and not (self._extra_turn_comes_first() and has_tokens):
            self._finish(self.pending_end)
        elif self._holds_extra_turn():
            self.step = Step.EXTRA
        else:
            self._next_player()

    def _decide_extra_turn(self, use: bool) -> None:
        if use:
            self.players[self.active].spent.add(2)
            self.players[self.active].turns += 1
            self._begin_turn(self.active)
        elif self.pending_end:
            self._finish(self.pending_end)
        else:
            self._next_player()

    def _holds_extra_turn(self) -> bool:
        player = self.players[self.active]
        ripe = self.switches["card2_same_turn"] or 2 not in self.won_now[self.active]
        return 2 in player.cards and 2 not in player.spent and ripe

    def _extra_turn_comes_first(self) -> bool:
        return self.switches["card2_against_game_end"] == "extra_turn_first" and self._holds_extra_turn()

    def _end_condition(self) -> str | None:
        reasons = [
            reason
            for reason, holds in (
                ("cities", len(self._cities()) <= 1),
                ("rack_empty", self.players[self.active].rack.total() == 0),
            )
            if holds
        ]
        return "+".join(reasons) or None

    def _next_player(self) -> None:
        self.players[self.active].turns += 1
        self._begin_turn((self.active + 1) % len(self.players))

    def _begin_turn(self, seat: int) -> None:
        self.active = seat
        self.step = Step.PLACE
        self._begin_turn_memory()

    def _finish(self, reason: str) -> None:
        self.end = reason
        self.step = Step.OVER


class _Trial:
    """A token laid on the board to look further, and taken back with the farm tile it covered."""

    def __init__(self, game: ReferenceGame, kind: str, name: str) -> None:
        self.game, self.kind, self.name = game, kind, name

    def __enter__(self) -> None:
        self.tile = self.game.tiles.pop(self.name, None)
        self.game.tokens[self.name] = Token(self.game.active, self.kind)

    def __exit__(self, *_: object) -> None:
        del self.game.tokens[self.name]
        if self.tile is not None:
            self.game.tiles[self.name] = self.tile


def _canonical(action: dict[str, Any]) -> str:
    return json.dumps(action, sort_keys=True)
