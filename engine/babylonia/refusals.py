"""Why Babylonia refuses an action: small numbers inside the rules, codes and sentences outside."""

from engine.refusals import ALLOWED as ALLOWED
from engine.refusals import Refusals

REASONS = Refusals("babylonia")

AFTER_END = REASONS.add("after_end", "after_end", "the game is over")
DRAW_DUE = REASONS.bad_chance("draw_due", "a draw is due first")
DRAW_NOT_DUE = REASONS.bad_chance("draw_not_due", "no draw is due now")
DRAW_OTHER_SEAT = REASONS.bad_chance("draw_other_seat", "another seat must draw")
DRAW_WRONG_SIZE = REASONS.bad_chance("draw_wrong_size", "the number of tokens drawn is wrong")
DRAW_NOT_IN_POOL = REASONS.bad_chance("draw_not_in_pool", "the pool does not hold these tokens")
UNKNOWN_TOKEN_DRAWN = REASONS.bad_chance("unknown_token_drawn", "this token does not exist")
DRAW_IN_HIDDEN_LOG = REASONS.bad_chance("draw_in_hidden_log", "a log with hidden chance has no draws")
OUT_OF_TURN = REASONS.add("out_of_turn", "out_of_turn", "it is not this seat's turn")
NOT_NOW = REASONS.illegal("not_now", "this action is not possible now")
UNKNOWN_HEX = REASONS.illegal("unknown_hex", "this hex does not exist")
UNKNOWN_TOKEN = REASONS.illegal("unknown_token", "this token does not exist")
OUT_OF_PLAY = REASONS.illegal("out_of_play", "the hex is out of play with this number of players")
HEX_TAKEN = REASONS.illegal("hex_taken", "a token stands on the hex")
ON_ZIGGURAT = REASONS.illegal("on_ziggurat", "a ziggurat stands on the hex")
ON_CITY = REASONS.illegal("on_city", "a city lies on the hex")
NOBLE_ON_FARM = REASONS.illegal("noble_on_farm", "a noble goes on a farm only with card 6")
NOBLE_ON_FARM_WITH_CARD = REASONS.illegal(
    "noble_on_farm_with_card",
    "with card 4 or 5 no noble goes on a farm (house rule “Card 6 together with cards 4 and 5”)",
)
FARM_WITHOUT_SUPPORT = REASONS.illegal(
    "farm_without_support", "a farmer on a farm needs a token of the player next to it"
)
NOT_IN_RACK = REASONS.illegal("not_in_rack", "the rack does not hold this token")
UNKNOWN_ONLY_IN_RIVER = REASONS.illegal(
    "unknown_only_in_river", "only a river token of a log with hidden chance may be unknown"
)
TURN_FULL = REASONS.illegal("turn_full", "no further token may be placed this turn")
RIVER_WITH_MORE_THAN_TWO = REASONS.illegal(
    "river_with_more_than_two", "a turn of more than two tokens uses no river hex"
)
NOBLES_WITH_FARMERS = REASONS.illegal(
    "nobles_with_farmers", "these nobles and farmers cannot be placed in the same turn"
)
NOBLES_WITHOUT_CARD4 = REASONS.illegal("nobles_without_card4", "three nobles in one turn need card 4")
NOBLES_NOT_DIFFERENT = REASONS.illegal("nobles_not_different", "the nobles of card 4 are of three different kinds")
NOBLE_MUST_BE_LAST = REASONS.illegal(
    "noble_must_be_last", "the noble of card 5 comes last (house rule “When card 5's noble is placed”)"
)
SET_CANNOT_BE_COMPLETED = REASONS.illegal(
    "set_cannot_be_completed", "with the tokens in the rack the turn could not be completed to an allowed set"
)
SET_NOT_COMPLETE = REASONS.illegal("set_not_complete", "the tokens placed this turn are not yet an allowed set")
SITE_NOT_SURROUNDED = REASONS.illegal("site_not_surrounded", "no unscored site surrounded this turn lies there")
CARD_NOT_ON_OFFER = REASONS.illegal("card_not_on_offer", "the card is not on offer")
