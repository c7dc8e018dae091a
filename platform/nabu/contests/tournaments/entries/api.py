"""REST API: one entry of a tournament, and the order of all of them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.accounts.players.scopes import Scope
from nabu.contests.tournaments.api_views import InTournaments, OfTournament
from nabu.contests.tournaments.consent import give_consent, withdraw_consent
from nabu.contests.tournaments.entering import MOST_ENTRIES
from nabu.contests.tournaments.entries import byes as bye_services
from nabu.contests.tournaments.entries import check_in
from nabu.contests.tournaments.entries import presence as presence_services
from nabu.contests.tournaments.entries.invitations import accept_invitation, decline_invitation
from nabu.contests.tournaments.entries.services import (
    LONGEST,
    MOST_RATING,
    MOST_TABLE,
    move_entry,
    remove_entry,
    seed_by_draw,
    seed_by_rating,
    update_entry,
)
from nabu.contests.tournaments.entries.stand_ins import MOST_LATE_POINTS, set_late_points, set_stand_in
from nabu.contests.tournaments.models import Entry, StageEntry
from nabu.contests.tournaments.permissions import Level, can_speak_for, is_invited, is_organiser, is_own_entry, level_of
from nabu.contests.tournaments.serializers import EntryLine
from nabu.web.rest.base import actor_of, read_body

MOST_ROUND = 1000


class EntryDetail(EntryLine):
    """Everything about an entry that this account may see.

    `rating` is the one that was brought along. `checked_in` is for those who keep score, `fixed_table`, `note` and
    `email` (where an invitation to this player goes) are for directors, `byes` (the rounds for which byes are asked in
    the running stage) and `consent` for directors and the player, `paid` (the entry fee was noted as paid) for those
    who keep score and the player, `invited` (somebody with an account who has not accepted the entry yet, so that it
    belongs to a guest of the same name) for directors and that person; null for everybody else. `since` is the first
    round of the running stage in which the player can be paired, `late_points` what directors have chosen for the
    rounds that it missed before.
    """

    checked_in = serializers.SerializerMethodField()
    fixed_table = serializers.SerializerMethodField()
    note = serializers.SerializerMethodField()
    email = serializers.SerializerMethodField()
    byes = serializers.SerializerMethodField()
    since = serializers.SerializerMethodField()
    late_points = serializers.SerializerMethodField()
    consent = serializers.SerializerMethodField()
    paid = serializers.SerializerMethodField()
    invited = serializers.SerializerMethodField()

    class Meta(EntryLine.Meta):
        fields = (
            *EntryLine.Meta.fields,
            "club",
            "rating",
            "fide_id",
            "checked_in",
            "fixed_table",
            "note",
            "email",
            "byes",
            "since",
            "late_points",
            "consent",
            "paid",
            "invited",
        )
        read_only_fields = fields

    def get_checked_in(self, entry: Entry) -> bool | None:
        """Whether the player is checked in, before the start."""
        return entry.checked_in_at is not None if self._level(entry) >= Level.SCOREKEEPER else None

    def get_fixed_table(self, entry: Entry) -> int | None:
        """The table of a player who cannot change tables."""
        return entry.fixed_table if self._level(entry) >= Level.DIRECTOR else None

    def get_note(self, entry: Entry) -> str | None:
        """The directors' note about the entry."""
        return entry.note if self._level(entry) >= Level.DIRECTOR else None

    def get_email(self, entry: Entry) -> str | None:
        """The address that directors have entered."""
        return entry.email if self._level(entry) >= Level.DIRECTOR else None

    def get_byes(self, entry: Entry) -> list[int] | None:
        """Numbers of rounds."""
        allowed = self._level(entry) >= Level.DIRECTOR or is_own_entry(self.context["request"].user, entry)
        member = self._member(entry)
        if not allowed:
            return None
        return list(member.rests) if member else entry.early_byes or []

    def get_since(self, entry: Entry) -> int | None:
        """More than 1 for a late player."""
        member = self._member(entry)
        return member.since if member else None

    @extend_schema_field(serializers.ChoiceField(choices=Entry.Consent.choices, allow_null=True))
    @extend_schema_field(serializers.DecimalField(max_digits=7, decimal_places=2, allow_null=True))
    def get_late_points(self, entry: Entry) -> str | None:
        """Only where the rule of the stage is that they are chosen; null as long as nobody has."""
        member = self._member(entry)
        chosen = member.late_points if member else None
        return None if chosen is None else f"{chosen:.2f}"

    def get_consent(self, entry: Entry) -> str | None:
        """How the player agreed to be rated; empty: not yet. For directors and the player."""
        allowed = self._level(entry) >= Level.DIRECTOR or is_own_entry(self.context["request"].user, entry)
        return entry.consent if allowed else None

    def get_paid(self, entry: Entry) -> bool | None:
        """Null where there is no entry fee."""
        allowed = self._level(entry) >= Level.SCOREKEEPER or is_own_entry(self.context["request"].user, entry)
        return entry.paid_at is not None if allowed and entry.tournament.fee is not None else None

    def get_invited(self, entry: Entry) -> bool | None:
        """Entered by somebody else, and not accepted yet."""
        allowed = self._level(entry) >= Level.DIRECTOR or is_invited(self.context["request"].user, entry)
        return entry.invited_id is not None if allowed else None

    def _level(self, entry: Entry) -> Level:
        return level_of(self.context["request"].user, entry.tournament)

    @staticmethod
    def _member(entry: Entry) -> StageEntry | None:
        return StageEntry.objects.filter(entry=entry).order_by("-stage__position").first()


class EntryDetails(serializers.Serializer[Any]):
    """Fields of an entry that can be changed: all before the start, then only club, fixed table, note and e-mail."""

    club = serializers.CharField(max_length=LONGEST["club"], allow_blank=True, required=False)
    rating = serializers.IntegerField(min_value=1, max_value=MOST_RATING, allow_null=True, required=False)
    fide_id = serializers.RegexField("^[0-9]*$", max_length=LONGEST["fide_id"], allow_blank=True, required=False)
    fixed_table = serializers.IntegerField(min_value=1, max_value=MOST_TABLE, allow_null=True, required=False)
    note = serializers.CharField(max_length=LONGEST["note"], allow_blank=True, required=False)
    email = serializers.EmailField(max_length=LONGEST["email"], allow_blank=True, required=False)


class Dropping(serializers.Serializer[Any]):
    """`give_up`: open games without a report become forfeits. For scorekeepers and directors only."""

    give_up = serializers.BooleanField(default=False)


class StandingIn(serializers.Serializer[Any]):
    """Whether the entry fills tables and counts for nobody."""

    stand_in = serializers.BooleanField()


class LatePoints(serializers.Serializer[Any]):
    """The points for all the rounds that a late entry missed."""

    points = serializers.DecimalField(max_digits=7, decimal_places=2, min_value=0, max_value=MOST_LATE_POINTS)


class Answer(serializers.Serializer[Any]):
    """`rated`: the games count for the ratings, if the tournament is rated."""

    rated = serializers.BooleanField(default=True)


class Place(serializers.Serializer[Any]):
    """A seed; past the end is the end."""

    seed = serializers.IntegerField(min_value=1, max_value=MOST_ENTRIES)


class ByeOrder(serializers.Serializer[Any]):
    """The number of a round of the running stage that is still to be paired."""

    round = serializers.IntegerField(min_value=1, max_value=MOST_ROUND)


@extend_schema(tags=["entries"])
class EntryViewSet(InTournaments[Entry]):
    """A player in a tournament."""

    id_of = "entry"
    scopes = {"consent": Scope.ACCOUNT, "decline": Scope.ACCOUNT, "accept": Scope.ACCOUNT, "refuse": Scope.ACCOUNT}

    serializer_class = EntryDetail
    queryset = Entry.objects.select_related("player", "tournament", "invited")

    @extend_schema(summary="Get an entry", responses={200: EntryDetail})
    def retrieve(self, request: Request, pk: int) -> Response:
        """Player, seed and status, with further details depending on this account's role."""
        return self._answer(self.get_object())

    @extend_schema(
        summary="Agree to be rated", operation_id="entries_consent_give", request=None, responses={200: EntryDetail}
    )
    @action(detail=True, methods=["post"])
    def consent(self, request: Request, pk: int) -> Response:
        """Player only. After approval, games that waited for consent are rated."""
        return self._answer(give_consent(actor_of(request), self.get_object(), Entry.Consent.INVITATION))

    @extend_schema(
        summary="Decline to be rated",
        operation_id="entries_consent_withdraw",
        request=None,
        responses={200: EntryDetail},
    )
    @consent.mapping.delete
    def decline(self, request: Request, pk: int) -> Response:
        """Player only, and only until the games are rated."""
        return self._answer(withdraw_consent(actor_of(request), self.get_object()))

    @extend_schema(
        summary="Accept an entry made by somebody else",
        operation_id="entries_invitation_accept",
        request=Answer,
        responses={200: EntryDetail},
        examples=[OpenApiExample("Without ratings", {"rated": False}, request_only=True)],
    )
    @action(detail=True, methods=["post"], url_path="invitation", url_name="invitation")
    def accept(self, request: Request, pk: int) -> Response:
        """Only for the invited account. The entry and everything played meanwhile become the account's."""
        entry = self.get_object()
        allowed = is_invited(request.user, entry) or is_own_entry(request.user, entry)
        given = read_body(request, Answer, allowed)
        consent = Entry.Consent.INVITATION if given.validated_data["rated"] else Entry.Consent.DECLINED
        return self._answer(accept_invitation(actor_of(request), entry, consent))

    @extend_schema(
        summary="Decline an entry made by somebody else",
        operation_id="entries_invitation_decline",
        request=None,
        responses={204: None},
    )
    @accept.mapping.delete
    def refuse(self, request: Request, pk: int) -> Response:
        """Only for the invited account. Removes the entry before the start; later a guest of the same name stays."""
        decline_invitation(actor_of(request), self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        summary="Change the details of an entry",
        request=EntryDetails,
        responses={200: EntryDetail},
        examples=[OpenApiExample("Club", {"club": "SK Ur", "rating": 1850}, request_only=True)],
    )
    def partial_update(self, request: Request, pk: int) -> Response:
        """Directors only. Omitted fields are unchanged."""
        entry = self.get_object()
        given = read_body(request, EntryDetails, is_organiser(request.user, entry.tournament))
        return self._answer(update_entry(actor_of(request), entry, **given.validated_data))

    @extend_schema(summary="Remove an entry before the start", request=None, responses={204: None})
    def destroy(self, request: Request, pk: int) -> Response:
        """Removes the entry; lower seeds move up. After the start, drop the player instead."""
        remove_entry(actor_of(request), self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        summary="Drop a player",
        request=Dropping,
        responses={200: EntryDetail},
        examples=[OpenApiExample("With the open game", {"give_up": True}, request_only=True)],
    )
    @action(detail=True, methods=["post"])
    def drop(self, request: Request, pk: int) -> Response:
        """Ends pairings for the player; results stay. For directors and the player, in a running tournament."""
        entry = self.get_object()
        given = read_body(request, Dropping, can_speak_for(request.user, entry))
        return self._answer(presence_services.drop_entry(actor_of(request), entry, given.validated_data["give_up"]))

    @extend_schema(summary="Reinstate a player", request=None, responses={200: EntryDetail})
    @action(detail=True, methods=["post"])
    def reinstate(self, request: Request, pk: int) -> Response:
        """A dropped player is paired again from the next round; a player not checked in at the start joins as a late
        player."""
        return self._answer(presence_services.reinstate_entry(actor_of(request), self.get_object()))

    @extend_schema(
        summary="Mark a stand-in",
        request=StandingIn,
        responses={200: EntryDetail},
        examples=[OpenApiExample("From now on", {"stand_in": True}, request_only=True)],
    )
    @action(detail=True, methods=["post"], url_path="stand-in")
    def stand_in(self, request: Request, pk: int) -> Response:
        """Makes an entry a stand-in, or a player who counts. Directors only, and until the entry has a result."""
        entry = self.get_object()
        given = read_body(request, StandingIn, is_organiser(request.user, entry.tournament))
        return self._answer(set_stand_in(actor_of(request), entry, given.validated_data["stand_in"]))

    @extend_schema(
        summary="Choose the points for missed rounds",
        request=LatePoints,
        responses={200: EntryDetail},
        examples=[OpenApiExample("Two rounds missed", {"points": "6"}, request_only=True)],
    )
    @action(detail=True, methods=["post"], url_path="late-points")
    def late_points(self, request: Request, pk: int) -> Response:
        """Directors only, where the running stage has `late_points` "chosen" and the entry joined late."""
        entry = self.get_object()
        given = read_body(request, LatePoints, is_organiser(request.user, entry.tournament))
        return self._answer(set_late_points(actor_of(request), entry, given.validated_data["points"]))

    @extend_schema(summary="Check in a player", request=None, responses={200: EntryDetail})
    @action(detail=True, methods=["post"], url_path="check-in")
    def check_in(self, request: Request, pk: int) -> Response:
        """Marks the player as present. For scorekeepers and directors; players use the tournament's self check-in."""
        return self._answer(check_in.check_in(actor_of(request), self.get_object()))

    @extend_schema(summary="Remove the check-in of a player", request=None, responses={200: EntryDetail})
    @action(detail=True, methods=["post"], url_path="check-out")
    def check_out(self, request: Request, pk: int) -> Response:
        """Removes the check-in."""
        return self._answer(check_in.check_out(actor_of(request), self.get_object()))

    @extend_schema(
        summary="Move a player to a seed",
        request=Place,
        responses={200: EntryDetail},
        examples=[OpenApiExample("First", {"seed": 1}, request_only=True)],
    )
    @action(detail=True, methods=["post"])
    def move(self, request: Request, pk: int) -> Response:
        """Before the start only. The seeds in between shift by one."""
        entry = self.get_object()
        given = read_body(request, Place, is_organiser(request.user, entry.tournament))
        move_entry(actor_of(request), entry, given.validated_data["seed"])
        return self._answer(self.get_object())

    @extend_schema(
        summary="Request a bye",
        operation_id="entries_byes_request",
        request=ByeOrder,
        responses={200: EntryDetail},
        examples=[OpenApiExample("The third round", {"round": 3}, request_only=True)],
    )
    @action(detail=True, methods=["post"])
    def byes(self, request: Request, pk: int) -> Response:
        """The player is not paired in that round. For directors and the player, if the format allows late players."""
        entry = self.get_object()
        given = read_body(request, ByeOrder, can_speak_for(request.user, entry))
        bye_services.ask_for_bye(actor_of(request), entry, given.validated_data["round"])
        return self._answer(entry)

    @extend_schema(
        summary="Cancel a bye",
        operation_id="entries_byes_cancel",
        parameters=[
            OpenApiParameter("number", {"type": "integer", "minimum": 1, "maximum": MOST_ROUND}, OpenApiParameter.PATH)
        ],
        request=None,
        responses={200: EntryDetail},
    )
    @action(detail=True, methods=["delete"], url_path="byes/<int:number>", url_name="bye")
    def take_back_bye(self, request: Request, pk: int, number: int) -> Response:
        """The player is paired in that round again. Refused once it is paired."""
        entry = self.get_object()
        bye_services.take_back_bye(actor_of(request), entry, number)
        return self._answer(entry)

    def _answer(self, entry: Entry) -> Response:
        return Response(EntryDetail(entry, context=self.get_serializer_context()).data)


@extend_schema(tags=["entries"])
class SeedingViewSet(OfTournament):
    """The order of the entries before the start, by a rule. By hand: see the seeds of a tournament, and of an entry."""

    serializer_class = EntryLine

    @extend_schema(summary="Seed players by rating", request=None, responses={204: None})
    @action(detail=True, methods=["post"], url_path="seeds/by-rating", url_name="by-rating")
    def by_rating(self, request: Request, pk: int) -> Response:
        """Best rating first: the outside rating, else the one on this site. Players without a rating come last."""
        seed_by_rating(actor_of(request), self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(summary="Shuffle seeds", request=None, responses={204: None})
    @action(detail=True, methods=["post"], url_path="seeds/by-draw", url_name="by-draw")
    def by_draw(self, request: Request, pk: int) -> Response:
        """Draws the order from the tournament's random seed, so it can be repeated."""
        seed_by_draw(actor_of(request), self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)
