"""What is due: the phases of a game."""

PHASES = ("deal", "place", "score", "take", "refill", "extra_turn", "over")
DEAL, PLACING, SCORING, TAKING, REFILL, EXTRA, OVER = range(7)
