"""REST API: who has paid the entry fee of a tournament."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.contests.tournaments.api_views import InTournaments, OfTournament
from nabu.contests.tournaments.fees import services
from nabu.contests.tournaments.fees.queries import fees_of, owing
from nabu.contests.tournaments.models import Entry, Registration, Tournament
from nabu.contests.tournaments.permissions import can_keep_score
from nabu.contests.tournaments.serializers import EntryLine
from nabu.web.rest.base import actor_of, check_allowed, errors
from nabu.web.rest.parameters import read_query


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
class FeesOfTournament(OfTournament):
    """The entry fee of a tournament, for those who keep score in it. 404 where there is none."""

    serializer_class = FeesState

    @extend_schema(summary="Get the totals of the entry fees", responses={200: FeesState})
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
            OpenApiParameter("paid", bool, description="Only players who have paid, or only those who have not.")
        ],
        responses={200: PaymentLine(many=True), **errors(400)},
    )
    @action(detail=True, methods=["get"], url_path="fees/entries", url_name="entries")
    def entries(self, request: Request, pk: int) -> Response:
        """Entries that have paid or still play, by seed."""
        tournament, wanted = self._kept(), read_query(request, PaidFilter)
        entries = owing(tournament).select_related("player")
        if (paid := wanted["paid"]) is not None:
            entries = entries.filter(paid_at__isnull=not paid)
        return self.paged(PaymentLine, entries.order_by("seed", "id"))

    def _kept(self) -> Tournament:
        found: Tournament = self.get_object()
        check_allowed(can_keep_score(self.request.user, found))
        if found.fee is None:
            raise Http404
        return found


@extend_schema(tags=["entries"], request=None)
class EntryPaymentViewSet(InTournaments[Entry]):
    """Whether a player has paid the entry fee, as scorekeepers and directors note it."""

    id_of = "entry"
    serializer_class = PaymentLine
    queryset = Entry.objects.select_related("player", "tournament")

    @extend_schema(
        summary="Mark the entry fee as paid", operation_id="entries_payment_note", responses={200: PaymentLine}
    )
    @action(detail=True, methods=["post"])
    def payment(self, request: Request, pk: int) -> Response:
        """Records this account as the one that took the money."""
        return Response(PaymentLine(services.note_entry_paid(actor_of(request), self.get_object())).data)

    @extend_schema(
        summary="Cancel the payment of an entry", operation_id="entries_payment_cancel", responses={200: PaymentLine}
    )
    @payment.mapping.delete
    def cancel(self, request: Request, pk: int) -> Response:
        """It was noted by mistake, or paid back."""
        return Response(PaymentLine(services.note_entry_unpaid(actor_of(request), self.get_object())).data)


@extend_schema(tags=["entries"], request=None)
class RegistrationPaymentViewSet(InTournaments[Registration]):
    """Whether somebody who has registered has paid the entry fee in advance, for directors."""

    id_of = "registration"
    serializer_class = RegistrationPayment
    queryset = Registration.objects.select_related("player", "tournament")

    @extend_schema(
        summary="Mark the entry fee as paid in advance",
        operation_id="registrations_payment_note",
        responses={200: RegistrationPayment},
    )
    @action(detail=True, methods=["post"])
    def payment(self, request: Request, pk: int) -> Response:
        """The payment moves to the entry when the registration is accepted."""
        noted = services.note_registration_paid(actor_of(request), self.get_object())
        return Response(RegistrationPayment(noted).data)

    @extend_schema(
        summary="Cancel an advance payment",
        operation_id="registrations_payment_cancel",
        responses={200: RegistrationPayment},
    )
    @payment.mapping.delete
    def cancel(self, request: Request, pk: int) -> Response:
        """It was noted by mistake, or paid back."""
        noted = services.note_registration_unpaid(actor_of(request), self.get_object())
        return Response(RegistrationPayment(noted).data)
