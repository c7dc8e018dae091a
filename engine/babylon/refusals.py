"""Why Babylon refuses an action: small numbers inside the rules, codes and sentences outside."""

from engine.refusals import ALLOWED as ALLOWED
from engine.refusals import Refusals

REASONS = Refusals("babylon")

AFTER_END = REASONS.add("after_end", "after_end", "the game is over")
DRAW_DUE = REASONS.bad_chance("draw_due", "a draw is due first")
DRAW_NOT_DUE = REASONS.bad_chance("draw_not_due", "this draw is not due now")
UNCOVER_OTHER_STACK = REASONS.bad_chance("uncover_other_stack", "another stack is uncovered")
TILE_NOT_UNSEEN = REASONS.bad_chance(
    "tile_not_unseen", "this tile cannot lie there: another layer, seen already, or no such tile"
)
TOKEN_NOT_UNSEEN = REASONS.bad_chance("token_not_unseen", "this round token was turned up already, or there is none")
NO_CLAY_DRAWN = REASONS.bad_chance("no_clay_drawn", "no clay tile lies there")
OUT_OF_TURN = REASONS.add("out_of_turn", "out_of_turn", "it is not this seat's turn")
NOT_NOW = REASONS.illegal("not_now", "this action is not possible now")
UNKNOWN_STACK = REASONS.illegal("unknown_stack", "this stack does not exist")
NO_CLAY_THERE = REASONS.illegal("no_clay_there", "the clay tile of this stack is gone")
STACK_EMPTY = REASONS.illegal("stack_empty", "the stack is empty")
NO_PILLARS_TO_EXCHANGE = REASONS.illegal("no_pillars_to_exchange", "an exchange needs two simple pillars")
NO_DOUBLE_LEFT = REASONS.illegal("no_double_left", "no double pillar is left in the supply")
TILE_NOT_AT_HAND = REASONS.illegal("tile_not_at_hand", "this tile is neither the one just dug nor the stored one")
UNKNOWN_COLUMN = REASONS.illegal("unknown_column", "this column does not exist")
OVER_THE_EDGE = REASONS.illegal("over_the_edge", "the tile would stick out over the edge of the board")
UNKNOWN_ROTATION = REASONS.illegal("unknown_rotation", "this rotation is not allowed")
SAME_LOOK = REASONS.illegal("same_look", "with a smaller rotation the tile looks the same")
UNKNOWN_CORNER = REASONS.illegal("unknown_corner", "this corner does not exist")
LEVEL_NOT_OPEN = REASONS.illegal("level_not_open", "the level is not open: the garden needs a tile one level below")
BRIDGE_IN_THE_WAY = REASONS.illegal("bridge_in_the_way", "a bridge crosses there on this level or above")
NOT_HIGH_ENOUGH = REASONS.illegal("not_high_enough", "a tile lies there on this level or above")
SAME_FOOTPRINT = REASONS.illegal("same_footprint", "a tile lies over the same four columns already")
CORNER_UNSUPPORTED = REASONS.illegal("corner_unsupported", "a corner other than the open one has no support")
CORNER_CANNOT_HANG = REASONS.illegal(
    "corner_cannot_hang", "the open corner cannot stay unsupported: a piece is in the way or supports it"
)
NO_BELVEDERE = REASONS.illegal("no_belvedere", "no belvedere is left, so all four corners need support")
TOO_FEW_PILLARS = REASONS.illegal("too_few_pillars", "not enough pillars")
CORNER_CAN_BE_SUPPORTED = REASONS.illegal(
    "corner_can_be_supported",
    "the open corner could be supported (house rule “A corner may be left unsupported by choice”)",
)
MUST_BUILD = REASONS.illegal(
    "must_build", "a decoration can still be built (house rule “Decorations may be left unbuilt”)"
)
UNKNOWN_PIECE = REASONS.illegal("unknown_piece", "this piece does not exist")
WRONG_NUMBER_OF_COLUMNS = REASONS.illegal(
    "wrong_number_of_columns", "a statue stands on one column, the other pieces on two"
)
COLUMNS_OUT_OF_ORDER = REASONS.illegal("columns_out_of_order", "the column further west or north comes first")
NO_SUCH_ICON = REASONS.illegal("no_such_icon", "a space does not show the icon of the piece")
SPACE_TAKEN = REASONS.illegal("space_taken", "something stands on a space")
NO_PIECE_LEFT = REASONS.illegal("no_piece_left", "no such piece is left in the supply")
NO_NEW_TILE = REASONS.illegal("no_new_tile", "no space belongs to a tile placed this turn")
NOT_BESIDE = REASONS.illegal("not_beside", "the two columns are not next to each other")
WRONG_LEVELS = REASONS.illegal("wrong_levels", "the tiles do not have the levels that the piece needs")
SAME_TILE = REASONS.illegal("same_tile", "the piece joins two tiles, not one")
BRIDGE_SPAN = REASONS.illegal("bridge_span", "the ends of the bridge do not lie in line at the right distance")
BRIDGE_BLOCKED = REASONS.illegal("bridge_blocked", "a tile or another bridge is in the way of the bridge")
STATUE_NOT_IN_LINE = REASONS.illegal("statue_not_in_line", "no other statue stands in the same row or column")
NO_ICON_TOKEN = REASONS.illegal("no_icon_token", "the round token does not change icons")
READ_SPENT = REASONS.illegal("read_spent", "the round token was used already")
READ_OTHER_TILE = REASONS.illegal("read_other_tile", "the space belongs to no tile placed this turn")
READ_TAKEN_SPACE = REASONS.illegal("read_taken_space", "something stands on the space")
READ_WRONG_SPACE = REASONS.illegal("read_wrong_space", "the round token does not read such a space")
READ_SAME_ICON = REASONS.illegal("read_same_icon", "the space shows this icon already, or this icon does not exist")
NOTHING_TO_CLAIM = REASONS.illegal("nothing_to_claim", "there is no pillar to claim, or it was claimed")
NO_PILLAR_LEFT = REASONS.illegal("no_pillar_left", "no such pillar is left in the supply")
STORAGE_FULL = REASONS.illegal(
    "storage_full", "the stored tile may not be discarded (house rule “The stored tile may be discarded for a new one”)"
)
