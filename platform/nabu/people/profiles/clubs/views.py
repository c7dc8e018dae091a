"""Pages of clubs: the list, a club with its tournaments, its members for themselves."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import F, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from nabu.accounts.players.models import User
from nabu.accounts.players.roles import with_names
from nabu.contests.clubs import services
from nabu.contests.clubs.models import Club, Membership
from nabu.contests.clubs.permissions import can_manage_club, can_organise_for, can_see_members
from nabu.contests.clubs.queries import listed_clubs, members_of, membership_of
from nabu.contests.tournaments.consent import standing_consent
from nabu.contests.tournaments.finding.narrowing import by_day
from nabu.contests.tournaments.finding.views import first_of, page_of
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.queries import visible_to
from nabu.core.errors import NotAllowed, Refused
from nabu.people.profiles.clubs.forms import ClubForm, MemberForm
from nabu.web.pages import account_of, perform, perform_form, post_action

CLUBS_PAGE = 50


@require_safe
def club_list(request: HttpRequest) -> HttpResponse:
    """All clubs by name."""
    return _list(request)


@post_action
def new(request: HttpRequest) -> HttpResponse:
    """Found a club."""
    form = ClubForm(request.POST)
    if form.is_valid():
        try:
            club = services.create_club(account_of(request), form.cleaned_data["name"])
        except Refused as refusal:
            form.add_error("name", refusal.message)
        else:
            messages.success(request, _("Club created. Next, add the people you organise with."))
            return redirect("clubs:detail", club.pk)
    return _list(request, form)


@require_safe
def detail(request: HttpRequest, pk: int) -> HttpResponse:
    """The club: its tournaments for everybody, its drafts and members for its members."""
    return _club(request, get_object_or_404(Club, pk=pk))


@post_action
def rename(request: HttpRequest, pk: int) -> HttpResponse:
    """Another name."""
    club = _managed(request, pk)
    form = ClubForm(request.POST, prefix="rename")
    if form.is_valid():
        service = partial(services.rename_club, account_of(request), club, form.cleaned_data["name"])
        if perform_form(request, form, service, _("Club renamed.")):
            return redirect("clubs:detail", pk)
    return _club(request, club, rename_form=form)


@post_action
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Close a club that has no tournaments."""
    club = _managed(request, pk)
    perform(request, partial(services.delete_club, account_of(request), club), _("Club closed."))
    return redirect("clubs:detail", pk) if Club.objects.filter(pk=pk).exists() else redirect("clubs:list")


@post_action
def set_member(request: HttpRequest, pk: int) -> HttpResponse:
    """A new member, or another role of one."""
    club = _managed(request, pk)
    form = MemberForm(request.POST, prefix="member")
    if form.is_valid():
        words = form.cleaned_data
        service = partial(services.set_member, account_of(request), club, words["username"], words["kind"])
        if perform_form(request, form, service, _("Member saved.")):
            return redirect("clubs:detail", pk)
    return _club(request, club, member_form=form)


@post_action
def remove_member(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a member out, or leave."""
    member = get_object_or_404(Membership.objects.select_related("club"), pk=pk)
    account = account_of(request)
    if member.user_id != account.pk and not can_manage_club(account, member.club):
        raise NotAllowed
    done = _("You left the club.") if member.user_id == account.pk else _("Member removed.")
    perform(request, partial(services.remove_member, account, member), done)
    return redirect("clubs:detail", member.club_id)


def _managed(request: HttpRequest, pk: int) -> Club:
    club = get_object_or_404(Club, pk=pk)
    if not can_manage_club(request.user, club):
        raise NotAllowed
    return club


def _list(request: HttpRequest, form: ClubForm | None = None) -> HttpResponse:
    page = Paginator(listed_clubs(), CLUBS_PAGE).get_page(request.GET.get("page"))
    mine = listed_clubs().filter(memberships__user=request.user.pk) if request.user.is_authenticated else []
    return render(request, "people/profiles/clubs/list.html", {"page": page, "mine": mine, "form": form or ClubForm()})


def _club(
    request: HttpRequest,
    club: Club,
    rename_form: ClubForm | None = None,
    member_form: MemberForm | None = None,
) -> HttpResponse:
    shown = Tournament.objects.filter(visible_to(request.user), club=club)
    over = Q(status__in=(Tournament.Status.FINISHED, Tournament.Status.CANCELLED))
    coming = first_of(by_day(shown.exclude(over)))
    past = shown.filter(over).order_by(F("starts_on").desc(nulls_last=True), "-pk")
    sees_members = can_see_members(request.user, club)
    context = {
        "club": club,
        "held": shown.count(),
        "coming": coming,
        "page": page_of(past, request.GET.get("page")),
        "manages": can_manage_club(request.user, club),
        "organises": can_organise_for(request.user, club),
        "seasons": club.seasons.all(),
        "rated_status": club.rated_statuses.filter(ended_at=None).exists(),
        "consent": standing_consent(request.user, club) if isinstance(request.user, User) else None,
        "membership": membership_of(request.user, club),
        "sees_members": sees_members,
        "members": with_names(members_of(club)) if sees_members else [],
        "rename_form": rename_form or ClubForm(initial={"name": club.name}, prefix="rename"),
        "member_form": member_form or MemberForm(prefix="member"),
    }
    return render(request, "people/profiles/clubs/detail.html", context)
