"""Photos of score sheets: sent at the table, looked at by those concerned, removed by a director."""

from __future__ import annotations

from functools import partial

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
from nabu.contests.results.table.page import back_to, render_again, visible_table
from nabu.core.errors import NotAllowed
from nabu.core.proxies import network_of
from nabu.web.pages import account_of, perform_form, post_action


@post_action
def send(request: HttpRequest, pk: int) -> HttpResponse:
    """A player of the table, or who keeps score, sends a picture."""
    found = visible_table(request, pk)
    if not can_upload(request.user, found):
        raise NotAllowed
    form = PhotoForm(request.POST, request.FILES, prefix="photo")
    if form.is_valid() and perform_form(
        request,
        form,
        partial(photos.add_photo, account_of(request), found, form.cleaned_data["photo"], network_of(request)),
        _("Photo uploaded."),
        field="photo",
    ):
        return back_to(found)
    return render_again(request, found, photo_form=form)


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
    found = visible_table(request, pk)
    if not can_overrule(request.user, found):
        raise NotAllowed
    picture = get_object_or_404(Photo.objects.select_related("table__round__stage"), pk=photo, table=pk)
    form = ReasonForm(request.POST, prefix=f"remove-{photo}")
    if form.is_valid() and perform_form(
        request,
        form,
        partial(photos.remove_photo, account_of(request), picture, form.cleaned_data["reason"]),
        _("Photo removed."),
    ):
        return back_to(found)
    return render_again(request, found, remove_form=form)
