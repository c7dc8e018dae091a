"""`/api/v1/`: where the API begins."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.urls import reverse
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.web.rest.views import ApiView

LISTS = {
    "tournaments": "tournament-list",
    "series": "series-list",
    "players": "player-list",
    "clubs": "club-list",
    "games": "game-list",
    "variants": "variant-list",
    "formats": "format-list",
    "experiments": "experiment-list",
    "events": "events",
}
"""What everybody may read whole, by the name of its address."""

OWN = {
    "me": "me",
    "tokens": "account-token-list",
    "claims": "claim-list",
    "submissions": "submission-list",
    "objections": "objection-list",
}
"""What belongs to an account. All of it answers without a parameter."""


class Index(serializers.Serializer[Any]):
    """Links."""

    name = serializers.CharField()
    version = serializers.CharField(help_text="Of the API.")
    schema = serializers.URLField(help_text="Its description as OpenAPI; `?format=json` for JSON.")
    docs = serializers.URLField(help_text="Its description for people.")
    token = serializers.URLField(help_text="Where to log in.")
    lists = serializers.DictField(child=serializers.URLField(), help_text="What everybody may read.")
    own = serializers.DictField(child=serializers.URLField(), help_text="What belongs to an account: needs a token.")


class IndexView(ApiView):
    """The links to everything else."""

    permission_classes = [AllowAny]

    @extend_schema(
        tags=["index"],
        operation_id="index",
        summary="List what there is",
        responses=Index,
        examples=[
            OpenApiExample(
                "Abridged",
                {
                    "name": "Nabu",
                    "version": "1.0.0",
                    "schema": "https://nabu.example.org/api/schema/",
                    "docs": "https://nabu.example.org/api/docs/",
                    "token": "https://nabu.example.org/api/v1/token/",
                    "lists": {"tournaments": "https://nabu.example.org/api/v1/tournaments/"},
                    "own": {"me": "https://nabu.example.org/api/v1/me/"},
                },
                response_only=True,
            )
        ],
    )
    def get(self, request: Request) -> Response:
        """The schema, its documentation, and all lists."""

        def link(name: str) -> str:
            return request.build_absolute_uri(reverse(f"api:{name}"))

        body = {
            "name": settings.SPECTACULAR_SETTINGS["TITLE"],
            "version": settings.SPECTACULAR_SETTINGS["VERSION"],
            "schema": link("schema"),
            "docs": link("docs"),
            "token": link("token"),
            "lists": {of: link(name) for of, name in LISTS.items()},
            "own": {of: link(name) for of, name in OWN.items()},
        }
        return Response(Index(body).data)
