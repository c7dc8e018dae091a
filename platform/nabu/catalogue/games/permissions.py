"""Who may load and withdraw component sets. Everything that is not allowed here is refused."""

from __future__ import annotations

from nabu.accounts.players.models import Person
from nabu.catalogue.games.models import ComponentSet


def can_load_components(user: Person) -> bool:
    """Every account may load a component set."""
    return user.is_authenticated and user.is_active


def can_withdraw_components(user: Person, components: ComponentSet) -> bool:
    """Who loaded it, and staff."""
    return user.is_authenticated and user.is_active and (user.is_staff or components.uploaded_by_id == user.pk)


def can_restore_components(user: Person, components: ComponentSet) -> bool:
    """Staff; and who loaded it, unless staff withdrew it."""
    if not can_withdraw_components(user, components):
        return False
    return user.is_staff or components.withdrawn_by_id in (None, user.pk)
