"""Addresses of signing up and in, of passwords, e-mail and two-factor authentication: allauth's, under its names."""

from allauth.account.views import logout
from django.contrib.auth.decorators import login_required
from django.urls import include, path, reverse_lazy
from django.views.decorators.http import require_POST
from django.views.generic import RedirectView

from nabu.people.profiles.accounts.views import Sessions

urlpatterns = [
    path("accounts/sessions/", login_required(Sessions.as_view()), name="usersessions_list"),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    # Where the form was before.
    path("accounts/password/", RedirectView.as_view(pattern_name="account_change_password"), name="old_password"),
    path("mail/confirm/<str:token>/", RedirectView.as_view(url=reverse_lazy("account_email")), name="old_confirmation"),
    # Signing out changes something: a link of another site must not do it.
    path("accounts/logout/", require_POST(logout), name="account_logout"),
    path("accounts/", include("allauth.account.urls")),
]
