"""What the audit trail tells: others subscribe in their `AppConfig.ready`."""

from django.dispatch import Signal

change_recorded = Signal()
"""A change has its audit entry (`entry`), complete with the rows it touched; still inside the change's transaction.

`rows` are these rows whole, by model and key: as they are now, or as they were if they are gone.
"""
