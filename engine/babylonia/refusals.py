"""Why an action is not allowed: a small number inside the rules, a code and a sentence outside."""

from __future__ import annotations

from engine.game import IllegalAction
from engine.refusals import explain

(
    ALLOWED,
    AFTER_END,
    DRAW_DUE,
    DRAW_NOT_DUE,
    DRAW_OTHER_SEAT,
    DRAW_WRONG_SIZE,
    DRAW_NOT_IN_POOL,
    UNKNOWN_TOKEN_DRAWN,
    DRAW_IN_HIDDEN_LOG,
    OUT_OF_TURN,
    NOT_NOW,
    UNKNOWN_HEX,
    UNKNOWN_TOKEN,
    OUT_OF_PLAY,
    OCCUPIED,
    ON_ZIGGURAT,
    ON_CITY,
    NOBLE_ON_FARM,
    NOBLE_ON_FARM_WITH_CARD,
    FARM_WITHOUT_SUPPORT,
    NOT_IN_RACK,
    UNKNOWN_ONLY_IN_RIVER,
    TURN_FULL,
    RIVER_WITH_MORE_THAN_TWO,
    NOBLES_WITH_FARMERS,
    NOBLES_WITHOUT_CARD4,
    NOBLES_NOT_DIFFERENT,
    NOBLE_MUST_BE_LAST,
    SET_CANNOT_BE_COMPLETED,
    SET_NOT_COMPLETE,
    SITE_NOT_SURROUNDED,
    CARD_NOT_ON_OFFER,
) = range(32)

_TEXTS: dict[int, tuple[str, str]] = {
    AFTER_END: ("after_end", "the game is over"),
    DRAW_DUE: ("bad_chance", "a draw is due first"),
    DRAW_NOT_DUE: ("bad_chance", "no draw is due now"),
    DRAW_OTHER_SEAT: ("bad_chance", "another seat is to draw"),
    DRAW_WRONG_SIZE: ("bad_chance", "the number of tokens drawn is wrong"),
    DRAW_NOT_IN_POOL: ("bad_chance", "the pool does not hold these tokens"),
    UNKNOWN_TOKEN_DRAWN: ("bad_chance", "there is no such token"),
    DRAW_IN_HIDDEN_LOG: ("bad_chance", "a log with hidden chance has no draws"),
    OUT_OF_TURN: ("out_of_turn", "this seat is not to move"),
    NOT_NOW: ("illegal_action", "this is not due now"),
    UNKNOWN_HEX: ("illegal_action", "there is no such hex"),
    UNKNOWN_TOKEN: ("illegal_action", "there is no such token"),
    OUT_OF_PLAY: ("illegal_action", "the hex is out of play with this number of players"),
    OCCUPIED: ("illegal_action", "a token stands on the hex"),
    ON_ZIGGURAT: ("illegal_action", "a ziggurat stands on the hex"),
    ON_CITY: ("illegal_action", "a city lies on the hex"),
    NOBLE_ON_FARM: ("illegal_action", "a noble goes on a farm only with card 6"),
    NOBLE_ON_FARM_WITH_CARD: ("illegal_action", "with card 4 or 5 no noble goes on a farm (card6_with_cards_4_5)"),
    FARM_WITHOUT_SUPPORT: ("illegal_action", "a farmer on a farm needs an own token next to it"),
    NOT_IN_RACK: ("illegal_action", "the rack does not hold this token"),
    UNKNOWN_ONLY_IN_RIVER: (
        "illegal_action",
        "only a river token of a log with hidden chance may be unknown",
    ),
    TURN_FULL: ("illegal_action", "no further token may be placed this turn"),
    RIVER_WITH_MORE_THAN_TWO: ("illegal_action", "a turn of more than two tokens uses no river hex"),
    NOBLES_WITH_FARMERS: ("illegal_action", "these nobles and farmers do not go together in one turn"),
    NOBLES_WITHOUT_CARD4: ("illegal_action", "three nobles in one turn need card 4"),
    NOBLES_NOT_DIFFERENT: ("illegal_action", "the nobles of card 4 are of three different kinds"),
    NOBLE_MUST_BE_LAST: ("illegal_action", "the noble of card 5 comes last (card5_noble_position)"),
    SET_CANNOT_BE_COMPLETED: (
        "illegal_action",
        "with the tokens in the rack the turn could not be completed to an allowed set",
    ),
    SET_NOT_COMPLETE: ("illegal_action", "the tokens placed this turn are not yet an allowed set"),
    SITE_NOT_SURROUNDED: ("illegal_action", "no unscored site surrounded this turn lies there"),
    CARD_NOT_ON_OFFER: ("illegal_action", "the card is not on offer"),
}


def refusal(number: int, details: str) -> IllegalAction:
    """The error for a reason. `details` names the action, in the words of a log."""
    return explain(_TEXTS, number, details)
