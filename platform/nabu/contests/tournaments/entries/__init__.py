"""The players of a tournament."""
