"""REST API: announcements."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.contests.announcements import services
from nabu.contests.announcements.models import Announcement
from nabu.contests.announcements.queries import visible_announcements
from nabu.contests.matches.models import Table
from nabu.contests.tournaments.api_views import InTournaments, OfTournament
from nabu.contests.tournaments.models import Round, Tournament
from nabu.contests.tournaments.permissions import is_organiser
from nabu.web.rest.base import Id, NoInput, actor_of, check_allowed, read_body

MOST_SENT = 2000
"""Characters that are read at all; what is too long is said in words (`typed.py`)."""


class AnnouncementLine(serializers.ModelSerializer[Announcement]):
    """What an organiser said: to the whole event, unless `round` or `table` is set. `text` is as typed, with line
    breaks. Those who keep score also get what was withdrawn, with `withdrawn_at`."""

    class Meta:
        model = Announcement
        fields: tuple[str, ...] = ("id", "tournament", "round", "table", "text", "by_mail", "made_at", "withdrawn_at")
        read_only_fields = fields


class NewAnnouncement(serializers.Serializer[Any]):
    """`round` or `table`: the id of the one that is addressed; neither: everybody in the event. `by_mail` also sends it
    to those who did not switch such mails off."""

    text = serializers.CharField(max_length=MOST_SENT)
    round = Id(required=False, allow_null=True)
    table = Id(required=False, allow_null=True)
    by_mail = serializers.BooleanField(default=False)


@extend_schema(tags=["tournaments"])
class AnnouncementsOfTournament(OfTournament):
    """What is announced in a tournament."""

    serializer_class = AnnouncementLine

    @extend_schema(
        summary="List announcements",
        operation_id="tournaments_announcements_list",
        responses={200: AnnouncementLine(many=True)},
    )
    @action(detail=True, methods=["get"], url_name="list")
    def announcements(self, request: Request, pk: int) -> Response:
        """Newest first. Those to a table only for its players and for those who keep score."""
        return self.paged(AnnouncementLine, visible_announcements(request.user, self.get_object()))

    @extend_schema(
        summary="Make an announcement",
        operation_id="tournaments_announcements_create",
        request=NewAnnouncement,
        responses={201: AnnouncementLine},
        examples=[OpenApiExample("Lunch", {"text": "Lunch until 14:00."}, request_only=True)],
    )
    @announcements.mapping.post
    def announce(self, request: Request, pk: int) -> Response:
        """At most 280 characters, 30 an hour and 100 a day, 5 a day by mail. The same text to the same people within 30
        seconds is one announcement."""
        tournament = self.get_object()
        given = read_body(request, NewAnnouncement, is_organiser(request.user, tournament)).validated_data
        rounds, tables = Round.objects.filter(stage__tournament=tournament), _tables_of(tournament)
        round_ = get_object_or_404(rounds, pk=given["round"]) if given.get("round") else None
        table = get_object_or_404(tables, pk=given["table"]) if given.get("table") else None
        made = services.make_announcement(
            actor_of(request), tournament, given["text"], round_=round_, table=table, by_mail=given["by_mail"]
        )
        return Response(AnnouncementLine(made).data, status=status.HTTP_201_CREATED)


@extend_schema(tags=["tournaments"])
class AnnouncementViewSet(InTournaments[Announcement]):
    """One announcement."""

    id_of = "announcement"
    serializer_class = AnnouncementLine
    queryset = Announcement.objects.select_related("tournament")

    def get_object(self) -> Announcement:
        """The announcement. 404 for those who do not read it."""
        found: Announcement = super().get_object()
        return get_object_or_404(self._readable(found), pk=found.pk)

    def _readable(self, found: Announcement) -> QuerySet[Announcement]:
        return visible_announcements(self.request.user, found.tournament).select_related("tournament")

    @extend_schema(summary="Get an announcement")
    def retrieve(self, request: Request, pk: int) -> Response:
        """What was said, to whom and when."""
        return Response(AnnouncementLine(self.get_object()).data)

    @extend_schema(summary="Withdraw an announcement", request=NoInput, responses={200: AnnouncementLine})
    @action(detail=True, methods=["post"])
    def withdraw(self, request: Request, pk: int) -> Response:
        """Nobody is shown it any more; mails and notifications that were sent stay. Undo the change to show it
        again."""
        found = self.get_object()
        check_allowed(is_organiser(request.user, found.tournament))
        withdrawn = services.withdraw_announcement(actor_of(request), found)
        return Response(AnnouncementLine(withdrawn).data)


def _tables_of(tournament: Tournament) -> QuerySet[Table]:
    return Table.objects.filter(round__stage__tournament=tournament)
