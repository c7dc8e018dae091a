"""What happens here and higher apps want to know: they subscribe in their `AppConfig.ready`."""

from django.dispatch import Signal

contact_written = Signal()
"""Somebody wrote to an organiser, or an organiser answered (`message`); inside the transaction."""
