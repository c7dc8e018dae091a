"""REST API: what an organiser allows of calls and messages, and whom they block."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.accounts.players.names import name_of
from nabu.contests.calls.limits import services
from nabu.contests.calls.models import Block, CallSettings
from nabu.contests.tournaments.api_views import InTournaments, OfTournament
from nabu.contests.tournaments.permissions import is_organiser
from nabu.web.rest.base import Id, actor_of, check_allowed, read_body


class CallSettingsFields(serializers.ModelSerializer[CallSettings]):
    """`calls`: players can call a director. `contact`: people can write to the organiser."""

    class Meta:
        model = CallSettings
        fields: tuple[str, ...] = ("calls", "contact")


class CallSettingsChange(serializers.Serializer[Any]):
    """What is not given stays as it is."""

    calls = serializers.BooleanField(required=False)
    contact = serializers.BooleanField(required=False)


class BlockLine(serializers.ModelSerializer[Block]):
    """Somebody whose calls and messages are not taken in this event."""

    name = serializers.SerializerMethodField()

    class Meta:
        model = Block
        fields: tuple[str, ...] = ("id", "name", "made_at")
        read_only_fields = fields

    def get_name(self, block: Block) -> str:
        """The name of the person."""
        return name_of(block.user, block.entry)


class NewBlock(serializers.Serializer[Any]):
    """The id of a call, or of a conversation: who made or began it is blocked."""

    call = Id(required=False)
    conversation = Id(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Exactly one of them."""
        if len(attrs) != 1:
            raise ValidationError("Give either a call or a conversation.")
        return attrs


@extend_schema(tags=["tournaments"])
class CallSettingsOfTournament(OfTournament):
    """Calls and messages of a tournament."""

    serializer_class = CallSettingsFields

    @extend_schema(
        summary="Get the settings of calls and messages",
        operation_id="tournaments_call_settings_get",
        responses={200: CallSettingsFields},
    )
    @action(detail=True, methods=["get"], url_path="call-settings", url_name="state")
    def call_settings(self, request: Request, pk: int) -> Response:
        """What is switched on. Directors only."""
        tournament = self.get_object()
        check_allowed(is_organiser(request.user, tournament))
        return Response(CallSettingsFields(services.settings_of(tournament)).data)

    @extend_schema(
        summary="Change the settings of calls and messages",
        operation_id="tournaments_call_settings_update",
        request=CallSettingsChange,
        responses={200: CallSettingsFields},
        examples=[OpenApiExample("No calls", {"calls": False}, request_only=True)],
    )
    @call_settings.mapping.patch
    def change(self, request: Request, pk: int) -> Response:
        """Directors only."""
        tournament = self.get_object()
        given = read_body(request, CallSettingsChange, is_organiser(request.user, tournament))
        changed = services.change_settings(actor_of(request), tournament, **given.validated_data)
        return Response(CallSettingsFields(changed).data)


@extend_schema(tags=["tournaments"])
class BlocksOfTournament(OfTournament):
    """Blocked people of a tournament."""

    serializer_class = BlockLine

    @extend_schema(
        summary="List blocked people", operation_id="tournaments_blocks_list", responses={200: BlockLine(many=True)}
    )
    @action(detail=True, methods=["get"], url_name="list")
    def blocks(self, request: Request, pk: int) -> Response:
        """Directors only."""
        tournament = self.get_object()
        check_allowed(is_organiser(request.user, tournament))
        return self.paged(BlockLine, tournament.blocks.select_related("user__player", "entry__player").order_by("pk"))

    @extend_schema(
        summary="Block a person",
        operation_id="tournaments_blocks_create",
        request=NewBlock,
        responses={201: BlockLine},
        examples=[OpenApiExample("Who made a call", {"call": 7}, request_only=True)],
    )
    @blocks.mapping.post
    def block(self, request: Request, pk: int) -> Response:
        """Takes no more calls and messages from them in this event. They are told so. Directors only."""
        tournament = self.get_object()
        given = read_body(request, NewBlock, is_organiser(request.user, tournament)).validated_data
        actor = actor_of(request)
        if "call" in given:
            calls = tournament.director_calls.select_related("tournament", "made_by", "made_entry")
            made = services.block_caller(actor, get_object_or_404(calls, pk=given["call"]))
        else:
            conversations = tournament.conversations.select_related("tournament", "writer")
            made = services.block_writer(actor, get_object_or_404(conversations, pk=given["conversation"]))
        return Response(BlockLine(made).data, status=status.HTTP_201_CREATED)


@extend_schema(tags=["tournaments"])
class BlockViewSet(InTournaments[Block]):
    """One blocked person."""

    id_of = "block"
    serializer_class = BlockLine
    queryset = Block.objects.select_related("tournament")

    @extend_schema(summary="Unblock a person", request=None, responses={204: None})
    def destroy(self, request: Request, pk: int) -> Response:
        """Directors only."""
        services.unblock(actor_of(request), self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)
