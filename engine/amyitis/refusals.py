"""Why an action is not allowed: a small number inside the rules, a code and a sentence outside."""

from __future__ import annotations

from engine.game import IllegalAction
from engine.refusals import explain

(
    ALLOWED, AFTER_END, DRAW_DUE, DRAW_NOT_DUE, DRAW_GROUPS, DRAW_SIZE, DRAW_UNKNOWN, DRAW_TOO_MANY, OUT_OF_TURN,
    NOT_NOW, UNKNOWN_GROUP, UNKNOWN_CRAFT, NOT_FACE_UP, NO_TALENTS, USELESS, NO_CAMELS, TOO_FEW_CAMELS, TOO_FAR,
    FULL_CIRCLE, NOTHING_TO_SELL, NO_AREA_FOR_SALE, NOTHING_TO_BUY, CANNOT_PLANT, UNKNOWN_ROW, RESOURCE_OUT,
    UNKNOWN_TEMPLE, UNKNOWN_SIDE, SIDE_FULL, SIDE_DRY, UNKNOWN_RESOURCE, SALE_SIZE, NOT_HELD, UNKNOWN_CARD, NOT_SOLD,
    LEVEL_GONE, WRONG_PAYMENT, UNKNOWN_SQUARE, NO_TILE, NOT_IRRIGATED, NOT_ENOUGH_QUALITY, NO_GARDENERS, NO_TOKEN,
    UNKNOWN_REWARD, REWARD_OUT, SWAP_FOR_WINE, SWAP_FOR_SAME, MUST_SWAP, KEEP_SIZE,
) = range(48)  # fmt: skip

_CHANCE = {
    DRAW_DUE: "the craft cards are laid out first",
    DRAW_NOT_DUE: "no craft cards are laid out now",
    DRAW_GROUPS: "there is one group of craft cards for each player",
    DRAW_SIZE: "a group has three craft cards",
    DRAW_UNKNOWN: "there is no such craft",
    DRAW_TOO_MANY: "not so many cards of this craft are in play",
}
_ILLEGAL = {
    NOT_NOW: "this is not due now",
    UNKNOWN_GROUP: "there is no such group",
    UNKNOWN_CRAFT: "there is no such craft",
    NOT_FACE_UP: "no such craft card lies face up in the group",
    NO_TALENTS: "the seat has too few talents",
    USELESS: "the action of the craft card is impossible (useless_recruit)",
    NO_CAMELS: "the seat has not so many camels",
    TOO_FEW_CAMELS: "at least 1 camel is paid, and the caravan moves at least as many squares",
    TOO_FAR: "the caravaneer does not lead the caravan so far",
    FULL_CIRCLE: "the caravan may not end where it started (full_circle)",
    NOTHING_TO_SELL: "there is no resource to sell in Babylon",
    NO_AREA_FOR_SALE: "no cube can be placed on an irrigation area after the sale (babylon_without_free_area)",
    NOTHING_TO_BUY: "the seat cannot pay, or cannot have a court card of this city",
    CANNOT_PLANT: "the seat cannot pay for the plant, or there is no square for it",
    UNKNOWN_ROW: "there is no such row",
    RESOURCE_OUT: "the resource is out of stock",
    UNKNOWN_TEMPLE: "there is no such temple",
    UNKNOWN_SIDE: "there is no such side",
    SIDE_FULL: "the side has no empty irrigation area",
    SIDE_DRY: "the side is not joined to the river",
    UNKNOWN_RESOURCE: "there is no such resource",
    SALE_SIZE: "one or two resources are sold",
    NOT_HELD: "the seat does not hold this",
    UNKNOWN_CARD: "there is no such court card",
    NOT_SOLD: "the city does not sell this type of court card",
    LEVEL_GONE: "no card of the next level is left",
    WRONG_PAYMENT: "this is not what is asked for",
    UNKNOWN_SQUARE: "there is no such square",
    NO_TILE: "no garden tile lies on the square",
    NOT_IRRIGATED: "no side of the square is fully irrigated",
    NOT_ENOUGH_QUALITY: "plant and gardeners have not the quality of the square",
    NO_GARDENERS: "the seat has not so many gardeners",
    NO_TOKEN: "no such token lies on a caravaneer",
    UNKNOWN_REWARD: "there is no such reward",
    REWARD_OUT: "the reward is out of stock",
    SWAP_FOR_WINE: "nothing is swapped for wine",
    SWAP_FOR_SAME: "a resource is swapped for another one",
    MUST_SWAP: "the swap is compulsory (tammouz_second_optional)",
    KEEP_SIZE: "exactly as many resources are kept as the caravaneer allows",
}
_TEXTS: dict[int, tuple[str, str]] = {
    AFTER_END: ("after_end", "the game is over"),
    OUT_OF_TURN: ("out_of_turn", "this seat is not to move"),
    **{number: ("bad_chance", text) for number, text in _CHANCE.items()},
    **{number: ("illegal_action", text) for number, text in _ILLEGAL.items()},
}


def refusal(number: int, details: str) -> IllegalAction:
    """The error for a reason. `details` names the action, in the words of a log."""
    return explain(_TEXTS, number, details)
