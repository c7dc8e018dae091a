"""What clubs tell: others subscribe in their `AppConfig.ready`."""

from django.dispatch import Signal

suspension_changed = Signal()
"""Somebody was suspended from a club's events, or a suspension was lifted (`suspension`); inside the transaction."""
