"""The switches of the Babylon reference with their defaults.

Readings of the options and of what the rules text leaves open:

- clay_removal_pays: edges and flower as for a dig, without a round token; the storage limit holds after each removal.
  With clay_removal_choice=random the tiles still go round by seats, and a tile pays the seat whose removal it is.
- round_token_timing=before_each_round: as many rounds as ever; the token of the round before is gone in the last one.
- token_gain_timing=any_time_in_turn: no claim when the supply has no such pillar; what is not claimed is lost.
- pillar_less_floor=may_take_from_storage: one pillar at hand is lost if the tile would pay less than nothing.
- read: a top of a tile of this go that carries nothing; the same space may be read once, as another kind.
- pillar_on_icon=false: the icon as it is read now; a statue serves as a pillar all the same. The three pillar_on_...
  switches are asked one after the other, each may say no.
- same_footprint_ban=directly_below_only: banned if one tile is the top of all four columns.
- level_gate=tile_visible_one_level_below: visible in the sense of visible_tile_test.
- three_supports_by_choice=false: a corner is left open only if the same tile cannot be placed with four supports,
  for whatever reason, too few pillars at hand among them; exchanges that could still be made do not count.
- statue_under_corner: only one level above a statue; two levels above it the open corner may always hang.
- overhang_clearance=none_over_decorations: no decoration on the top and no bridge between it and the tile, also with
  bridge_blocks_gap=false; a belvedere is no decoration.
- second_tile_may_use_first=false: a top of the first tile supports nothing; it opens a level and may be hung over.
- decorations_optional=false: while something can be built, there is no finish and no place.
- bridge_blocks_gap: no support, no tile up to its level and no other bridge in a column that a bridge crosses above the
  top; pieces may stand there. A tile laid over the bridge frees the column. other_levels_may_cross: the same, but only
  a bridge of the same level keeps a bridge out.
- statue_first: a statue stands unless it serves as a pillar, whatever statue_line_partners says.
- statue_line_blocked: a column strictly between the two, higher than the higher of them.
- short_supply=unlimited_substitutes: pillars only. supply_limited=false: everything.
- belvedere_supply_empty=place_without_belvedere: the corner is closed as if a belvedere stood there and scores nothing.
- bridge_visible_by_gap: any crossed column whose top is not above the bridge.
- tile_face and board_assignment change nothing and are not listed in `DEFAULTS`.
"""

from __future__ import annotations

from typing import Any

DEFAULTS: dict[str, Any] = {
    "quarry_corner_edges": "each_edge",
    "quarry_empty_neighbour": "pays_for_any_layer",
    "quarry_lower_neighbour": "any_depth",
    "clay_removal_pays": False,
    "clay_removal_choice": "any_visible_clay",
    "round_token_timing": "after_each_round",
    "token_gain_timing": "turn_start",
    "icon_effect_scope": "one_space_per_turn",
    "icon_effect_duration": "this_turn",
    "pillar_less_floor": 0,
    "tile_rotation": "four_quarter_turns",
    "same_footprint_ban": "any_level",
    "pillar_on_icon": True,
    "pillar_on_belvedere": False,
    "pillar_on_other_decoration": False,
    "double_pillar_base": "any_open_space_two_levels_below",
    "level_gate": "tile_exists_one_level_below",
    "three_supports_by_choice": True,
    "statue_under_corner": "supports",
    "statue_double_height": False,
    "overhang_clearance": "default_1_stairs_2",
    "second_tile_may_use_first": True,
    "decorations_optional": True,
    "decoration_window": "tiles_placed_this_turn",
    "paired_pieces_need_two_tiles": True,
    "bridge_span": 1,
    "bridge_gap": "no_tile_at_bridge_level_or_above",
    "bridge_blocks_gap": True,
    "statue_line": "same_row_or_column_from_above",
    "statue_line_blocked": False,
    "statue_line_partners": "standing_statues_also_hidden",
    "statue_first": "when_no_statue_stands",
    "supply_limited": True,
    "short_supply": "take_what_is_left",
    "belvedere_supply_empty": "four_supports_required",
    "may_drop_stored_tile": True,
    "visible_tile_test": "any_space_is_top_of_its_column",
    "bridge_visible_by_gap": True,
    "hidden_belvedere_scores": False,
    "starting_tile_counts_for_flowers": True,
    "tie_break_holes": "columns_without_any_tile_above",
    "first_player": "random_and_fixed",
}
