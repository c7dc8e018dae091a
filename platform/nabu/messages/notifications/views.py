"""Pages about mail: what an account wants, what the links in mails do, and what was sent."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from nabu.core.errors import NotAllowed
from nabu.messages.notifications import services
from nabu.messages.notifications.forms import MailForm
from nabu.messages.notifications.kinds import Kind
from nabu.messages.notifications.links import read_stop
from nabu.messages.notifications.tasks import KEPT_FOR
from nabu.web.pages import account_of, perform

SENT_PAGE = 20


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def mail(request: HttpRequest) -> HttpResponse:
    """Kinds of mails of the signed-in account."""
    user = account_of(request)
    mailbox = services.mailbox_of(user)
    wanted = [kind for kind in Kind.values if kind not in mailbox.off]
    form = MailForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        off = set(Kind.values) - set(form.cleaned_data["wanted"])
        perform(request, lambda: services.update_mail(user, off), _("Saved"))
        return redirect("notifications:mail")
    context = {
        "form": form,
        "kinds": Kind.choices,
        "wanted": request.POST.getlist("wanted") if form.is_bound else wanted,
        "confirmed": services.address_is_confirmed(user, mailbox),
    }
    return render(request, "messages/notifications/mail.html", context)


@never_cache
@require_safe
@login_required
def sent_mails(request: HttpRequest) -> HttpResponse:
    """What would have been sent, for staff of a site without a mail server."""
    if settings.MAIL_SERVER:
        raise Http404
    user = account_of(request)
    if not user.is_staff:
        raise NotAllowed
    page = Paginator(services.mails_for_staff(user), SENT_PAGE).get_page(request.GET.get("page"))
    return render(request, "messages/notifications/sent.html", {"page": page, "days": KEPT_FOR.days})


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """No more mails of a kind. Mail programs send the POST by themselves (RFC 8058); the signed link is the right."""
    found = read_stop(token)
    if found is None:
        return render(request, "messages/notifications/bad_link.html", status=404)
    user, kind = found
    if request.method == "POST":
        services.stop_mails(user, kind)
    return render(request, "messages/notifications/stop.html", {"kind": kind.label, "done": request.method == "POST"})
