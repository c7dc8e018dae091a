"""Pages of webhooks: for directors of a tournament and its owner."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from nabu.contests.tournaments.access import frame, organised_tournament
from nabu.contests.tournaments.permissions import can_see_tournament, is_organiser
from nabu.core.errors import NotAllowed
from nabu.messages.webhooks import services
from nabu.messages.webhooks.events import EVENTS, PING
from nabu.messages.webhooks.forms import WebhookForm, WebhookSettingsForm
from nabu.messages.webhooks.models import Delivery, Webhook
from nabu.web.pages import account_of, perform, perform_form, post_action

LOG_PAGE = 25


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def webhooks(request: HttpRequest, pk: int) -> HttpResponse:
    """The webhooks of a tournament, and a new one."""
    tournament = organised_tournament(request, pk)
    form = WebhookForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        words, made = form.cleaned_data, []
        done = perform_form(
            request,
            form,
            lambda: made.append(
                services.create_webhook(account_of(request), tournament, words["url"], words["events"])
            ),
            _("Webhook created. Copy its secret now: it is shown only once."),
            "url",
        )
        if done:
            request.session[_secret_key(made[0].pk)] = made[0].secret
            return redirect("webhooks:detail", made[0].pk)
    context = frame(request, tournament, "webhooks") | {
        "form": form,
        "chosen": request.POST.getlist("events") if request.method == "POST" else list(EVENTS),
        "webhooks": tournament.webhooks.all(),
        "events": EVENTS.items(),
    }
    return render(request, "messages/webhooks/list.html", context)


@login_required
@never_cache
@require_safe
def detail(request: HttpRequest, pk: int) -> HttpResponse:
    """One webhook: its settings, and how its deliveries went."""
    return _page(request, _managed(request, pk), None)


@post_action
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Change address, events, and whether it is switched on."""
    webhook = _managed(request, pk)
    form = WebhookSettingsForm(request.POST)
    if form.is_valid():
        words = form.cleaned_data
        done = perform_form(
            request,
            form,
            lambda: services.update_webhook(
                account_of(request), webhook, words["url"], words["events"], words["active"]
            ),
            _("Webhook saved."),
            "url",
        )
        if done:
            return redirect("webhooks:detail", webhook.pk)
    return _page(request, webhook, form)


@post_action
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove it with the log of its deliveries."""
    webhook = _managed(request, pk)
    perform(request, lambda: services.delete_webhook(account_of(request), webhook), _("Webhook removed."))
    return redirect("webhooks:list", webhook.tournament_id)


@post_action
def ping(request: HttpRequest, pk: int) -> HttpResponse:
    """Send a test message."""
    webhook = _managed(request, pk)
    perform(request, lambda: services.ping(account_of(request), webhook), _("A test message is on its way."))
    return redirect("webhooks:detail", webhook.pk)


@post_action
def redeliver(request: HttpRequest, pk: int) -> HttpResponse:
    """Send a message again."""
    delivery = get_object_or_404(Delivery, pk=pk)
    webhook = _managed(request, delivery.webhook_id)
    perform(request, lambda: services.redeliver(account_of(request), delivery), _("The message is sent again."))
    return redirect("webhooks:detail", webhook.pk)


def _page(request: HttpRequest, webhook: Webhook, form: WebhookSettingsForm | None) -> HttpResponse:
    page = Paginator(webhook.deliveries.prefetch_related("attempts"), LOG_PAGE).get_page(request.GET.get("page"))
    if form is None:
        form = WebhookSettingsForm(initial={"url": webhook.url, "active": webhook.active})
    context = frame(request, webhook.tournament, "webhooks") | {
        "webhook": webhook,
        "form": form,
        "chosen": request.POST.getlist("events") if form.is_bound else webhook.events,
        "events": EVENTS.items(),
        "secret": request.session.pop(_secret_key(webhook.pk), None),
        "page": page,
        "titles": EVENTS | {PING: _("Test message")},
    }
    return render(request, "messages/webhooks/detail.html", context)


def _managed(request: HttpRequest, pk: int) -> Webhook:
    """The webhook for a director. 404 for who may not see the tournament, else raises NotAllowed."""
    found = get_object_or_404(Webhook.objects.select_related("tournament__organiser"), pk=pk)
    if not can_see_tournament(request.user, found.tournament):
        raise Http404
    if not is_organiser(request.user, found.tournament):
        raise NotAllowed
    return found


def _secret_key(pk: int) -> str:
    """Where the session keeps the secret from the form to the page that shows it once."""
    return f"secret of webhook {pk}"
