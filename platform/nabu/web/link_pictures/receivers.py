"""When names change, no picture may show the old ones: all are drawn again when somebody asks for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.dispatch import receiver

from nabu.accounts.versions.services import PEOPLE
from nabu.accounts.versions.signals import touched
from nabu.web.link_pictures.kept import forget_all


@receiver(touched)
def forget_names(topics: Sequence[str], **kwargs: Any) -> None:
    """Every picture depends on the names of people, so none of them holds any more."""
    if PEOPLE in topics:
        forget_all()
