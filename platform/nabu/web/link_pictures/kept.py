"""The pictures that are kept: few, small, and only of what is still so."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q, QuerySet

from nabu.web.link_pictures.kinds import KINDS, PictureKind
from nabu.web.link_pictures.models import LinkPicture

MOST_PICTURES = 400
MOST_BYTES = 200_000
"""Of one picture. The largest board takes half of it."""


def find(kind: PictureKind, subject: str, language: str, version: str) -> bytes | None:
    """The picture of this version, if it is drawn."""
    png = _kept(kind, subject, language, version).values_list("png", flat=True).first()
    return None if png is None else bytes(png)


def is_kept(kind: PictureKind, subject: str, language: str, version: str) -> bool:
    """Is the picture of this version drawn?"""
    return _kept(kind, subject, language, version).exists()


@transaction.atomic
def keep(kind: PictureKind, subject: str, language: str, version: str, png: bytes) -> bool:
    """Keep it in the place of the one before. False for one that is too large, or not what a visitor sees any more: a
    name may have been deleted while it was drawn.
    """
    if len(png) > MOST_BYTES or kind.current(subject, language) != version:
        return False
    LinkPicture.objects.update_or_create(
        {"version": version, "png": png}, kind=kind.name, subject=subject, language=language
    )
    newest_first = LinkPicture.objects.order_by("-made_at", "-pk").values_list("pk", flat=True)
    if oldest := list(newest_first[MOST_PICTURES:]):
        LinkPicture.objects.filter(pk__in=oldest).delete()
    return True


def forget(kind: PictureKind, subject: str) -> None:
    """Let go of the pictures of one thing."""
    LinkPicture.objects.filter(kind=kind.name, subject=subject).delete()


def forget_all() -> None:
    """Let go of all pictures, in the caller's transaction."""
    LinkPicture.objects.all().delete()


def has_any(subject: str) -> bool:
    """Is there a picture of this thing or of a part of it (`12`, `12-5`), of any kind?"""
    return LinkPicture.objects.filter(Q(subject=subject) | Q(subject__startswith=f"{subject}-")).exists()


def purge() -> int:
    """Let go of those that show what was. Returns how many."""
    gone = [
        pk
        for pk, name, subject, language, version in LinkPicture.objects.values_list(
            "pk", "kind", "subject", "language", "version"
        )
        if name not in KINDS or KINDS[name].current(subject, language) != version
    ]
    return LinkPicture.objects.filter(pk__in=gone).delete()[0]


def _kept(kind: PictureKind, subject: str, language: str, version: str) -> QuerySet[LinkPicture]:
    return LinkPicture.objects.filter(kind=kind.name, subject=subject, language=language, version=version)
