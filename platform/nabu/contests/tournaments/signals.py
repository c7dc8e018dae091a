"""What tournaments tell: others subscribe in their `AppConfig.ready`."""

from django.dispatch import Signal

games_given_up = Signal()
"""A player who drops out (`entry`) gives up the open games, in the name of `actor`; inside the transaction of that."""

stages_replaced = Signal()
"""A draft has got other stages (`tournament`); inside the transaction of that."""

tournament_repeated = Signal()
"""A draft (`made`) has got the settings of an event (`source`); inside the transaction of that."""

exclusion_changed = Signal()
"""Staff took a tournament out of the ratings or put it back (`exclusion`); inside the transaction of that."""
