"""The page of the first start, and the page on which staff test the settings and remove the demo."""

from __future__ import annotations

from functools import partial

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from nabu.accounts.players.models import User
from nabu.core.errors import NotAllowed, Refused
from nabu.core.proxies import network_of
from nabu.operations.demo.removal import ask_to_remove, demo_tournaments, last_removal
from nabu.operations.first_start.code import is_needed
from nabu.operations.first_start.forms import FirstAdminForm, TestMailForm, TimeZoneForm
from nabu.operations.first_start.services import create_first_admin
from nabu.operations.first_start.test_mail import problem_of_test_mail
from nabu.web.pages import account_of, perform, post_action
from nabu.web.site_time.services import choose_zone

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
MOST_ATTEMPTS, ATTEMPTS_SECONDS = 10, 900


@never_cache
@sensitive_post_parameters("code", "password")
@require_http_methods(["GET", "HEAD", "POST"])
def setup(request: HttpRequest) -> HttpResponse:
    """The first administrator, while there is none. Afterwards there is no such page."""
    if not is_needed():
        raise Http404
    form = FirstAdminForm(request.POST or None)
    if request.method == "POST":
        if _too_many_attempts(request):
            return render(request, "429.html", status=429)
        if form.is_valid():
            try:
                user = create_first_admin(**form.cleaned_data)
            except Refused as refusal:
                form.add_error(None, refusal.message)
            else:
                login(request, user, BACKEND)
                messages.success(request, _("Administrator created. Check the settings of the site next."))
                return redirect("staff:site")
    return render(request, "operations/first_start/setup.html", {"form": form})


@never_cache
@require_safe
@login_required
def site(request: HttpRequest) -> HttpResponse:
    """Time zone, mail and demo."""
    user = _staff(request)
    return _site_page(request, test_mail=TestMailForm(initial={"address": user.email}))


@post_action
def time_zone(request: HttpRequest) -> HttpResponse:
    """Choose the time zone of the site."""
    user = _staff(request)
    form = TimeZoneForm(request.POST)
    if not form.is_valid():
        return _site_page(request, zone=form)
    chosen = form.cleaned_data["time_zone"]
    perform(request, partial(choose_zone, user, chosen), _("Times are now shown in %(zone)s.") % {"zone": chosen})
    return redirect("staff:site")


@post_action
def test_mail(request: HttpRequest) -> HttpResponse:
    """Send one mail and say how it went."""
    _staff(request)
    form = TestMailForm(request.POST)
    if not form.is_valid():
        return _site_page(request, test_mail=form)
    address = form.cleaned_data["address"]
    problem = problem_of_test_mail(address)
    if problem:
        form.add_error("address", problem)
        return _site_page(request, test_mail=form)
    messages.success(request, _("The mail server accepted a mail to %(address)s.") % {"address": address})
    return redirect("staff:site")


@post_action
def remove_demo(request: HttpRequest) -> HttpResponse:
    """Have a worker remove the demo."""
    user = _staff(request)
    perform(request, partial(ask_to_remove, user), _("The demo is being removed."))
    return redirect("staff:site")


def _site_page(
    request: HttpRequest, test_mail: TestMailForm | None = None, zone: TimeZoneForm | None = None
) -> HttpResponse:
    context = {
        "mail_form": test_mail or TestMailForm(),
        "zone_form": zone or TimeZoneForm(),
        "now": timezone.now(),
        "has_mail_server": settings.MAIL_SERVER,
        "sender": settings.DEFAULT_FROM_EMAIL,
        "demo": demo_tournaments().count(),
        "job": last_removal(),
    }
    return render(request, "operations/first_start/site.html", context)


def _staff(request: HttpRequest) -> User:
    user = account_of(request)
    if not user.is_staff:
        raise NotAllowed
    return user


def _too_many_attempts(request: HttpRequest) -> bool:
    """Counted in this process: the code cannot be guessed anyway, and the page must work without a broker."""
    cache, key = caches["throttle"], f"setup:{network_of(request)}"
    cache.add(key, 0, ATTEMPTS_SECONDS)
    return cache.incr(key) > MOST_ATTEMPTS
