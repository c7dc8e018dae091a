"""Whether mails leave this site, for pages that would say that one was sent."""

from __future__ import annotations

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def mail_server() -> bool:
    """The site has a mail server."""
    return bool(settings.MAIL_SERVER)
