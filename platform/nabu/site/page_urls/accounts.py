"""Addresses of signing up and in, of passwords, e-mail and two-factor authentication: allauth's, under its names."""

from allauth.account.views import logout
from django.contrib.auth.decorators import login_required
from django.urls import include, path
from django.views.decorators.http import require_POST

from nabu.people.profiles.accounts.views import Sessions

urlpatterns = [
    path("accounts/sessions/", login_required(Sessions.as_view()), name="usersessions_list"),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    # Signing out changes something: a link of another site must not do it.
    path("accounts/logout/", require_POST(logout), name="account_logout"),
    path("accounts/", include("allauth.account.urls")),
]
