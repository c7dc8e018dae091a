"""REST API: conversations with the organiser of an event or the owners of a club."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.accounts.players.names import name_of
from nabu.contests.calls.contact import services
from nabu.contests.calls.contact.queries import conversations, conversations_about
from nabu.contests.calls.models import SUBJECT_LENGTH, TEXT_LENGTH, ContactMessage, Conversation
from nabu.contests.calls.permissions import about_of, answers_for, can_contact, can_read
from nabu.contests.clubs.models import Club
from nabu.contests.tournaments.api_views import OfTournament
from nabu.contests.tournaments.models import Tournament
from nabu.web.rest.base import Id, actor_of, read_body
from nabu.web.rest.views import ApiViews

A_QUESTION = OpenApiExample(
    "A question", {"subject": "Parking", "text": "Is there a place for bicycles at the hall?"}, request_only=True
)


class ConversationLine(serializers.ModelSerializer[Conversation]):
    """A conversation. Either `tournament` or `club` is set."""

    writer = serializers.SerializerMethodField()

    class Meta:
        model = Conversation
        fields: tuple[str, ...] = ("id", "tournament", "club", "writer", "state", "last_at")
        read_only_fields = fields

    def get_writer(self, conversation: Conversation) -> str:
        """The name of the person who began it."""
        return name_of(conversation.writer)


class MessageLine(serializers.ModelSerializer[ContactMessage]):
    """A message of the person, or an answer."""

    author = serializers.SerializerMethodField()

    class Meta:
        model = ContactMessage
        fields: tuple[str, ...] = ("id", "author", "is_answer", "subject", "text", "at")
        read_only_fields = fields

    def get_author(self, message: ContactMessage) -> str:
        """The name of who wrote it."""
        return name_of(message.author)


class ConversationDetail(ConversationLine):
    """A conversation with its messages, oldest first."""

    messages = serializers.SerializerMethodField()

    class Meta(ConversationLine.Meta):
        fields = (*ConversationLine.Meta.fields, "messages")
        read_only_fields = fields

    @extend_schema_field(MessageLine(many=True))
    def get_messages(self, conversation: Conversation) -> Any:
        """What was written."""
        return MessageLine(conversation.messages.select_related("author__player").order_by("pk"), many=True).data


class NewMessage(serializers.Serializer[Any]):
    """A message to those who answer for the event or the club. They do not see the e-mail address."""

    subject = serializers.CharField(max_length=SUBJECT_LENGTH, allow_blank=True, default="")
    text = serializers.CharField(max_length=TEXT_LENGTH)


class NewAnswer(serializers.Serializer[Any]):
    """An answer. `seen`: the id of the last message that was read; 409 if there is a newer one."""

    text = serializers.CharField(max_length=TEXT_LENGTH)
    seen = Id(required=False, allow_null=True, default=None)


class _Conversations(ApiViews[Any]):
    """Listing and beginning conversations, the same for events and clubs."""

    permission_classes = [IsAuthenticated]
    serializer_class = ConversationLine

    def _list(self, request: Request) -> Response:
        return self.paged(ConversationLine, conversations_about(self.get_object(), actor_of(request)))

    def _write(self, request: Request) -> Response:
        about: Tournament | Club = self.get_object()
        given = read_body(request, NewMessage, can_contact(request.user, about))
        made = services.write_to_organiser(actor_of(request), about, **given.validated_data)
        return Response(_detail(made.conversation_id), status=status.HTTP_201_CREATED)


@extend_schema(tags=["tournaments"])
class ConversationsOfTournament(_Conversations, OfTournament):
    """Conversations with the organiser of a tournament."""

    @extend_schema(
        summary="List conversations with the organiser",
        operation_id="tournaments_conversations_list",
        responses={200: ConversationLine(many=True)},
    )
    @action(detail=True, methods=["get"], url_name="list")
    def conversations(self, request: Request, pk: int) -> Response:
        """All for directors, those that wait first; the own one for everybody else."""
        return self._list(request)

    @extend_schema(
        summary="Write to the organiser",
        operation_id="tournaments_conversations_create",
        request=NewMessage,
        responses={201: ConversationDetail},
        examples=[A_QUESTION],
    )
    @conversations.mapping.post
    def write(self, request: Request, pk: int) -> Response:
        """Begins or continues the own conversation. At most 3 messages without an answer, and 10 in 24 hours."""
        return self._write(request)


@extend_schema(tags=["clubs"])
class ConversationsOfClub(_Conversations):
    """Conversations with the owners of a club."""

    id_of = "club"
    queryset = Club.objects.all()

    @extend_schema(
        summary="List conversations with a club",
        operation_id="clubs_conversations_list",
        responses={200: ConversationLine(many=True)},
    )
    @action(detail=True, methods=["get"], url_name="list")
    def conversations(self, request: Request, pk: int) -> Response:
        """All for owners, those that wait first; the own one for everybody else."""
        return self._list(request)

    @extend_schema(
        summary="Write to a club",
        operation_id="clubs_conversations_create",
        request=NewMessage,
        responses={201: ConversationDetail},
        examples=[A_QUESTION],
    )
    @conversations.mapping.post
    def write(self, request: Request, pk: int) -> Response:
        """Begins or continues the own conversation. At most 3 messages without an answer, and 10 in 24 hours."""
        return self._write(request)


@extend_schema(tags=["tournaments"])
class ConversationViewSet(ApiViews[Conversation]):
    """One conversation. For who began it, and those who answer for the event or the club."""

    id_of = "conversation"
    permission_classes = [IsAuthenticated]
    serializer_class = ConversationDetail

    def get_queryset(self) -> QuerySet[Conversation]:
        """All of them; `get_object` looks at the person."""
        return conversations()

    def get_object(self) -> Conversation:
        """The conversation, or 404 for whoever may not read it."""
        found = get_object_or_404(self.get_queryset(), pk=self.kwargs["pk"])
        if not can_read(self.request.user, found):
            raise Http404
        return found

    @extend_schema(summary="Get a conversation", responses={200: ConversationDetail})
    def retrieve(self, request: Request, pk: int) -> Response:
        """With all messages."""
        return Response(ConversationDetail(self.get_object()).data)

    @extend_schema(
        summary="Answer a message",
        request=NewAnswer,
        responses={200: ConversationDetail},
        examples=[OpenApiExample("An answer", {"text": "Yes, in the yard.", "seen": 12}, request_only=True)],
    )
    @action(detail=True, methods=["post"])
    def answer(self, request: Request, pk: int) -> Response:
        """The person is told by mail. For directors of the event, owners of the club."""
        found = self.get_object()
        given = read_body(request, NewAnswer, answers_for(request.user, about_of(found)))
        services.answer(actor_of(request), found, **given.validated_data)
        return Response(_detail(found.pk))

    @extend_schema(summary="Close a conversation", request=None, responses={200: ConversationDetail})
    @action(detail=True, methods=["post"])
    def close(self, request: Request, pk: int) -> Response:
        """No answer is needed any more. For directors of the event, owners of the club."""
        services.close_conversation(actor_of(request), self.get_object())
        return Response(_detail(pk))


def _detail(pk: int) -> Any:
    return ConversationDetail(conversations().get(pk=pk)).data
