"""Handing out an archive."""

from __future__ import annotations

from tempfile import TemporaryFile

from django.http import FileResponse

from nabu.audit.services import record
from nabu.errors import NotAllowed
from nabu.players.models import Player, User
from nabu.profiles.privacy.personal_archive import write_archive


def archive_response(actor: User, *, player: Player | None = None, user: User | None = None) -> FileResponse:
    """The archive of a person, for that person and for staff. It is written to a file, not to memory.

    The history tells when staff took the data of somebody else along.
    """
    if not actor.is_active or not (actor.is_staff or (user is not None and user.pk == actor.pk)):
        raise NotAllowed
    if user is None or user.pk != actor.pk:
        record(actor, "account.exported", user or player)  # type: ignore[arg-type]
    file = TemporaryFile()  # noqa: SIM115 - the response closes it
    write_archive(file, player=player, user=user)
    file.seek(0)
    response = FileResponse(file, as_attachment=True, filename="nabu-personal-data.zip", content_type="application/zip")
    response["Cache-Control"] = "no-store"
    response["X-Content-Type-Options"] = "nosniff"
    return response
