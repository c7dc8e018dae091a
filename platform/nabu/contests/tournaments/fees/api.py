"""REST API: who has paid the entry fee of a tournament."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, viewsets
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.contests.tournaments.fees import services
from nabu.contests.tournaments.fees.queries import fees_of, owing
from nabu.contests.tournaments.models import Entry, Registration, Tournament
from nabu.contests.tournaments.permissions import can_keep_score
from nabu.contests.tournaments.queries import visible_tournaments
from nabu.contests.tournaments.serializers import EntryLine
from nabu.core.errors import NotAllowed
from nabu.web.rest.base import actor_of, errors, path_id

TOURNAMENT_ID = [path_id("id", "tournament")]


class FeesState(serializers.Serializer[Any]):
    """The entry fee and what came in. `players` counts those who have paid or still play; `received` includes payments
    of people who are registered but not entered; `due` is what the players still owe."""

    fee = serializers.DecimalField(max_digits=8, decimal_places=2)
    currency = serializers.CharField()
    paid = serializers.IntegerField()
    players = serializers.IntegerField()
    received = serializers.DecimalField(max_digits=12, decimal_places=2)
    due = serializers.DecimalField(max_digits=12, decimal_places=2)


class PaymentLine(EntryLine):
    """An entry and when its entry fee was marked as paid; null: not paid."""

    class Meta(EntryLine.Meta):
        fields = (*EntryLine.Meta.fields, "paid_at")
        read_only_fields = fields


class RegistrationPayment(serializers.ModelSerializer[Registration]):
    """A registration and when its entry fee was marked as paid in advance; null: not paid."""

    class Meta:
        model = Registration
        fields = ("id", "tournament", "status", "paid_at")
        read_only_fields = fields


class PaidFilter(serializers.Serializer[Any]):
    """Only those who have paid, or only those who have not."""

    paid = serializers.BooleanField(required=False, allow_null=True, default=None)


@extend_schema(tags=["entries"])
class FeesOfTournament(viewsets.GenericViewSet[Any]):
    """The entry fee of a tournament, for those who keep score in it. 404 where there is none."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    serializer_class = FeesState
    lookup_value_converter = "int"

    def get_queryset(self) -> QuerySet[Tournament]:
        """The tournaments that this account may see."""
        return visible_tournaments(self.request.user)

    @extend_schema(
        summary="Get the totals of the entry fees",
        parameters=TOURNAMENT_ID,
        responses={200: FeesState, **errors(403, 404)},
    )
    @action(detail=True, methods=["get"], url_path="fees", url_name="state")
    def state(self, request: Request, pk: int) -> Response:
        """Number of players who have paid, and the amounts received and due."""
        tournament = self._kept()
        fees = fees_of(tournament)
        names = ("fee", "paid", "players", "received", "due")
        state = {**{name: getattr(fees, name) for name in names}, "currency": tournament.fee_currency}
        return Response(FeesState(state).data)

    @extend_schema(
        summary="List payments of the entry fee",
        parameters=[
            *TOURNAMENT_ID,
            OpenApiParameter("paid", bool, description="Only players who have paid, or only those who have not."),
        ],
        responses={200: PaymentLine(many=True), **errors(400, 403, 404)},
    )
    @action(detail=True, methods=["get"], url_path="fees/entries", url_name="entries")
    def entries(self, request: Request, pk: int) -> Response:
        """Entries that have paid or still play, by seed."""
        wanted = PaidFilter(data=request.query_params)
        wanted.is_valid(raise_exception=True)
        entries = owing(self._kept()).select_related("player")
        if (paid := wanted.validated_data["paid"]) is not None:
            entries = entries.filter(paid_at__isnull=not paid)
        page = self.paginate_queryset(entries.order_by("seed", "id"))
        return self.get_paginated_response(PaymentLine(page, many=True).data)

    def _kept(self) -> Tournament:
        found: Tournament = self.get_object()
        if not can_keep_score(self.request.user, found):
            raise NotAllowed
        if found.fee is None:
            raise Http404
        return found


@extend_schema(tags=["entries"], parameters=[path_id("id", "entry")], request=None)
class EntryPaymentViewSet(viewsets.GenericViewSet[Entry]):
    """Whether a player has paid the entry fee, as scorekeepers and directors note it."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    serializer_class = PaymentLine
    lookup_value_converter = "int"

    def get_queryset(self) -> QuerySet[Entry]:
        """The entries of the tournaments that this account may see."""
        visible = visible_tournaments(self.request.user).values("pk")
        return Entry.objects.filter(tournament__in=visible).select_related("player", "tournament")

    @extend_schema(
        summary="Mark the entry fee as paid",
        operation_id="entries_payment_note",
        responses={200: PaymentLine, **errors(403, 404, 409)},
    )
    @action(detail=True, methods=["post"])
    def payment(self, request: Request, pk: int) -> Response:
        """Records this account as the one that took the money."""
        return Response(PaymentLine(services.note_entry_paid(actor_of(request), self.get_object())).data)

    @extend_schema(
        summary="Cancel the payment of an entry",
        operation_id="entries_payment_cancel",
        responses={200: PaymentLine, **errors(403, 404, 409)},
    )
    @payment.mapping.delete
    def cancel(self, request: Request, pk: int) -> Response:
        """It was noted by mistake, or paid back."""
        return Response(PaymentLine(services.note_entry_unpaid(actor_of(request), self.get_object())).data)


@extend_schema(tags=["entries"], parameters=[path_id("id", "registration")], request=None)
class RegistrationPaymentViewSet(viewsets.GenericViewSet[Registration]):
    """Whether somebody who has registered has paid the entry fee in advance, for directors."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    serializer_class = RegistrationPayment
    lookup_value_converter = "int"

    def get_queryset(self) -> QuerySet[Registration]:
        """The registrations for the tournaments that this account may see."""
        visible = visible_tournaments(self.request.user).values("pk")
        return Registration.objects.filter(tournament__in=visible).select_related("player", "tournament")

    @extend_schema(
        summary="Mark the entry fee as paid in advance",
        operation_id="registrations_payment_note",
        responses={200: RegistrationPayment, **errors(403, 404, 409)},
    )
    @action(detail=True, methods=["post"])
    def payment(self, request: Request, pk: int) -> Response:
        """The payment moves to the entry when the registration is accepted."""
        noted = services.note_registration_paid(actor_of(request), self.get_object())
        return Response(RegistrationPayment(noted).data)

    @extend_schema(
        summary="Cancel an advance payment",
        operation_id="registrations_payment_cancel",
        responses={200: RegistrationPayment, **errors(403, 404, 409)},
    )
    @payment.mapping.delete
    def cancel(self, request: Request, pk: int) -> Response:
        """It was noted by mistake, or paid back."""
        noted = services.note_registration_unpaid(actor_of(request), self.get_object())
        return Response(RegistrationPayment(noted).data)
