"""The phases of a game by number: what is due."""

REMOVE, UNCOVER, ROUND, DIG, BUILD, STORE, OVER = range(7)
PHASES = ("remove", "uncover", "round", "dig", "build", "store", "over")
