"""Handing out an archive."""

from __future__ import annotations

from io import BytesIO

from django.http import HttpResponse

from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import Player, User
from nabu.core.errors import NotAllowed
from nabu.people.profiles.privacy.personal_archive import write_archive


def own_archive(user: User) -> HttpResponse:
    """Everything about the account and its player."""
    return _response(Player.objects.filter(user=user).first(), user)


def archive_for_staff(actor: User, player: Player) -> HttpResponse:
    """Everything about somebody who asked for it. The history tells that staff took it along."""
    if not actor.is_active or not actor.is_staff:
        raise NotAllowed
    audit(actor, "account.exported", player)
    return _response(player, player.user)


def _response(player: Player | None, user: User | None) -> HttpResponse:
    file = BytesIO()
    write_archive(file, player=player, user=user)
    response = HttpResponse(file.getvalue(), content_type="application/zip")
    response["Content-Disposition"] = 'attachment; filename="nabu-personal-data.zip"'
    response["Cache-Control"] = "no-store"
    response["X-Content-Type-Options"] = "nosniff"
    return response
