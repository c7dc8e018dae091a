"""What others may listen to."""

from django.dispatch import Signal

committed = Signal()
"""Something has changed, and everybody can see it. Argument: `versions`, the new number by topic."""

touched = Signal()
"""Something changes, still inside its transaction. Argument: `topics`."""
