"""What a table says."""

from engine.message import Plural, points
from engine.sentence import Templates

templates = Templates("table")
DONE = templates("done", "Done")
NO_SUCH_MOVE = templates("no_such_move", "move %(number)s does not exist (number of moves: %(count)s)")
NOTHING_TO_REDO = templates("nothing_to_redo", "Nothing to redo.")
WINNERS = templates("winners", Plural("%(names)s wins.", "%(names)s share the win."))
OVER = templates("over", Plural("The game is over: %(names)s wins.", "The game is over: %(names)s share the win."))
LEADS = templates("leads", "Move %(number)s: %(name)s takes the lead for good.")
LEADS_WITH = templates(
    "leads_with", points("Move %(number)s: %(name)s takes the lead for good with %(points)s points (%(sources)s).")
)
WOULD_HAVE_WON = templates(
    "would_have_won", "Move %(number)s: from here on %(name)s would have won if the game had ended."
)
LOG_ENDS = templates("log_ends", "The log ends here. The game is not over.")
GAIN = templates(
    "gain",
    Plural(
        "%(points)s points better than the obvious move in %(count)s continuation",
        "%(points)s points better than the obvious move in %(count)s continuations",
    ),
)
DRAWS_LEFT_OUT = templates(
    "draws_left_out",
    "This log leaves out the draws, so nobody knows what the players could do: no other moves can be tried, and nobody "
    "can play on from it.",
)
NOTHING_LEFT = templates("nothing_left", "The game is over here: there is nothing left to choose.")
