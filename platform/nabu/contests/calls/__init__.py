"""A table calls a director; anybody writes to the organiser."""
