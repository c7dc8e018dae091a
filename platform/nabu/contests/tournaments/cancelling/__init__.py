"""Giving up an event before its end, and taking that back."""
