"""Why an action is not allowed: a small number inside the rules, a code and a sentence outside."""

from __future__ import annotations

from engine.game import IllegalAction

MOST_DETAILS = 160

(
    ALLOWED,
    AFTER_END,
    DRAW_DUE,
    DRAW_NOT_DUE,
    OTHER_STACK,
    UNKNOWN_TILE,
    TILE_SEEN,
    TILE_OF_OTHER_SHAPE,
    WRONG_NUMBER_OF_CARDS,
    UNKNOWN_CARD_DRAWN,
    CARD_SEEN,
    OUT_OF_TURN,
    NOT_NOW,
    STACK_EMPTY,
    OUT_OF_REACH,
    WRONG_PRICE,
    GEMS_MISSING,
    TILE_HAS_NO_PLACE,
    UNKNOWN_TURN,
    OFF_BOARDS,
    COVERED,
    NOT_CONNECTED,
    TWO_FOUNTAINS,
    TWO_ASSISTANTS,
    TILE_HAS_PLACE,
    WRONG_ICON,
    NO_ASSISTANT,
    BED_TAKEN,
    UNKNOWN_SKILL,
    SKILL_OWNED,
    SKILL_BELOW_MISSING,
    NO_BLOOM_TARGET,
    NOT_IN_ROW,
    DECK_NOT_OFFERED,
    WRONG_BLOOM_SIZE,
    NOT_GRASS,
    NOT_ADJACENT,
    NOT_OWN_GARDEN,
    NO_FLOWERBED,
    UNKNOWN_CARD,
    CARD_NOT_FOR_SALE,
    NO_TREE_TOKEN,
    CAN_BE_PLANTED,
) = range(43)

_TEXTS: dict[int, tuple[str, str]] = {
    AFTER_END: ("after_end", "the game is over"),
    DRAW_DUE: ("bad_chance", "a draw is due first"),
    DRAW_NOT_DUE: ("bad_chance", "this draw is not due now"),
    OTHER_STACK: ("bad_chance", "another stack shows its next tile"),
    UNKNOWN_TILE: ("bad_chance", "there is no such tile"),
    TILE_SEEN: ("bad_chance", "the tile has been seen in this game, or is a starting tile"),
    TILE_OF_OTHER_SHAPE: ("bad_chance", "the stack holds tiles of another shape"),
    WRONG_NUMBER_OF_CARDS: ("bad_chance", "the number of cards drawn is wrong"),
    UNKNOWN_CARD_DRAWN: ("bad_chance", "there is no such tree card"),
    CARD_SEEN: ("bad_chance", "one of the cards is no longer in the deck"),
    OUT_OF_TURN: ("out_of_turn", "this seat is not to move"),
    NOT_NOW: ("illegal_action", "this is not due now"),
    STACK_EMPTY: ("illegal_action", "there is no tile on such a stack"),
    OUT_OF_REACH: ("illegal_action", "the can does not get there this turn"),
    WRONG_PRICE: ("illegal_action", "the gems paid are not exactly the price"),
    GEMS_MISSING: ("illegal_action", "the supply of the seat does not hold these gems"),
    TILE_HAS_NO_PLACE: ("illegal_action", "the tile has no legal place (unplaceable_tile)"),
    UNKNOWN_TURN: ("illegal_action", "the tile cannot be turned like that"),
    OFF_BOARDS: ("illegal_action", "the tile would not lie wholly on the boards, or across a border (spanning_boards)"),
    COVERED: ("illegal_action", "a space under the tile is a fountain, a tablet or covered"),
    NOT_CONNECTED: ("illegal_action", "the tile is next to no fountain and no other tile"),
    TWO_FOUNTAINS: ("illegal_action", "the garden would touch two fountains"),
    TWO_ASSISTANTS: ("illegal_action", "two assistants would stand in one flowerbed"),
    TILE_HAS_PLACE: ("illegal_action", "the tile has a legal place"),
    WRONG_ICON: ("illegal_action", "the tile does not have that icon"),
    NO_ASSISTANT: ("illegal_action", "no assistant is left in the supply of the seat"),
    BED_TAKEN: ("illegal_action", "an assistant stands in that flowerbed"),
    UNKNOWN_SKILL: ("illegal_action", "there is no such skill"),
    SKILL_OWNED: ("illegal_action", "the skill is already unlocked"),
    SKILL_BELOW_MISSING: ("illegal_action", "the skill below is not unlocked"),
    NO_BLOOM_TARGET: ("illegal_action", "there is no place for the blooming token (bloom_no_target)"),
    NOT_IN_ROW: ("illegal_action", "the card is not in the row"),
    DECK_NOT_OFFERED: ("illegal_action", "the top of the deck cannot be reserved (reserve_source, or it is empty)"),
    WRONG_BLOOM_SIZE: ("illegal_action", "the blooming token has another number of spaces"),
    NOT_GRASS: ("illegal_action", "the space is not free grass"),
    NOT_ADJACENT: ("illegal_action", "the two spaces are not adjacent"),
    NOT_OWN_GARDEN: ("illegal_action", "no own flowerbed is in that garden (bloom_target)"),
    NO_FLOWERBED: ("illegal_action", "there are no flowers on the space"),
    UNKNOWN_CARD: ("illegal_action", "there is no such tree card"),
    CARD_NOT_FOR_SALE: ("illegal_action", "the card is neither in the row nor reserved by the seat"),
    NO_TREE_TOKEN: ("illegal_action", "there is no tree token for the card"),
    CAN_BE_PLANTED: ("illegal_action", "the card is not bought without planting"),
}


def refusal(number: int, details: str) -> IllegalAction:
    """The error for a reason. `details` names the action, in the words of a log, which may be long."""
    code, text = _TEXTS[number]
    if len(details) > MOST_DETAILS:
        details = details[: MOST_DETAILS - 1] + "…"
    return IllegalAction(code, f"{details}: {text}")
