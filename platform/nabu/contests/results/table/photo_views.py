"""Photos of score sheets: sent at the table, looked at by those concerned, removed by a director."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from nabu.contests.matches.models import Photo
from nabu.contests.results.forms import ReasonForm
from nabu.contests.results.permissions import can_overrule, can_see_photos, can_upload
from nabu.contests.results.photos import services as photos
from nabu.contests.results.photos.forms import PhotoForm
from nabu.contests.results.photos.pictures import picture_response
from nabu.contests.results.table.forms import remove_prefix
from nabu.contests.results.table.saving import save, table_for, visible_table
from nabu.core.proxies import network_of
from nabu.web.pages import post_action


@post_action
def send(request: HttpRequest, pk: int) -> HttpResponse:
    """A player of the table, or who keeps score, sends a picture."""
    found = table_for(request, pk, can_upload)
    form = PhotoForm(request.POST, request.FILES, prefix="photo")
    return save(
        request,
        found,
        form,
        lambda actor: photos.add_photo(actor, found, form.cleaned_data["photo"], network_of(request)),
        _("Photo uploaded."),
        field="photo",
    )


@require_safe
def content(request: HttpRequest, pk: int, photo: int) -> HttpResponse:
    """The picture itself, or 404 for everybody else."""
    found = visible_table(request, pk)
    if not can_see_photos(request.user, found):
        raise Http404
    return picture_response(get_object_or_404(Photo, pk=photo, table=pk))


@post_action
def remove(request: HttpRequest, pk: int, photo: int) -> HttpResponse:
    """A director takes a picture away."""
    found = table_for(request, pk, can_overrule)
    picture = get_object_or_404(Photo.objects.select_related("table__round__stage"), pk=photo, table=pk)
    form = ReasonForm(request.POST, prefix=remove_prefix(photo))
    return save(
        request,
        found,
        form,
        lambda actor: photos.remove_photo(actor, picture, form.cleaned_data["reason"]),
        _("Photo removed."),
    )
