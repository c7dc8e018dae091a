"""What the views of all pages share: changes by POST, and the way a refusal reaches the person who asked."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from engine.game import Game
from engine.registry import GAMES
from nabu.accounts.players.models import User
from nabu.core.errors import NotAllowed, Refused

P = ParamSpec("P")
T = TypeVar("T")


def account_of(request: HttpRequest) -> User:
    """The signed-in account. Raises NotAllowed for a visitor."""
    if isinstance(request.user, User):
        return request.user
    raise NotAllowed


def game_or_404(key: str | None) -> Game:
    """The game of that key. Raises Http404."""
    if key not in GAMES:
        raise Http404
    return GAMES[key]


def by_htmx(request: HttpRequest) -> bool:
    """A part of a page was asked for by htmx, not a page by a person."""
    return request.headers.get("HX-Request") == "true"


def post_action(view: Callable[Concatenate[HttpRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """A view that changes something: POST only; a visitor is sent to the login and then back to the page."""
    return require_POST(_with_account(view))


def form_action(view: Callable[Concatenate[HttpRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """The same with a form that is asked for at the same address, by GET."""
    return require_http_methods(["GET", "HEAD", "POST"])(_with_account(view))


def _with_account(view: Callable[Concatenate[HttpRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
    @wraps(view)
    def wrapped(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        if request.method != "POST":
            return redirect_to_login(request.get_full_path())
        return redirect_to_login(own_page(request, request.headers.get("referer", "")) or resolve_url("home"))

    return wrapped


def perform(request: HttpRequest, service: Callable[[], T], done: str | Callable[[T], str]) -> T | None:
    """Call the service and tell how it went: the message `done`, which may depend on what the service returned, or the
    reason for the refusal and None.
    """
    try:
        result = service()
    except Refused as refusal:
        messages.error(request, refusal.message)
        return None
    messages.success(request, done if isinstance(done, str) else done(result))
    return result


def perform_form(
    request: HttpRequest,
    form: BaseForm,
    service: Callable[[], T],
    done: str | Callable[[T], str],
    field: str | None = None,
) -> bool:
    """Like `perform` for a valid form, whose words must not be lost: a refusal becomes an error of it or its field."""
    try:
        result = service()
    except Refused as refusal:
        form.add_error(field, refusal.message)
        return False
    messages.success(request, done if isinstance(done, str) else done(result))
    return True


def perform_with_reason(request: HttpRequest, form: BaseForm, service: Callable[[], object], done: str) -> None:
    """Like `perform`, for a form beside one of many rows that asks only for a reason: its errors have no place."""
    if form.is_valid():
        perform(request, service, done)
    else:
        messages.error(request, _("Enter a reason."))


def own_page(request: HttpRequest, address: str) -> str:
    """Path and query of a full address if it is one of this site, else an empty text."""
    if not url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure()):
        return ""
    parts = urlsplit(address)
    page = f"{parts.path}?{parts.query}" if parts.query else parts.path
    # A path that begins with two slashes would be another site.
    return page if url_has_allowed_host_and_scheme(page, None) else ""
