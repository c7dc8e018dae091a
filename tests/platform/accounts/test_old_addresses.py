"""The migration that gives allauth the addresses of an old site."""

from __future__ import annotations

from importlib import import_module

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps

from nabu.notifications.models import Mailbox
from nabu.notifications.services import address_is_confirmed, mailbox_of
from nabu.players.models import User
from tests.platform.scenario import account

migration = import_module("nabu.players.migrations.0004_addresses")


@pytest.mark.django_db
def test_addresses_of_an_old_site() -> None:
    for username, email, confirmed in (
        ("ana", "Ana@Example.org", "Ana@Example.org"),
        ("bo", "bo@example.org", ""),
        ("cem", "new@example.org", "old@example.org"),
        ("dia", "", "dia@example.org"),
        ("two", "ana@example.org", "ana@example.org"),
    ):
        Mailbox.objects.create(user=account(username, email=email), confirmed=confirmed)
    account("eve", email="eve@example.org")
    migration.keep_addresses(apps, None)
    assert list(EmailAddress.objects.order_by("pk").values_list("user__username", "email", "primary", "verified")) == [
        ("ana", "ana@example.org", True, True),
        ("bo", "bo@example.org", True, False),
        ("cem", "new@example.org", True, False),
        ("two", "ana@example.org", True, False),
        ("eve", "eve@example.org", True, False),
    ]
    reached = {user.username for user in User.objects.all() if address_is_confirmed(user, mailbox_of(user))}
    assert reached == {"ana", "two"}, "whoever got mails still gets them"
