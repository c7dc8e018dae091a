"""The audit trail of a tournament: undo and redo."""
