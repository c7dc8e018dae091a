"""Photos of score sheets: evidence that the players and the organisers of a table look at."""

from __future__ import annotations

from django.utils.translation import gettext as _

from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.contests.matches.models import Photo, Table
from nabu.contests.results.permissions import can_overrule, can_upload
from nabu.contests.results.photos.pictures import MEDIA_TYPE, Picture, read_picture
from nabu.contests.results.settling.counting import check_playable, lock_table
from nabu.contests.tournaments.locks import OVER, RUNNING
from nabu.core.errors import NotAllowed, Refused
from nabu.web.quotas.services import check_quota, note_upload

MOST_PHOTOS = 6
MOST_BYTES = 7 * 2**20
"""A request has at most 8 MiB, with the form around the file."""


def add_photo(actor: User, table: Table, data: bytes, sent_from: str = "") -> Photo:
    """A player of the table, or who keeps score, sends a picture of the score sheet. The same one again is kept once.

    Raises NotAllowed, Refused for what is no picture, or TryLater for too much from one account or network
    (`sent_from`).
    """
    if not can_upload(actor, table):
        raise NotAllowed
    check_quota(actor, sent_from)
    # Before the lock: to read and write a picture takes a moment.
    picture = read_picture(data)
    known = Photo.objects.filter(table=table, sha256=picture.sha256).first()
    return known or _store(actor, table, picture, sent_from)


@audited
def remove_photo(actor: User, photo: Photo, reason: str) -> None:
    """A director takes away a picture that does not belong here. It cannot be brought back."""
    table = lock_table(photo.table)
    if not can_overrule(actor, table):
        raise NotAllowed
    reason = reason.strip()
    if not reason:
        raise Refused(_("Enter a reason for removing the photo."))
    audit(
        actor,
        "photo.removed",
        table,
        before={"photo": photo.sha256},
        reason=reason,
        tournament=table.round.stage.tournament,
    )
    Photo.objects.filter(pk=photo.pk).delete()


@audited
def _store(actor: User, table: Table, picture: Picture, sent_from: str) -> Photo:
    locked = lock_table(table)
    # After the end too: who argues later needs the sheet.
    check_playable(locked, {RUNNING, *OVER})
    if locked.photos.count() >= MOST_PHOTOS:
        raise Refused(
            _("This table already has %(number)s photos. A director can remove one.") % {"number": MOST_PHOTOS}
        )
    photo, created = Photo.objects.get_or_create(
        table=locked,
        sha256=picture.sha256,
        defaults={
            "content": picture.content,
            "media_type": MEDIA_TYPE,
            "width": picture.width,
            "height": picture.height,
            "sent_by": actor,
        },
    )
    note_upload(actor, sent_from, len(picture.content) if created else 0)
    audit(actor, "photo.sent", locked, after={"photo": photo.sha256}, tournament=locked.round.stage.tournament)
    return photo
