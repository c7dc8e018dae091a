"""Pages about mail: what an account wants, and what the links in mails do."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from nabu.notifications import services
from nabu.notifications.forms import MailForm
from nabu.notifications.kinds import Kind
from nabu.notifications.links import read_confirm, read_stop
from nabu.pages import account_of, perform, perform_form


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def mail(request: HttpRequest) -> HttpResponse:
    """Address and kinds of mails of the signed-in account."""
    user = account_of(request)
    mailbox = services.mailbox_of(user)
    wanted = [kind for kind in Kind.values if kind not in mailbox.off]
    form = MailForm(request.POST or None, initial={"address": user.email})
    if request.method == "POST" and form.is_valid():
        words = form.cleaned_data
        off = set(Kind.values) - set(words["wanted"])
        done = perform_form(
            request,
            form,
            lambda: services.update_mail(user, address=words["address"], off=off),
            _("Saved. A new address gets a mail with a link to confirm it."),
            "address",
        )
        if done:
            return redirect("notifications:mail")
    context = {
        "form": form,
        "kinds": Kind.choices,
        "wanted": request.POST.getlist("wanted") if form.is_bound else wanted,
        "confirmed": services.address_is_confirmed(user, mailbox),
    }
    return render(request, "notifications/mail.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """The address is right. A page with a button: programs that look into mails follow links, and press nothing."""
    found = read_confirm(token)
    if found is None:
        return render(request, "notifications/bad_link.html", status=404)
    user, address = found
    if request.method == "POST":
        perform(request, lambda: services.confirm_address(user, address), _("The address is confirmed."))
        return redirect("home")
    return render(request, "notifications/confirm.html", {"address": address, "account": user})


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """No more mails of a kind. Mail programs send the POST by themselves (RFC 8058); the signed link is the right."""
    found = read_stop(token)
    if found is None:
        return render(request, "notifications/bad_link.html", status=404)
    user, kind = found
    if request.method == "POST":
        services.stop_mails(user, kind)
    return render(request, "notifications/stop.html", {"kind": kind.label, "done": request.method == "POST"})
