"""REST API: the list of the files of a title."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from analytics.facts import LAYOUT
from analytics.parts import KEPT
from nabu.statistics.dashboards.files.listing import KINDS, SUMS, files_in, stores_by_kind
from nabu.web.pages import game_or_404
from nabu.web.rest.base import errors
from nabu.web.rest.views import ApiView


class DataStore(serializers.Serializer[Any]):
    """The games of one kind."""

    kind = serializers.ChoiceField(KINDS, help_text="replayed: proven by a log; typed: from a typed score sheet.")
    version = serializers.IntegerField(help_text="Grows with every change.")
    changed_at = serializers.DateTimeField(allow_null=True, help_text="Null: nothing was ever counted.")
    games = serializers.IntegerField(help_text="All of them, also those that count only with another level of proof.")
    model = serializers.URLField(
        allow_null=True, help_text="The model with which the sums were made, as JSON. Null: not enough games yet."
    )
    fitted_to = serializers.IntegerField(help_text="How many games counted when the model was fitted.")


class DataFile(serializers.Serializer[Any]):
    """A Parquet file. It never changes."""

    kind = serializers.ChoiceField(KINDS)
    part = serializers.CharField(help_text="The same for all tables of the same games, and for their sums.")
    table = serializers.ChoiceField([*KEPT, SUMS])
    month = serializers.IntegerField(help_text="202611 is November 2026, UTC.")
    games = serializers.IntegerField(help_text="How many games it is about.")
    bytes = serializers.IntegerField()
    name = serializers.CharField(help_text="Its place in a folder with all of them.")
    address = serializers.URLField()


class DataFiles(serializers.Serializer[Any]):
    """All files of one moment; each game is in exactly one part."""

    game = serializers.CharField()
    layout = serializers.CharField(help_text="Another one when a column changes.")
    stores = DataStore(many=True)
    files = DataFile(many=True)


class FilesView(ApiView):
    """The statistics in bulk."""

    permission_classes = [AllowAny]

    @extend_schema(
        tags=["dashboards"],
        summary="List the data files of a game",
        operation_id="dashboards_files",
        responses={200: DataFiles, **errors(404)},
    )
    def get(self, request: Request, game: str) -> Response:
        """Every verified game of public tournaments as Parquet files: games, player-games, score, card and offer
        events, turns, and the sums behind the pages. Players are numbers; there are no names. The files of one list
        belong together. One that was replaced can be read for ten more minutes, then its address answers 404: get the
        list again. docs/data.md explains every column."""
        played = game_or_404(game)
        stores = stores_by_kind(played)

        def address(kind: str, name: str) -> str:
            return request.build_absolute_uri(reverse("dashboards:file", args=[played.key, kind, name]))

        return Response(
            {
                "game": played.key,
                "layout": LAYOUT,
                "stores": [
                    {
                        "kind": kind,
                        "version": listed.number,
                        "changed_at": listed.changed_at,
                        "games": sum(part.games for part in listed.store.version),
                        "model": address(kind, listed.store.content.model) if listed.store.content.model else None,
                        "fitted_to": listed.store.content.fitted_to,
                    }
                    for kind, listed in stores.items()
                ],
                "files": [
                    {
                        "kind": kind,
                        "part": one.part,
                        "table": one.table,
                        "month": one.month,
                        "games": one.games,
                        "bytes": one.size,
                        "name": f"{kind}/{one.name}",
                        "address": address(kind, one.name),
                    }
                    for kind, listed in stores.items()
                    for one in files_in(kind, listed)
                ],
            }
        )
