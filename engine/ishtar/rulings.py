"""The switches that change what happens, read once into fast fields."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engine.game import Ruleset


@dataclass(frozen=True, slots=True)
class Rulings:
    """One field for each switch that has an effect; see `engine.ishtar.switches`.

    Words of switches with more than two options stay as they are.
    """

    always_six: bool
    white_always_in: bool
    line: bool
    mirrored_lattice: bool
    spanning: bool
    mirroring: bool
    pay_all_spaces: bool
    full_lap: bool
    unplaceable_tile: str
    assistant_cell_flowers: bool
    all_assistants_at_once: bool
    assistants_settle: bool
    flowers_per_token: bool
    bloom_in_own_gardens: bool
    bloom_needs_target: bool
    reserve_from_deck: bool
    refill_at_once: bool
    reserve_keeps_token: bool
    buy_without_grass: bool
    buy_without_token: bool
    tablet_adjacency: str
    trees_per_bed: bool
    board_gems_score: bool
    supply_gems_score: bool
    tie_break: str
    trees_open: bool


@lru_cache(maxsize=256)
def read_rulings(ruleset: Ruleset) -> Rulings:
    """The rulings of a ruleset with every switch set."""
    switches = ruleset.switches

    def is_set(name: str, option: str | bool) -> bool:
        return switches[name] == option

    return Rulings(
        always_six=is_set("stack_size", "always_six"),
        white_always_in=is_set("fountain_draw", "white_always_in"),
        line=is_set("board_layout", "line"),
        mirrored_lattice=is_set("lattice_handedness", "mirrored"),
        spanning=is_set("spanning_boards", "allowed"),
        mirroring=is_set("tile_mirroring", "allowed"),
        pay_all_spaces=is_set("extra_step_counts", "all_spaces"),
        full_lap=is_set("full_lap", "allowed"),
        unplaceable_tile=str(switches["unplaceable_tile"]),
        assistant_cell_flowers=is_set("icon_cell_flowers_count", True),
        all_assistants_at_once=is_set("assistant_skill", "both_in_one_skill"),
        assistants_settle=is_set("assistant_skill_timing", "place_at_once_in_any_free_bed"),
        flowers_per_token=is_set("bloom_flowers", "per_token"),
        bloom_in_own_gardens=is_set("bloom_target", "gardens_with_own_bed"),
        bloom_needs_target=is_set("bloom_no_target", "skill_not_allowed"),
        reserve_from_deck=is_set("reserve_source", "row_or_top_of_deck"),
        refill_at_once=is_set("reserve_refill", "at_once"),
        reserve_keeps_token=is_set("reserved_token", "taken_with_card"),
        buy_without_grass=is_set("tree_without_grass", "purchase_without_planting"),
        buy_without_token=is_set("tree_tokens_exhausted", "purchase_without_planting"),
        tablet_adjacency=str(switches["tablet_adjacency"]),
        trees_per_bed=is_set("tree_adjacency", "once_per_bed"),
        board_gems_score=not is_set("gem_bonus_scope", "gems_in_supply"),
        supply_gems_score=not is_set("gem_bonus_scope", "gems_on_skill_board"),
        tie_break=str(switches["tie_break"]),
        trees_open=is_set("tree_points_visible", "always_open"),
    )
