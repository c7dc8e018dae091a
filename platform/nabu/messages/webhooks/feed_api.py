"""REST API: the feed of public events, for programs that cannot be sent anything."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiResponse,
    PolymorphicProxySerializer,
    extend_schema,
    extend_schema_field,
)
from rest_framework import serializers, status
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.contests.domain_events.events import TABLE_RESULT
from nabu.messages.webhooks.described import MESSAGES, example_of
from nabu.messages.webhooks.events import EVENTS, PUBLIC
from nabu.messages.webhooks.feed import POLL_SECONDS, Forgotten, NeverGiven, Page, latest_number, read_feed
from nabu.web.rest.base import Id, errors
from nabu.web.rest.defaults import Pages
from nabu.web.rest.parameters import read_query
from nabu.web.rest.views import ApiView

NOW = "now"
MESSAGE = PolymorphicProxySerializer(
    "PublicMessage", {kind: MESSAGES[kind] for kind in EVENTS if kind in PUBLIC}, "type", many=False
)


class FeedFilter(serializers.Serializer[Any]):
    """Where to go on, and about what."""

    since = serializers.RegexField(
        rf"^([0-9]{{1,18}}|{NOW})$",
        required=False,
        help_text="`next` of the last answer, or `now` to begin with what happens from now on. Without it: from the "
        "oldest event that is kept.",
    )
    tournament = Id(required=False, help_text="Only this tournament.")
    page_size = serializers.IntegerField(min_value=1, max_value=Pages.max_page_size, default=Pages.page_size)


class FeedEvent(serializers.Serializer[Any]):
    """An event. Its `id` is greater than that of all before it."""

    id = serializers.IntegerField()
    message = serializers.SerializerMethodField()

    @extend_schema_field(MESSAGE)
    def get_message(self, event: dict[str, Any]) -> Any:
        """What a webhook is sent, as it would be now."""
        return event["message"]


class FeedPage(serializers.Serializer[Any]):
    """Events, the oldest first."""

    results = FeedEvent(many=True)
    next = serializers.CharField(help_text="`since` of the next request.")
    more = serializers.BooleanField(help_text="There is more: ask again at once.")
    poll_seconds = serializers.IntegerField(help_text="If there is not, ask again after so many seconds.")


class TooOld(serializers.Serializer[Any]):
    """Events after `since` are not kept any more."""

    detail = serializers.CharField()
    code = serializers.CharField(help_text="`since_too_old`")
    oldest = serializers.CharField(help_text="`since` of a request that begins with the oldest event that is kept.")


class EventsView(ApiView):
    """What happens in public tournaments."""

    permission_classes = [AllowAny]

    @extend_schema(
        tags=["events"],
        operation_id="events_list",
        summary="Follow public events",
        parameters=[FeedFilter],
        responses={
            200: FeedPage,
            410: OpenApiResponse(TooOld, description="Events after `since` are not kept any more."),
            **errors(400),
        },
        examples=[
            OpenApiExample(
                "A result",
                {
                    "results": [{"id": 1207, "message": example_of(TABLE_RESULT)}],
                    "next": "1207",
                    "more": False,
                    "poll_seconds": POLL_SECONDS,
                },
                response_only=True,
                status_codes=["200"],
            )
        ],
    )
    def get(self, request: Request) -> Response:
        """The events of webhooks, without objections, as a visitor sees them now. None is left out and none comes
        twice if each request goes on at `next` of the one before. A page may be shorter than asked, or empty."""
        asked = read_query(request, FeedFilter)
        since = asked.get("since")
        if since == NOW:
            return _answer(Page([], latest_number(), more=False))
        try:
            page = read_feed(None if since is None else int(since), asked["page_size"], asked.get("tournament"))
        except NeverGiven:
            raise ValidationError({"since": [_("This feed has never given this value.")]}) from None
        except Forgotten as forgotten:
            detail = _("Events after this value are no longer stored. Continue with “oldest”.")
            body = {"detail": detail, "code": "since_too_old", "oldest": str(forgotten.oldest)}
            return Response(body, status=status.HTTP_410_GONE)
        return _answer(page)


def _answer(page: Page) -> Response:
    body = {
        "results": [{"id": number, "message": message} for number, message in page.messages],
        "next": str(page.next),
        "more": page.more,
        "poll_seconds": 0 if page.more else POLL_SECONDS,
    }
    return Response(FeedPage(body).data)
