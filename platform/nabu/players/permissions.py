"""Who asks: an account, or a visitor."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from nabu.players.models import User

Person = User | AnonymousUser
