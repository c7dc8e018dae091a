"""REST API: the mail of the own account."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.accounts.players.models import User
from nabu.accounts.players.scopes import Scope
from nabu.messages.notifications import services
from nabu.messages.notifications.kinds import Kind
from nabu.web.rest.base import actor_of, read_body
from nabu.web.rest.views import ApiView


class Kinds(serializers.ListField):
    """Kinds of mails, each once."""

    child = serializers.ChoiceField(choices=Kind.choices)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=len(Kind), **kwargs)


class MailSettings(serializers.Serializer[Any]):
    """The address, whether it is confirmed, and the kinds of mail that are switched off."""

    address = serializers.CharField()
    confirmed = serializers.BooleanField()
    off = Kinds()


class MailChange(serializers.Serializer[Any]):
    """The kinds of mail to switch off. The address is changed on the page of the account, with the password."""

    off = Kinds()


class MailView(ApiView):
    """What is sent to the own account by mail."""

    permission_classes = [IsAuthenticated]
    scopes = {"get": Scope.ACCOUNT, "patch": Scope.ACCOUNT}

    @extend_schema(tags=["account"], summary="Get own mail settings", responses=MailSettings)
    def get(self, request: Request) -> Response:
        """Address, and the kinds of mail that are switched off."""
        return self._answer(actor_of(request))

    @extend_schema(
        tags=["account"],
        summary="Change own mail settings",
        request=MailChange,
        responses={200: MailSettings},
        examples=[OpenApiExample("No mails about logs", {"off": ["verdict"]}, request_only=True)],
    )
    def patch(self, request: Request) -> Response:
        """Sets the kinds of mail to switch off."""
        given = read_body(request, MailChange, True)
        user = actor_of(request)
        services.update_mail(user, given.validated_data["off"])
        return self._answer(user)

    def _answer(self, user: User) -> Response:
        mailbox = services.mailbox_of(user)
        confirmed = services.address_is_confirmed(user, mailbox)
        words = {"address": user.email, "confirmed": confirmed, "off": mailbox.off}
        return Response(MailSettings(words).data)
