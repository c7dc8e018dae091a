"""What every picture may have to say: whose turn it is, how the game ended, a line for each seat, what lies where."""

from engine.message import Plural
from engine.sentence import Templates

templates = Templates("picture")

TITLE = templates("title", "%(game)s: %(names)s")
SENTENCE = templates("sentence", "%(text)s.")
TURN = templates("turn", "Turn %(turn)s: %(name)s to move")
OVER_IN_TURN = templates(
    "over_in_turn", Plural("Over in turn %(turn)s: %(names)s wins", "Over in turn %(turn)s: %(names)s share the win")
)
OVER_IN_ROUND = templates(
    "over_in_round",
    Plural("Over in round %(round)s: %(names)s wins", "Over in round %(round)s: %(names)s share the win"),
)
SEAT_LINE = templates("seat_line", "%(name)s (%(seat)s): %(facts)s.")
POINTS = templates("points", Plural("%(count)s point", "%(count)s points"))
PROJECTED = templates(
    "projected", Plural("%(count)s point if the game ended now", "%(count)s points if the game ended now")
)
ON_TURN = templates("on_turn", "on turn")
LAST_TURN = templates("last_turn", "Last turn: %(steps)s.")
AT = templates("at", "%(what)s at %(places)s")
NOTHING = templates("nothing", "nothing")
NONE = templates("none", "none")

KEY_LAST_TURN = templates("key_last_turn", "last turn")
