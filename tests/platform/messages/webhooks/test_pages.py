"""The pages of webhooks and tokens: secrets are shown once, and a wrong form says what is wrong."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from nabu.accounts.players.models import ApiToken
from nabu.accounts.players.tokens import token_of_key
from nabu.messages.notifications.models import Mail
from nabu.messages.webhooks.models import Delivery, Webhook
from tests.platform.scenario import account, make_event

pytestmark = pytest.mark.django_db


def signed_in(client: Client, user: object) -> Client:
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")  # type: ignore[arg-type]
    return client


def test_a_webhook_from_the_form_to_the_test_message(client: Client) -> None:
    event = make_event(2, table_size=2)
    signed_in(client, event.organiser)
    address = f"/tournaments/{event.tournament.pk}/webhooks/"
    wrong = client.post(address, {"url": "ftp://example.org/", "events": ["round.published"]})
    assert "must begin with https" in wrong.content.decode()
    assert not Webhook.objects.exists()
    words = {"url": "https://example.org/nabu", "events": ["round.published", "table.result"]}
    page = client.post(address, words, follow=True)
    webhook = Webhook.objects.get()
    assert webhook.secret in page.content.decode()
    own = f"/webhooks/{webhook.pk}/"
    assert webhook.secret not in client.get(own).content.decode(), "shown once"
    client.post(f"{own}ping/")
    delivery = Delivery.objects.get()
    assert delivery.event == "ping"
    assert f"/webhooks/deliveries/{delivery.pk}/redeliver/" in client.get(own).content.decode()
    client.post(f"{own}edit/", {"url": webhook.url, "events": ["table.result"]})
    webhook.refresh_from_db()
    assert (webhook.active, webhook.events) == (False, ["table.result"])
    client.post(f"{own}delete/")
    assert not Webhook.objects.exists()


def test_a_token_from_the_form_to_its_end(client: Client) -> None:
    signed_in(client, account("ana"))
    words = {"name": "Screen", "scopes": ["read"], "days": "30"}
    page = client.post("/accounts/tokens/", words, follow=True).content.decode()
    found = re.search(r'id="key">(nabu_[\w-]+)<', page)
    assert found
    token = token_of_key(found[1])
    assert token is not None
    assert token.expires_at is not None
    assert found[1] not in client.get("/accounts/tokens/").content.decode(), "shown once"
    client.post(f"/accounts/tokens/{token.pk}/revoke/")
    assert token_of_key(found[1]) is None
    client.post("/accounts/tokens/", {"name": "Nothing", "days": "0"})
    assert ApiToken.objects.count() == 1


def test_signing_up_with_an_address_asks_it(client: Client) -> None:
    words = {"username": "ana", "name": "Ana", "password1": "tablets of clay", "email": "ana@example.org"}
    assert client.post("/accounts/signup/", words).status_code == 302
    assert [(mail.kind, mail.address) for mail in Mail.objects.all()] == [("account", "ana@example.org")]
