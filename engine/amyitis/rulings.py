"""The switches, read once into fast fields."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engine.amyitis.garden import double_by_floor
from engine.game import Ruleset


@dataclass(frozen=True, slots=True)
class Rulings:
    """One field for each switch; see `engine.amyitis.switches`.

    `double_sides` is None if the component set lists them; `grey_cubes` is -1 if there is no end to them,
    `procession_step` leads clockwise from the first player to the seat of the procession.
    """

    wine_on_caravaneer: bool
    double_sides: frozenset[int] | None
    one_cube_leads_on: bool
    field_tie_to_rightmost: bool
    grey_takes_rank: bool
    second_needs_cube: bool
    full_circle: bool
    sale_needs_area: bool
    only_irrigated_sides: bool
    starred_count_as_planted: bool
    useless_recruit: bool
    hard_limits: bool
    own_cubes_run_out: bool
    grey_cubes: int
    procession_step: int
    gardener_to_stock: bool
    choose_only_what_is_left: bool
    swap_optional: bool
    any_extra_resource: bool
    all_crafts: bool
    end_at_once: bool
    final_tie: str


@lru_cache(maxsize=256)
def read_rulings(ruleset: Ruleset) -> Rulings:
    """The rulings of a ruleset with every switch set."""
    switches = ruleset.switches

    def is_set(name: str, option: str | bool = True) -> bool:
        return switches[name] == option

    double = {
        "any_square_floor_ge_3": double_by_floor(3, both=False),
        "both_squares_floor_ge_3": double_by_floor(3, both=True),
        "only_floor_4": double_by_floor(4, both=False),
        "as_in_component_set": None,
    }
    grey = switches["neutral_cube_supply"]
    return Rulings(
        wine_on_caravaneer=is_set("caravaneer2_token", "wine"),
        double_sides=double[str(switches["double_edges"])],
        one_cube_leads_on=is_set("double_edge_flow", "either_area"),
        field_tie_to_rightmost=is_set("field_tie_gardener", "rightmost_cube"),
        grey_takes_rank=is_set("temple_neutral_cubes", "can_take_rank"),
        second_needs_cube=is_set("temple_second_needs_cube"),
        full_circle=is_set("full_circle", "allowed"),
        sale_needs_area=is_set("babylon_without_free_area", "illegal"),
        only_irrigated_sides=is_set("irrigation_majority_scope", "irrigated_side_only"),
        starred_count_as_planted=is_set("two_player_empty_squares", "count_as_planted"),
        useless_recruit=is_set("useless_recruit", "allowed_no_effect"),
        hard_limits=is_set("supply_limits", "hard"),
        own_cubes_run_out=is_set("own_cube_supply", "as_in_component_set"),
        grey_cubes=grey if isinstance(grey, int) else -1,
        procession_step=1 if is_set("procession_seat", "left_of_first_player") else -1,
        gardener_to_stock=is_set("gardener_discard", "back_to_stock"),
        choose_only_what_is_left=is_set("tile_court_bonus_blocked", "other_type_if_choice"),
        swap_optional=is_set("tammouz_second_optional"),
        any_extra_resource=is_set("plant_extra_cost", "any_resource"),
        all_crafts=is_set("craft_in_play", "18_18_18"),
        end_at_once=is_set("end_check", "immediately"),
        final_tie=str(switches["final_tie"]),
    )
