"""Pages of accounts and players."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import LoginView, LogoutView, PasswordChangeView
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse_lazy
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from engine.registry import GAMES
from nabu.notifications.services import update_mail
from nabu.pages import account_of, perform_form
from nabu.players import services
from nabu.players.models import Player, User
from nabu.profiles.players.forms import AccountForm, ChangePasswordForm, LogInForm, SearchForm, SignUpForm
from nabu.profiles.players.queries import listed_players, recent_seats
from nabu.ratings.journal import explain, rating_history
from nabu.ratings.queries import journal, temperature_of

LIST_PAGE = 50
JOURNAL_PAGE = 20
RECENT_GAMES = 10


@require_safe
def player_list(request: HttpRequest) -> HttpResponse:
    """Everybody, searchable by name."""
    form = SearchForm(request.GET)
    words = form.cleaned_data["q"].strip() if form.is_valid() else ""
    page = Paginator(listed_players(words), LIST_PAGE).get_page(request.GET.get("page"))
    return render(request, "players/list.html", {"form": form, "words": words, "page": page, "games": GAMES})


@require_safe
def player_detail(request: HttpRequest, pk: int) -> HttpResponse:
    """One player: ratings, how they came about, and latest games."""
    player = get_object_or_404(Player, pk=pk)
    if player.merged_into_id is not None:
        return redirect("players:detail", player.merged_into_id)
    ratings = list(player.ratings.all())
    context = {
        "player": player,
        "ratings": [(GAMES.get(rating.game), rating) for rating in ratings],
        "histories": [
            (GAMES[rating.game], rating_history(player, rating.game))
            for rating in ratings
            if rating.game in GAMES and rating.games > 1
        ],
        "seats": recent_seats(player, RECENT_GAMES),
    }
    return render(request, "players/detail.html", context)


@require_safe
def player_journal(request: HttpRequest, pk: int, game: str) -> HttpResponse:
    """Why this player's rating is what it is: every rated game, pair by pair."""
    if game not in GAMES:
        raise Http404
    player = get_object_or_404(Player, pk=pk)
    page = Paginator(journal(player, game), JOURNAL_PAGE).get_page(request.GET.get("page"))
    temperature = temperature_of(game)
    context = {
        "player": player,
        "game": GAMES[game],
        "page": page,
        "lines": [explain(entry, list(entry.rated_game.entries.all()), temperature) for entry in page],
    }
    return render(request, "players/journal.html", context)


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """A new account with its player, signed in at once."""
    if request.user.is_authenticated:
        return redirect("home")
    form = SignUpForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        words = form.cleaned_data
        done = perform_form(
            request,
            form,
            lambda: services.sign_up(words["username"], words["password"], words["name"], words["email"]),
            _("Welcome, %(name)s. Your account is ready.") % {"name": words["name"]},
        )
        if done:
            user = User.objects.get(username=words["username"])
            if user.email:
                update_mail(user, address=user.email)
            login(request, user, backend="django.contrib.auth.backends.ModelBackend")
            return redirect(_safe_next(request) or "home")
    return render(request, "players/signup.html", {"form": form, "next": _safe_next(request)})


class LogIn(LoginView):
    """Signing in."""

    template_name = "players/login.html"
    form_class = LogInForm
    redirect_authenticated_user = True

    def form_valid(self, form: Any) -> HttpResponse:
        response = super().form_valid(form)
        messages.success(self.request, _("You are signed in."))
        return response


class LogOut(LogoutView):
    """Signing out, by POST only."""

    http_method_names = ["post", "options"]
    next_page = "home"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = super().post(request, *args, **kwargs)
        messages.success(request, _("You are signed out."))
        return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """Name and language of the signed-in account."""
    user = account_of(request)
    player = Player.objects.filter(user=user).first()
    form = AccountForm(
        request.POST or None,
        initial={"name": player.name if player else user.get_full_name(), "language": user.language},
    )
    if request.method == "POST" and form.is_valid():
        words = form.cleaned_data
        with translation.override(words["language"] or translation.get_language()):
            done = perform_form(
                request,
                form,
                lambda: services.update_account(user, name=words["name"], language=words["language"]),
                _("Your account is saved."),
            )
        if done:
            return redirect("players:account")
    return render(request, "players/account.html", {"form": form, "player": player})


class ChangePassword(PasswordChangeView):
    """A new password for the signed-in account."""

    template_name = "players/password.html"
    form_class = ChangePasswordForm
    success_url = reverse_lazy("players:account")

    def form_valid(self, form: Any) -> HttpResponse:
        response = super().form_valid(form)
        messages.success(self.request, _("Your password is changed."))
        return response


def _safe_next(request: HttpRequest) -> str:
    """The page to return to, if it is one of ours."""
    address = request.POST.get("next", request.GET.get("next", ""))
    return address if url_has_allowed_host_and_scheme(address, {request.get_host()}) else ""
