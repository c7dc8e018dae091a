"""REST API: registering for a tournament, and what directors do about registrations."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.accounts.players.serializers import PlayerRef
from nabu.contests.tournaments.api_views import InTournaments, OfTournament
from nabu.contests.tournaments.entering import MOST_ENTRIES
from nabu.contests.tournaments.fees.queries import own_fee
from nabu.contests.tournaments.models import Registration, Tournament
from nabu.contests.tournaments.permissions import is_organiser
from nabu.contests.tournaments.registration import services
from nabu.contests.tournaments.registration.queries import Phase, own_registration, places_in_line, places_of
from nabu.contests.tournaments.registration.services import CLUB_LENGTH
from nabu.web.rest.base import actor_of, check_allowed, errors, read_body
from nabu.web.rest.parameters import KnownChoice, read_query


class OwnRegistration(serializers.Serializer[Any]):
    """Status of this account's registration; `place` in the waiting list, from 1; `paid`: whether the entry fee was
    marked as paid, null where there is none."""

    status = serializers.ChoiceField(choices=Registration.Status.choices)
    place = serializers.IntegerField(allow_null=True)
    paid = serializers.BooleanField(allow_null=True)


class RegistrationState(serializers.Serializer[Any]):
    """The state of the registration of a tournament.

    `phase` "off": players do not register themselves, or the tournament has started. `capacity` null: no limit.
    """

    phase = serializers.ChoiceField(choices=[phase.value for phase in Phase])
    opens_at = serializers.DateTimeField(allow_null=True)
    closes_at = serializers.DateTimeField(allow_null=True)
    capacity = serializers.IntegerField(allow_null=True)
    taken = serializers.IntegerField()
    waiting = serializers.IntegerField()
    pending = serializers.IntegerField()
    own = OwnRegistration(allow_null=True)


class NewRegistration(serializers.Serializer[Any]):
    """The club that the player comes from, if any."""

    club = serializers.CharField(max_length=CLUB_LENGTH, allow_blank=True, default="")


class RegistrationLine(serializers.ModelSerializer[Registration]):
    """A registration; `place` in the waiting list, from 1, null elsewhere; `paid_at`: when the entry fee was noted as
    paid in advance, null once there is an entry."""

    player = PlayerRef(read_only=True)
    place = serializers.SerializerMethodField()

    class Meta:
        model = Registration
        fields: tuple[str, ...] = ("id", "tournament", "player", "status", "place", "club", "paid_at", "registered_at")
        read_only_fields = fields

    @extend_schema_field(serializers.IntegerField(allow_null=True))
    def get_place(self, registration: Registration) -> int | None:
        """From 1."""
        found: int | None = self.context["places"].get(registration.pk)
        return found


class PlaceInLine(serializers.Serializer[Any]):
    """A place in the waiting list; past the end is the end."""

    place = serializers.IntegerField(min_value=1, max_value=MOST_ENTRIES)


class RegistrationFilter(serializers.Serializer[Any]):
    """Only those in this state."""

    status = KnownChoice(Registration.Status.values, required=False, help_text="Only registrations in this state.")


@extend_schema(tags=["entries"])
class RegistrationsOfTournament(OfTournament):
    """Registering for a tournament."""

    serializer_class = RegistrationState

    @extend_schema(
        summary="Get the state of the registration",
        operation_id="tournaments_registration",
        responses={200: RegistrationState},
    )
    @action(detail=True, methods=["get"], url_name="state")
    def registration(self, request: Request, pk: int) -> Response:
        """Whether it is open, how many places are taken, and the status of this account's registration."""
        return self._state(self.get_object())

    @extend_schema(
        summary="Register for a tournament",
        operation_id="tournaments_register",
        request=NewRegistration,
        responses={201: RegistrationState},
        examples=[OpenApiExample("With a club", {"club": "SK Ur"}, request_only=True)],
    )
    @registration.mapping.post
    def register(self, request: Request, pk: int) -> Response:
        """Registers this account's player, who is entered at once or waits for approval or a place."""
        tournament = self.get_object()
        given = read_body(request, NewRegistration, request.user.is_authenticated)
        services.register(actor_of(request), tournament, **given.validated_data)
        return self._state(tournament, status.HTTP_201_CREATED)

    @extend_schema(
        summary="Withdraw own registration", operation_id="tournaments_unregister", request=None, responses={204: None}
    )
    @registration.mapping.delete
    def withdraw(self, request: Request, pk: int) -> Response:
        """Before the start only. The place goes to the waiting list."""
        services.withdraw(actor_of(request), self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        summary="List registrations",
        operation_id="tournaments_registrations_list",
        parameters=[RegistrationFilter],
        responses={200: RegistrationLine(many=True), **errors(400)},
    )
    @action(detail=True, methods=["get"], url_name="registrations")
    def registrations(self, request: Request, pk: int) -> Response:
        """Registrations in order. Directors only."""
        tournament = self.get_object()
        check_allowed(is_organiser(request.user, tournament))
        wanted = read_query(request, RegistrationFilter)
        found = tournament.registrations.filter(**wanted).select_related("player")
        return self.paged(RegistrationLine, found.order_by("position", "id"), places=places_in_line(tournament))

    def _state(self, tournament: Tournament, code: int = status.HTTP_200_OK) -> Response:
        places = places_of(tournament)
        names = ("opens_at", "closes_at", "capacity", "taken", "waiting", "pending")
        own, fee = own_registration(self.request.user, tournament), own_fee(self.request.user, tournament)
        state = {
            "phase": places.phase if places else Phase.OFF,
            **{name: getattr(places, name) if places else None for name in names},
            "own": {"status": own.status, "place": own.place, "paid": fee.paid if fee else None} if own else None,
        }
        if places is None:
            state |= {"taken": 0, "waiting": 0, "pending": 0}
        return Response(RegistrationState(state).data, status=code)


@extend_schema(tags=["entries"])
class RegistrationViewSet(InTournaments[Registration]):
    """One registration, for the directors of its tournament."""

    id_of = "registration"
    serializer_class = RegistrationLine
    queryset = Registration.objects.select_related("player", "tournament")

    @extend_schema(summary="Accept a registration", request=None, responses={200: RegistrationLine})
    @action(detail=True, methods=["post"])
    def accept(self, request: Request, pk: int) -> Response:
        """Accepted if a place is free, otherwise put on the waiting list; from the waiting list, accepted even beyond
        the capacity."""
        return self._answer(services.accept(actor_of(request), self.get_object()))

    @extend_schema(summary="Decline a registration", request=None, responses={200: RegistrationLine})
    @action(detail=True, methods=["post"])
    def decline(self, request: Request, pk: int) -> Response:
        """Declines a registration that is pending or on the waiting list."""
        return self._answer(services.decline(actor_of(request), self.get_object()))

    @extend_schema(
        summary="Move a registration in the waiting list",
        request=PlaceInLine,
        responses={200: RegistrationLine},
        examples=[OpenApiExample("To the front", {"place": 1}, request_only=True)],
    )
    @action(detail=True, methods=["post"])
    def move(self, request: Request, pk: int) -> Response:
        """The others keep their order."""
        registration = self.get_object()
        given = read_body(request, PlaceInLine, is_organiser(request.user, registration.tournament))
        return self._answer(services.move(actor_of(request), registration, given.validated_data["place"]))

    def _answer(self, registration: Registration) -> Response:
        places = places_in_line(registration.tournament)
        return Response(RegistrationLine(registration, context={"places": places}).data)
