"""Following a job, and calling it off."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from nabu.contests.tournaments.access import frame, organised_tournament
from nabu.contests.tournaments.jobs import JobKind, cancel_job
from nabu.contests.tournaments.models import Round
from nabu.web.jobs.models import Job
from nabu.web.pages import account_of, perform, post_action


@require_safe
def job_page(request: HttpRequest, pk: int) -> HttpResponse:
    """How far a job is; while it is being done the page asks again."""
    job = get_object_or_404(Job, pk=pk, kind__in=JobKind.values)
    tournament = organised_tournament(request, job.payload["tournament"])
    context = {
        "job": job,
        "title": JobKind(job.kind).label,
        "is_live": job.is_live,
        "result": Round.objects.filter(pk=job.payload.get("round")).first(),
        "percent": 100 * job.done // job.total if job.total else 0,
    }
    if request.headers.get("HX-Target") == "job":
        return render(request, "contests/tournaments/_job.html", context)
    return render(request, "contests/tournaments/job.html", {**frame(request, tournament, "overview"), **context})


@post_action
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """Call a job off."""
    job = get_object_or_404(Job, pk=pk, kind__in=JobKind.values)
    organised_tournament(request, job.payload["tournament"])
    perform(request, partial(cancel_job, account_of(request), job), _("Cancelling…"))
    return redirect("tournaments:job", pk)
