"""Where the pictures of links lie: the addresses under which pages name them."""

from __future__ import annotations

from django.contrib.staticfiles.storage import staticfiles_storage
from django.urls import reverse
from django.utils.translation import get_language

from nabu.web.link_pictures.asking import ask
from nabu.web.link_pictures.kinds import KINDS

FIXED = "nabu/web/link_pictures/{}.png"
"""Pictures that never change, drawn by `manage.py draw_fixed_pictures`: of the site, and of each game."""


def fixed_picture(name: str) -> str:
    """The address of a picture that never changes: "site", or the key of a game."""
    return str(staticfiles_storage.url(FIXED.format(name)))


def picture_address(name: str, subject: str) -> str:
    """The address of a picture in the current language and its newest version; that of the site where there is
    nothing to see. A page that names it has it drawn: it is there before a link to the page is shown anywhere.
    """
    kind, language = KINDS[name], get_language() or ""
    version = kind.version(subject)
    if version is None:
        return fixed_picture("site")
    ask(kind, subject, language, version)
    return reverse("link_picture", args=[name, subject, language, version])
