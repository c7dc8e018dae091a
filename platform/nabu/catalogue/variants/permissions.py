"""Who may save and retire variants. Everything that is not allowed here is refused."""

from __future__ import annotations

from nabu.accounts.players.models import Person
from nabu.catalogue.variants.models import Variant


def can_save_variant(user: Person) -> bool:
    """Every account may give a way to play a name."""
    return user.is_authenticated and user.is_active


def can_retire_variant(user: Person, variant: Variant) -> bool:
    """Who saved it, and staff."""
    return user.is_authenticated and user.is_active and (user.is_staff or variant.owner_id == user.pk)
