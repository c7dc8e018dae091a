"""Why Ishtar refuses an action: small numbers inside the rules, codes and sentences outside."""

from engine.refusals import ALLOWED as ALLOWED
from engine.refusals import Refusals

REASONS = Refusals("ishtar")

AFTER_END = REASONS.add("after_end", "after_end", "the game is over")
DRAW_DUE = REASONS.bad_chance("draw_due", "a draw is due first")
DRAW_NOT_DUE = REASONS.bad_chance("draw_not_due", "this draw is not due now")
OTHER_STACK = REASONS.bad_chance("other_stack", "another stack shows its next tile")
UNKNOWN_TILE = REASONS.bad_chance("unknown_tile", "this tile does not exist")
TILE_SEEN = REASONS.bad_chance("tile_seen", "the tile has been seen in this game, or is a starting tile")
TILE_OF_OTHER_SHAPE = REASONS.bad_chance("tile_of_other_shape", "the stack holds tiles of another shape")
WRONG_NUMBER_OF_CARDS = REASONS.bad_chance("wrong_number_of_cards", "the number of cards drawn is wrong")
UNKNOWN_CARD_DRAWN = REASONS.bad_chance("unknown_card_drawn", "this tree card does not exist")
CARD_SEEN = REASONS.bad_chance("card_seen", "one of the cards is no longer in the deck")
OUT_OF_TURN = REASONS.add("out_of_turn", "out_of_turn", "it is not this seat's turn")
NOT_NOW = REASONS.illegal("not_now", "this action is not possible now")
STACK_EMPTY = REASONS.illegal("stack_empty", "there is no tile on such a stack")
OUT_OF_REACH = REASONS.illegal("out_of_reach", "the watering can does not reach that stack this turn")
WRONG_PRICE = REASONS.illegal("wrong_price", "the gems paid are not exactly the price")
GEMS_MISSING = REASONS.illegal("gems_missing", "the player's supply does not hold these gems")
TILE_HAS_NO_PLACE = REASONS.illegal(
    "tile_has_no_place", "the tile has no legal place (house rule “A tile without a legal place”)"
)
UNKNOWN_TURN = REASONS.illegal("unknown_turn", "the tile cannot be turned like that")
OFF_BOARDS = REASONS.illegal(
    "off_boards",
    "the tile would not lie wholly on the boards, or across a border "
    "(house rule “Tiles across the border of two boards”)",
)
COVERED = REASONS.illegal("covered", "a space under the tile is a fountain, a tablet or covered")
NOT_CONNECTED = REASONS.illegal("not_connected", "the tile is next to no fountain and no other tile")
TWO_FOUNTAINS = REASONS.illegal("two_fountains", "the garden would touch two fountains")
TWO_ASSISTANTS = REASONS.illegal("two_assistants", "a flowerbed has room for one assistant only")
TILE_HAS_PLACE = REASONS.illegal("tile_has_place", "the tile has a legal place")
WRONG_ICON = REASONS.illegal("wrong_icon", "the tile does not have that icon")
NO_ASSISTANT = REASONS.illegal("no_assistant", "no assistant is left in the supply of the seat")
BED_TAKEN = REASONS.illegal("bed_taken", "an assistant stands in that flowerbed")
UNKNOWN_SKILL = REASONS.illegal("unknown_skill", "this skill does not exist")
SKILL_OWNED = REASONS.illegal("skill_owned", "the skill is already unlocked")
SKILL_BELOW_MISSING = REASONS.illegal("skill_below_missing", "the skill below is not unlocked")
NO_BLOOM_TARGET = REASONS.illegal(
    "no_bloom_target", "there is no place for the blooming token (house rule “A blooming token without a place”)"
)
NOT_IN_ROW = REASONS.illegal("not_in_row", "the card is not in the row")
DECK_NOT_OFFERED = REASONS.illegal(
    "deck_not_offered",
    "the top of the deck cannot be reserved (house rule “Where a reserved tree card comes from”, or the deck is empty)",
)
WRONG_BLOOM_SIZE = REASONS.illegal("wrong_bloom_size", "the blooming token has another number of spaces")
NOT_GRASS = REASONS.illegal("not_grass", "the space is not free grass")
NOT_ADJACENT = REASONS.illegal("not_adjacent", "the two spaces are not adjacent")
NOT_OWN_GARDEN = REASONS.illegal(
    "not_own_garden", "the player has no flowerbed in that garden (house rule “Where blooming tokens go”)"
)
NO_FLOWERBED = REASONS.illegal("no_flowerbed", "there are no flowers on the space")
UNKNOWN_CARD = REASONS.illegal("unknown_card", "this tree card does not exist")
CARD_NOT_FOR_SALE = REASONS.illegal("card_not_for_sale", "the card is neither in the row nor reserved by the seat")
NO_TREE_TOKEN = REASONS.illegal("no_tree_token", "there is no tree token for the card")
CAN_BE_PLANTED = REASONS.illegal("can_be_planted", "the card can be planted, so it cannot be bought without planting")
