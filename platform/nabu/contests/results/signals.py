"""What results tell: others subscribe in their `AppConfig.ready`. All of it inside the transaction of what happened."""

from django.dispatch import Signal

log_replayed = Signal()
"""The engine has replayed a log (`log`); `facts` are what it found, None if the log is not verified."""

verdict_applied = Signal()
"""A log that somebody sent (`submission`) has its verdict, and the table follows it."""

logs_go = Signal()
"""These files (`logs`, a query) are about to be deleted, with all that the database keeps with them."""
