"""Rounds: pairing, draft, publishing, locking."""
