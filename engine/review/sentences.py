"""What a review says."""

from engine.message import Plural
from engine.sentence import Templates

templates = Templates("review")
HIDDEN_CHANCE = templates(
    "hidden_chance",
    "Neither decisions nor luck can be told: this log leaves out the draws, so what could have been done or "
    "drawn is unknown.",
)
NOT_OVER = templates("not_over", "Only finished games can be reviewed.")
NO_CHOICE = templates("no_choice", "This move was no decision: there was no choice.")
NO_OTHER_CHOICE = templates("no_other_choice", "The bot has no other choice in this position.")
POINTS = templates("points", "%(points)s")
RATHER = templates("rather", "%(bot)s would have played differently: it %(action)s.")
SAME = templates("same", "%(bot)s would have played the same.")
FIGURES = templates(
    "figures",
    Plural(
        "%(points)s points (± %(error)s) in %(count)s continuation",
        "%(points)s points (± %(error)s) in %(count)s continuations",
    ),
)
CHANCE = templates("chance", "Winning chance: %(before)s with it, %(after)s as played")
PERCENT = templates("percent", "%(percent)s%%")
DID_BETTER = templates("did_better", "The move played did better.")
TOO_CLOSE = templates("too_close", "The difference is too small to be sure of.")
DOUBTFUL = templates("doubtful", "Doubtful")
COSTLY = templates("costly", "Costly")
STRENGTH = templates(
    "strength", "%(bot)s beats our greedy bot in %(percent)s%% of two-player games. It still makes mistakes."
)
UNMEASURED = templates("unmeasured", "%(bot)s is our strongest bot. It still makes mistakes.")
OTHERS = templates("others", "Points given to the strongest opponent")
BEFORE = templates("before", "Before this decision")
