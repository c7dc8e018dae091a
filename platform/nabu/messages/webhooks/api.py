"""REST API: webhooks of a tournament and their deliveries."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.accounts.players.scopes import Scope
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.permissions import can_see_tournament, is_organiser
from nabu.messages.webhooks import services
from nabu.messages.webhooks.addresses import LONGEST
from nabu.messages.webhooks.events import EVENTS
from nabu.messages.webhooks.models import Attempt, Delivery, Webhook
from nabu.web.rest.base import SECRET_INSIDE, actor_of, check_allowed, read_body
from nabu.web.rest.views import ApiViews

EXAMPLE = {"url": "https://example.org/nabu", "events": ["round.published", "table.result"]}


class Events(serializers.ListField):
    """Names of events, each once."""

    child = serializers.ChoiceField(choices=list(EVENTS.items()))

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_length=1, max_length=len(EVENTS), **kwargs)


class WebhookLine(serializers.ModelSerializer[Webhook]):
    """Address and events. `failing_since` is the first failure since the last success."""

    events = Events()
    switched_off_reason = serializers.CharField(read_only=True, help_text="`failing`, `gone`, or empty.")

    class Meta:
        model = Webhook
        fields: tuple[str, ...] = (
            "id",
            "tournament",
            "url",
            "events",
            "active",
            "switched_off_reason",
            "failing_since",
            "paused_until",
            "created_at",
        )
        read_only_fields = fields


class MadeWebhook(WebhookLine):
    """The new webhook with its secret, shown only once."""

    class Meta(WebhookLine.Meta):
        fields = (*WebhookLine.Meta.fields, "secret")
        read_only_fields = fields


class WebhookFields(serializers.Serializer[Any]):
    """A new webhook."""

    url = serializers.CharField(max_length=LONGEST)
    events = Events()


class WebhookChange(serializers.Serializer[Any]):
    """Only given fields are changed."""

    url = serializers.CharField(max_length=LONGEST, required=False)
    events = Events(required=False)
    active = serializers.BooleanField(required=False)


class AttemptLine(serializers.ModelSerializer[Attempt]):
    """One attempt. `status` is 0 if there was no response; `error` says why."""

    class Meta:
        model = Attempt
        fields: tuple[str, ...] = ("at", "status", "answer", "error", "seconds")
        read_only_fields = fields


class DeliveryLine(serializers.ModelSerializer[Delivery]):
    """A message and its state. `body` is the exact text that is sent."""

    attempts = AttemptLine(many=True, read_only=True)

    class Meta:
        model = Delivery
        fields: tuple[str, ...] = (
            "id",
            "message_id",
            "event",
            "body",
            "state",
            "created_at",
            "next_attempt_at",
            "delivered_at",
            "attempts",
        )
        read_only_fields = fields


def managed(request: Request, webhook: Webhook) -> Webhook:
    """The webhook for a director. 404 for who may not see the tournament, else raises NotAllowed."""
    _check(request, webhook.tournament)
    return webhook


def _check(request: Request, tournament: Tournament) -> None:
    if not can_see_tournament(request.user, tournament):
        raise Http404
    check_allowed(is_organiser(request.user, tournament))


@extend_schema(tags=["webhooks"])
class WebhooksOfTournament(ApiViews[Webhook]):
    """The webhooks of one tournament: for its directors and its owner."""

    id_of = "tournament"
    permission_classes = [IsAuthenticated]
    serializer_class = WebhookLine
    scopes = {"list": Scope.ORGANISE}
    bad_input_actions = {"create"}

    def tournament(self) -> Tournament:
        """The tournament of the address, for somebody who may manage its webhooks."""
        found = get_object_or_404(Tournament, pk=self.kwargs["pk"])
        _check(self.request, found)
        return found

    def get_queryset(self) -> QuerySet[Webhook]:
        """In the order in which they were made."""
        return Webhook.objects.filter(tournament=self.tournament()).order_by("pk")

    @extend_schema(summary="List the webhooks of a tournament", responses={200: WebhookLine(many=True)})
    def list(self, request: Request, pk: int) -> Response:
        """Webhooks without their secrets."""
        return self.paged(WebhookLine, self.get_queryset())

    @extend_schema(
        summary="Add a webhook",
        request=WebhookFields,
        responses={201: MadeWebhook},
        examples=[OpenApiExample("Pairings and results", EXAMPLE, request_only=True)],
    )
    def create(self, request: Request, pk: int) -> Response:
        """The secret for checking the signatures is only in this response."""
        tournament = self.tournament()
        given = read_body(request, WebhookFields, True)
        made = services.create_webhook(actor_of(request), tournament, **given.validated_data)
        return Response(MadeWebhook(made).data, status=status.HTTP_201_CREATED, headers=SECRET_INSIDE)


@extend_schema(tags=["webhooks"])
class WebhookViewSet(ApiViews[Any]):
    """Webhooks: for the directors of their tournament and its owner."""

    id_of = "webhook"
    permission_classes = [IsAuthenticated]
    serializer_class = WebhookLine
    scopes = {"retrieve": Scope.ORGANISE, "deliveries": Scope.ORGANISE}
    bad_input_actions = {"partial_update"}
    queryset = Webhook.objects.select_related("tournament")

    def get_object(self) -> Webhook:
        """The webhook for somebody who may manage it."""
        return managed(self.request, get_object_or_404(self.get_queryset(), pk=self.kwargs["pk"]))

    @extend_schema(summary="Get a webhook", responses={200: WebhookLine})
    def retrieve(self, request: Request, pk: int) -> Response:
        """Address, events and state."""
        return Response(WebhookLine(self.get_object()).data)

    @extend_schema(
        summary="Change a webhook",
        request=WebhookChange,
        responses={200: WebhookLine},
        examples=[OpenApiExample("Switch on again", {"active": True}, request_only=True)],
    )
    def partial_update(self, request: Request, pk: int) -> Response:
        """Changes the given fields. Any change resets its failures, and deliveries resume."""
        webhook = self.get_object()
        given = read_body(request, WebhookChange, True)
        return Response(WebhookLine(services.update_webhook(actor_of(request), webhook, **given.validated_data)).data)

    @extend_schema(summary="Remove a webhook", request=None, responses={204: None})
    def destroy(self, request: Request, pk: int) -> Response:
        """Deliveries stop, and their log is deleted."""
        services.delete_webhook(actor_of(request), self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(summary="Send a test message", request=None, responses={202: DeliveryLine})
    @action(detail=True, methods=["post"])
    def ping(self, request: Request, pk: int) -> Response:
        """Sends an event `ping`; the deliveries show the outcome."""
        made = services.ping(actor_of(request), self.get_object())
        return Response(DeliveryLine(made).data, status=status.HTTP_202_ACCEPTED)

    @extend_schema(summary="List the deliveries of a webhook", responses={200: DeliveryLine(many=True)}, filters=True)
    @action(detail=True, methods=["get"])
    def deliveries(self, request: Request, pk: int) -> Response:
        """Sent and pending messages, latest first, kept for 30 days."""
        return self.paged(DeliveryLine, self.get_object().deliveries.prefetch_related("attempts"))


@extend_schema(tags=["webhooks"])
class DeliveryViewSet(ApiViews[Any]):
    """Single messages."""

    id_of = "delivery"
    permission_classes = [IsAuthenticated]
    serializer_class = DeliveryLine
    queryset = Delivery.objects.select_related("webhook__tournament")

    @extend_schema(summary="Send a webhook message again", request=None, responses={202: DeliveryLine})
    @action(detail=True, methods=["post"])
    def redeliver(self, request: Request, pk: int) -> Response:
        """The message keeps its id, so that a receiver can detect duplicates."""
        delivery = get_object_or_404(self.get_queryset(), pk=pk)
        managed(request, delivery.webhook)
        again = services.redeliver(actor_of(request), delivery)
        return Response(DeliveryLine(again).data, status=status.HTTP_202_ACCEPTED)
