"""Pairing of Swiss rounds: pure functions from competitors and their history to tables."""
