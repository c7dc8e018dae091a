"""What component sets tell: others subscribe in their `AppConfig.ready`."""

from django.dispatch import Signal

components_loaded = Signal()
"""A component set (`components`) was loaded; still inside the transaction that stores it."""
