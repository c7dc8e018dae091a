"""REST API: long work that a worker does."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.contests.tournaments.jobs import JobKind, cancel_job
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.permissions import can_see_tournament, is_organiser
from nabu.web.jobs.models import Job
from nabu.web.rest.base import actor_of
from nabu.web.rest.views import ApiViews


class JobLine(serializers.ModelSerializer[Job]):
    """A job. `done` of `total` steps; `message` says what is being done, or how it ended. `round` is what it made."""

    tournament = serializers.IntegerField(source="payload.tournament")
    kind = serializers.ChoiceField(JobKind.choices)
    message = serializers.CharField(source="text")
    round = serializers.SerializerMethodField()

    class Meta:
        model = Job
        fields: tuple[str, ...] = (
            "id",
            "tournament",
            "kind",
            "status",
            "done",
            "total",
            "message",
            "cancel_asked",
            "queued_at",
            "started_at",
            "finished_at",
            "round",
        )
        read_only_fields = fields

    @extend_schema_field(serializers.IntegerField(allow_null=True))
    def get_round(self, job: Job) -> Any:
        """The id of the round that was paired; null until it is done."""
        return job.payload.get("round")


@extend_schema(tags=["rounds"])
class JobViewSet(ApiViews[Job]):
    """Jobs are seen by the directors of their tournament."""

    id_of = "job"
    serializer_class = JobLine

    def get_object(self) -> Job:
        """The job, or 404 for whoever may not see it."""
        found = get_object_or_404(Job, pk=self.kwargs["pk"], kind__in=JobKind.values)
        tournament = get_object_or_404(Tournament, pk=found.payload["tournament"])
        if not can_see_tournament(self.request.user, tournament):
            raise Http404
        if not is_organiser(self.request.user, tournament):
            self.permission_denied(self.request)
        return found

    @extend_schema(summary="Get a job", responses={200: JobLine})
    def retrieve(self, request: Request, pk: int) -> Response:
        """State and progress. Poll while it is queued or running."""
        return Response(JobLine(self.get_object()).data)

    @extend_schema(summary="Cancel a job", request=None, responses={200: JobLine})
    @action(detail=True, methods=["post"])
    def cancel(self, request: Request, pk: int) -> Response:
        """Cancels immediately while queued, at the next step while running. Nothing is kept."""
        return Response(JobLine(cancel_job(actor_of(request), self.get_object())).data)
