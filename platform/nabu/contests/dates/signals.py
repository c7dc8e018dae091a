"""What the app reports to those above it."""

from django.dispatch import Signal

# Deadlines are near: with `tables`, keys of tables without a result. A receiver prepares what it sends and returns a
# function without parameters that stores it, which is called in the transaction that notes who was reminded.
deadlines_near = Signal()
