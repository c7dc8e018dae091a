"""What every game may have to say: about its setup, components, end, the keys of an action, and why a bot acts."""

from engine.message import points
from engine.sentence import Templates

templates = Templates("game")

OVER = templates("over", "the game is over")
SEAT = templates("seat", "seat %(number)s")
ACTS = templates("acts", "%(seat)s: %(words)s")
DRAWS = templates("draws", "draw %(seat)s: %(words)s")

UNKNOWN_RULESET = templates("unknown_ruleset", "unknown ruleset %(ruleset)s; known: %(known)s")
UNKNOWN_SWITCH = templates("unknown_switch", "unknown switch %(switch)s; known: %(known)s")
UNKNOWN_OPTION = templates("unknown_option", "switch %(switch)s has no option %(option)s; allowed: %(allowed)s")
UNKNOWN_COMPONENTS = templates("unknown_components", "unknown component set %(components)s; built in: %(known)s")
OR = templates("or", "%(first)s or %(last)s")
PLAYERS = templates("players", "%(game)s is for %(allowed)s players, not %(players)s")
DRAWS_ARE_OPEN = templates("draws_are_open", "all draws of %(game)s are public, so its logs must have recorded chance")

RECONSTRUCTED = templates(
    "reconstructed",
    "Not the printed game: values of these parts are reconstructed, because no printed copy was available: %(parts)s.",
)

NOT_A_SET = templates("not_a_set", "This is not a component file that the engine can read.")
WRONG_SET = templates("wrong_set", "This component file contradicts itself: %(problems)s")
OTHER_SET = templates(
    "other_set", "This file is the component set %(name)s (%(digest)s…), not the one named in the log."
)
SET_FAILS = templates("set_fails", "The engine cannot play with this component file. Check its values.")

SEAT_MISSING = templates("seat_missing", "an action needs a whole number as its seat")
UNKNOWN_ACTION = templates("unknown_action", "this game has no action %(word)s")
UNKNOWN_CHANCE = templates("unknown_chance", "this game has no chance event %(word)s")
MISSING_KEYS = templates("missing_keys", "%(word)s needs %(missing)s")
UNKNOWN_KEYS = templates("unknown_keys", "%(word)s does not know %(unknown)s")
WRONG_KEYS = templates("wrong_keys", "%(word)s needs %(missing)s; %(word)s does not know %(unknown)s")

NO_REASON = templates("no_reason", "no reason given")
AT_RANDOM = templates("at_random", "picked at random")
ONLY_CHOICE = templates("only_choice", "the only choice")
SCORES_NOW = templates("scores_now", points("scores %(points)s points now"))
