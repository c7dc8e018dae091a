"""Why Amyitis refuses an action: small numbers inside the rules, codes and sentences outside."""

from engine.refusals import ALLOWED as ALLOWED
from engine.refusals import Refusals

REASONS = Refusals("amyitis")

AFTER_END = REASONS.add("after_end", "after_end", "the game is over")
DRAW_DUE = REASONS.bad_chance("draw_due", "the craft cards must be laid out first")
DRAW_NOT_DUE = REASONS.bad_chance("draw_not_due", "no craft cards are laid out now")
DRAW_GROUPS = REASONS.bad_chance("draw_groups", "there is one group of craft cards for each player")
DRAW_SIZE = REASONS.bad_chance("draw_size", "a group has three craft cards")
DRAW_UNKNOWN = REASONS.bad_chance("draw_unknown", "this craft does not exist")
DRAW_TOO_MANY = REASONS.bad_chance("draw_too_many", "fewer cards of this craft are in play")
OUT_OF_TURN = REASONS.add("out_of_turn", "out_of_turn", "it is not this seat's turn")
NOT_NOW = REASONS.illegal("not_now", "this action is not possible now")
UNKNOWN_GROUP = REASONS.illegal("unknown_group", "this group does not exist")
UNKNOWN_CRAFT = REASONS.illegal("unknown_craft", "this craft does not exist")
NOT_FACE_UP = REASONS.illegal("not_face_up", "no such craft card lies face up in the group")
NO_TALENTS = REASONS.illegal("no_talents", "the player has too few talents")
USELESS = REASONS.illegal(
    "useless", "the action of the craft card is impossible (house rule “Recruiting a card whose action is impossible”)"
)
NO_CAMELS = REASONS.illegal("no_camels", "the player has too few camels")
TOO_FEW_CAMELS = REASONS.illegal(
    "too_few_camels", "at least 1 camel is paid, and the caravan moves at least as many squares"
)
TOO_FAR = REASONS.illegal("too_far", "the caravaneer does not allow the caravan to move that far")
FULL_CIRCLE = REASONS.illegal(
    "full_circle", "the caravan may not end where it started (house rule “Caravan going full circle”)"
)
NOTHING_TO_SELL = REASONS.illegal("nothing_to_sell", "there is no resource to sell in Babylon")
NO_AREA_FOR_SALE = REASONS.illegal(
    "no_area_for_sale",
    "no cube can be placed on an irrigation area after the sale "
    "(house rule “Selling in Babylon with no free irrigation area”)",
)
NOTHING_TO_BUY = REASONS.illegal("nothing_to_buy", "the player cannot pay, or cannot have a court card of this city")
CANNOT_PLANT = REASONS.illegal("cannot_plant", "the player cannot pay for the plant, or there is no square for it")
UNKNOWN_ROW = REASONS.illegal("unknown_row", "this row does not exist")
RESOURCE_OUT = REASONS.illegal("resource_out", "the resource is out of stock")
UNKNOWN_TEMPLE = REASONS.illegal("unknown_temple", "this temple does not exist")
UNKNOWN_SIDE = REASONS.illegal("unknown_side", "this side does not exist")
SIDE_FULL = REASONS.illegal("side_full", "the side has no empty irrigation area")
SIDE_DRY = REASONS.illegal("side_dry", "the side is not joined to the river")
UNKNOWN_RESOURCE = REASONS.illegal("unknown_resource", "this resource does not exist")
SALE_SIZE = REASONS.illegal("sale_size", "one or two resources are sold")
NOT_HELD = REASONS.illegal("not_held", "the player does not have this")
UNKNOWN_CARD = REASONS.illegal("unknown_card", "this court card does not exist")
NOT_SOLD = REASONS.illegal("not_sold", "the city does not sell this type of court card")
LEVEL_GONE = REASONS.illegal("level_gone", "no card of the next level is left")
WRONG_PAYMENT = REASONS.illegal("wrong_payment", "this is not the required payment")
UNKNOWN_SQUARE = REASONS.illegal("unknown_square", "this square does not exist")
NO_TILE = REASONS.illegal("no_tile", "no garden tile lies on the square")
NOT_IRRIGATED = REASONS.illegal("not_irrigated", "no side of the square is fully irrigated")
NOT_ENOUGH_QUALITY = REASONS.illegal("not_enough_quality", "plant and gardeners do not match the quality of the square")
NO_GARDENERS = REASONS.illegal("no_gardeners", "the player has too few gardeners")
NO_TOKEN = REASONS.illegal("no_token", "no such token lies on a caravaneer")
UNKNOWN_REWARD = REASONS.illegal("unknown_reward", "this reward does not exist")
REWARD_OUT = REASONS.illegal("reward_out", "the reward is out of stock")
SWAP_FOR_WINE = REASONS.illegal("swap_for_wine", "nothing is swapped for wine")
SWAP_FOR_SAME = REASONS.illegal("swap_for_same", "a resource is swapped for another one")
MUST_SWAP = REASONS.illegal("must_swap", "the swap is compulsory (house rule “The second in Tammouz may decline”)")
KEEP_SIZE = REASONS.illegal("keep_size", "exactly as many resources are kept as the caravaneer allows")
