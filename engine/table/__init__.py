"""A game in progress: choices, moves, undo, a change in the middle. Plain Python without files or threads."""
