"""Calling a director to a table: by its players, answered by whoever keeps score."""
