"""The card with the devices of an account."""

from __future__ import annotations

from typing import Any

from django import template
from django.conf import settings

from nabu.accounts.players.models import User
from nabu.messages.push.server_key import public_key

register = template.Library()


@register.inclusion_tag("messages/push/devices.html", takes_context=True)
def devices(context: dict[str, Any], user: User) -> dict[str, Any]:
    """Where the account sees notifications, and a button for this browser; nothing on a site without a key."""
    if not settings.PUSH_KEY:
        return {"key": ""}
    return {"key": public_key(), "devices": user.devices.all(), "csrf_token": context.get("csrf_token")}
