"""What a table says."""

from engine.sentence import Templates

templates = Templates("table")
DONE = templates("done", "Done")
NO_SUCH_MOVE = templates("no_such_move", "the record has %(count)s moves; there is no move %(number)s")
