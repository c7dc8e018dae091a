"""The switches that change what happens, read once into fast fields."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engine.game import Ruleset


@dataclass(frozen=True, slots=True)
class Rulings:
    """One field for each switch that has an effect; see `engine.babylon.switches`. `bridge_span` is a number."""

    corner_pays_each_edge: bool
    floor_pays_any_layer: bool
    lower_pays_any_depth: bool
    removal_pays: bool
    removal_by_chance: bool
    token_before_round: bool
    gain_is_claimed: bool
    read_per_tile: bool
    read_lasts: bool
    less_takes_stored: bool
    tiles_turn: bool
    footprint_banned_on_any_level: bool
    pillar_on_icon: bool
    pillar_on_belvedere: bool
    pillar_on_decoration: bool
    double_on_board_only: bool
    gate_needs_visible_tile: bool
    three_by_choice: bool
    may_hang_over_statue: bool
    statue_as_double: bool
    stairs_need_two_levels: bool
    hang_over_decorations: bool
    second_may_use_first: bool
    decorations_optional: bool
    latest_tile_only: bool
    pairs_need_two_tiles: bool
    bridge_span: int
    bridge_over_bare_ground_only: bool
    bridge_blocks_gap: bool
    bridges_cross_on_other_levels: bool
    line_within_level: bool
    line_is_blocked: bool
    partners_visible_only: bool
    partners_all_ever: bool
    first_statue_once: bool
    pillars_limited: bool
    pieces_limited: bool
    three_without_belvedere: bool
    may_drop_stored: bool
    every_space_visible: bool
    bridge_visible_by_gap: bool
    hidden_belvedere_scores: bool
    starting_tile_counts: bool
    bridge_hides_hole: bool
    first_player_rotates: bool


@lru_cache(maxsize=256)
def read_rulings(ruleset: Ruleset) -> Rulings:
    """The rulings of a ruleset with every switch set."""
    switches = ruleset.switches

    def is_set(name: str, option: str | bool = True) -> bool:
        return switches[name] == option

    limited = is_set("supply_limited")
    return Rulings(
        corner_pays_each_edge=is_set("quarry_corner_edges", "each_edge"),
        floor_pays_any_layer=is_set("quarry_empty_neighbour", "pays_for_any_layer"),
        lower_pays_any_depth=is_set("quarry_lower_neighbour", "any_depth"),
        removal_pays=is_set("clay_removal_pays"),
        removal_by_chance=is_set("clay_removal_choice", "random"),
        token_before_round=is_set("round_token_timing", "before_each_round"),
        gain_is_claimed=is_set("token_gain_timing", "any_time_in_turn"),
        read_per_tile=is_set("icon_effect_scope", "one_space_per_tile_placed"),
        read_lasts=is_set("icon_effect_duration", "permanent"),
        less_takes_stored=is_set("pillar_less_floor", "may_take_from_storage"),
        tiles_turn=is_set("tile_rotation", "four_quarter_turns"),
        footprint_banned_on_any_level=is_set("same_footprint_ban", "any_level"),
        pillar_on_icon=is_set("pillar_on_icon"),
        pillar_on_belvedere=is_set("pillar_on_belvedere"),
        pillar_on_decoration=is_set("pillar_on_other_decoration"),
        double_on_board_only=is_set("double_pillar_base", "board_hole_only"),
        gate_needs_visible_tile=is_set("level_gate", "tile_visible_one_level_below"),
        three_by_choice=is_set("three_supports_by_choice"),
        may_hang_over_statue=is_set("statue_under_corner", "may_hang_free"),
        statue_as_double=is_set("statue_double_height"),
        stairs_need_two_levels=is_set("overhang_clearance", "default_1_stairs_2"),
        hang_over_decorations=not is_set("overhang_clearance", "none_over_decorations"),
        second_may_use_first=is_set("second_tile_may_use_first"),
        decorations_optional=is_set("decorations_optional"),
        latest_tile_only=is_set("decoration_window", "latest_tile_only"),
        pairs_need_two_tiles=is_set("paired_pieces_need_two_tiles"),
        bridge_span=int(switches["bridge_span"]),
        bridge_over_bare_ground_only=is_set("bridge_gap", "bare_ground"),
        bridge_blocks_gap=not is_set("bridge_blocks_gap", False),
        bridges_cross_on_other_levels=is_set("bridge_blocks_gap", "other_levels_may_cross"),
        line_within_level=is_set("statue_line", "line_within_level"),
        line_is_blocked=is_set("statue_line_blocked"),
        partners_visible_only=is_set("statue_line_partners", "visible_statues"),
        partners_all_ever=is_set("statue_line_partners", "all_ever_built"),
        first_statue_once=is_set("statue_first", "first_ever_only"),
        pillars_limited=limited and is_set("short_supply", "take_what_is_left"),
        pieces_limited=limited,
        three_without_belvedere=is_set("belvedere_supply_empty", "place_without_belvedere"),
        may_drop_stored=is_set("may_drop_stored_tile"),
        every_space_visible=is_set("visible_tile_test", "every_space"),
        bridge_visible_by_gap=is_set("bridge_visible_by_gap"),
        hidden_belvedere_scores=is_set("hidden_belvedere_scores"),
        starting_tile_counts=is_set("starting_tile_counts_for_flowers"),
        bridge_hides_hole=is_set("tie_break_holes", "also_not_under_a_bridge"),
        first_player_rotates=is_set("first_player", "rotating"),
    )
