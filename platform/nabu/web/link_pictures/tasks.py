"""Drawing and purging, in a worker."""

from __future__ import annotations

from celery import shared_task

from nabu.web.link_pictures import drawing, kept
from nabu.web.link_pictures.kinds import KINDS


@shared_task(ignore_result=True, soft_time_limit=30, time_limit=40)
def draw(kind: str, subject: str, language: str) -> bool:
    """Draw a picture. Returns whether there is a new one."""
    return kind in KINDS and drawing.draw(KINDS[kind], subject, language)


@shared_task(ignore_result=True)
def purge() -> int:
    """Delete pictures of what was. Returns how many."""
    return kept.purge()
