"""The switches that change what happens, read once into fast fields."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engine.game import Ruleset


@dataclass(frozen=True, slots=True)
class Rulings:
    """One field for each switch that has an effect on this board; see `engine.babylonia.switches`."""

    first_round_limits: bool
    seat2_farmers_option: bool
    support_by_river_tokens: bool
    support_same_turn: bool
    support_by_farmers: bool
    all_own_ziggurats_count: bool
    scored_ziggurats_count: bool
    ziggurat_pays_per_token: bool
    cards_4_and_5_together: bool
    card5_noble_last: bool
    card6_frees_farmers: bool
    card6_scores: bool
    card6_with_cards_4_5: bool
    card2_same_turn: bool
    extra_turn_before_end: bool
    card7_on_discard: bool
    card7_counts_new_city: bool
    links_may_start_free: bool
    emptied_hex_links: bool
    cards_work_at_once: bool
    nobles_score_on_tie: bool
    tied_ziggurat_is_done: bool
    winner_chooses_card: bool
    end_check_after_refill: bool
    racks_open: bool
    river_tokens_open: bool


@lru_cache(maxsize=256)
def read_rulings(ruleset: Ruleset) -> Rulings:
    """The rulings of a ruleset with every switch set."""
    switches = ruleset.switches

    def is_set(name: str, option: str | bool = True) -> bool:
        return switches[name] == option

    return Rulings(
        first_round_limits=is_set("first_round_limits", "1_then_2"),
        seat2_farmers_option=is_set("first_round_seat2_farmers_option"),
        support_by_river_tokens=is_set("farm_support_token", "any_own_token"),
        support_same_turn=is_set("farm_support_same_turn"),
        support_by_farmers=is_set("farm_support_token_kind", "any_kind"),
        all_own_ziggurats_count=is_set("ziggurat_points_amount", "all_own_touched"),
        scored_ziggurats_count=is_set("ziggurat_points_scored_ziggurats_count"),
        ziggurat_pays_per_token=is_set("ziggurat_points_per_token"),
        cards_4_and_5_together=is_set("card4_card5_together"),
        card5_noble_last=is_set("card5_noble_position", "last"),
        card6_frees_farmers=is_set("card6_farmers", "also_free"),
        card6_scores=is_set("card6_scores_farm"),
        card6_with_cards_4_5=is_set("card6_with_cards_4_5"),
        card2_same_turn=is_set("card2_same_turn"),
        extra_turn_before_end=is_set("card2_against_game_end", "extra_turn_first"),
        card7_on_discard=is_set("card7_on_discard"),
        card7_counts_new_city=is_set("card7_counts_new_city"),
        links_may_start_free=is_set("link_cards_gap_at_city"),
        emptied_hex_links=is_set("link_cards_emptied_city_hex"),
        cards_work_at_once=is_set("cards_active_during_same_scoring"),
        nobles_score_on_tie=is_set("network_points_on_tie"),
        tied_ziggurat_is_done=is_set("ziggurat_scored_once"),
        winner_chooses_card=is_set("ziggurat_card_chooser", "winner"),
        end_check_after_refill=is_set("end_check", "after_refill"),
        racks_open=is_set("rack_visibility", "open"),
        river_tokens_open=is_set("river_token_identity", "open"),
    )
