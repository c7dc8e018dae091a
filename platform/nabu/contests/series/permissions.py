"""Who may run a series."""

from __future__ import annotations

from nabu.accounts.players.models import Person, User
from nabu.contests.clubs.queries import clubs_to_organise_for
from nabu.contests.series.models import Series


def can_manage_series(user: Person, series: Series) -> bool:
    """Pause, skip, change, delete: its owner, owners and directors of its club, staff."""
    if not isinstance(user, User) or not user.is_active:
        return False
    if user.is_staff or series.owner_id == user.pk:
        return True
    return series.club_id is not None and clubs_to_organise_for(user).filter(pk=series.club_id).exists()
