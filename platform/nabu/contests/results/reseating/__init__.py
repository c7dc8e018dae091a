"""Changing seats in a round that everybody sees."""
