"""What a page says about itself to those who show a link to it: {% load previews %}."""

from __future__ import annotations

from html import unescape

from django import template
from django.conf import settings
from django.template import Context

from nabu.web.link_pictures import previews
from nabu.web.link_pictures.frame import HEIGHT, WIDTH

register = template.Library()


@register.simple_block_tag
def plain(content: str) -> str:
    """{% plain as link_title %}…{% endplain %}: what stands in a block, in one line and not escaped yet."""
    return " ".join(unescape(content).split())


@register.simple_tag(takes_context=True)
def picture(context: Context, kind: str, *subject: object) -> str:
    """{% picture "event" tournament.pk %}: the address of the picture of something, on pages for visitors. Whoever
    shows links reads no others: a page for an account has that of the site, and asks nobody.
    """
    if context["request"].user.is_authenticated:
        return previews.fixed_picture("site")
    return previews.picture_address(kind, "-".join(map(str, subject)))


@register.simple_tag
def fixed_picture(name: str) -> str:
    """{% fixed_picture "site" %}, or the key of a game: the address of a picture that never changes."""
    return previews.fixed_picture(name)


@register.simple_tag
def link_to(path: str, query: str, picture: str) -> dict[str, object]:
    """{% link_to request.path link_query link_picture as link %}: the whole addresses of a page and its picture."""
    return {
        "address": settings.SITE_ADDRESS + path + query,
        "picture": settings.SITE_ADDRESS + (picture or previews.fixed_picture("site")),
        "width": WIDTH,
        "height": HEIGHT,
    }
