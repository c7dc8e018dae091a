"""The pages of the entries: who plays, in which order of strength, and what is known about each."""

from __future__ import annotations

from functools import partial

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from nabu.accounts.players.visibility import enterable_players
from nabu.contests.clubs.permissions import can_organise_for
from nabu.contests.tournaments.access import frame, organised_tournament, visible_tournament
from nabu.contests.tournaments.consent import not_agreed
from nabu.contests.tournaments.entries import services
from nabu.contests.tournaments.entries.access import back_to, entry_for
from nabu.contests.tournaments.entries.byes import byes_of
from nabu.contests.tournaments.entries.forms import (
    ByeForm,
    EntryDetailsForm,
    EntrySearchForm,
    KnownPlayerForm,
    LatePointsForm,
    NamesForm,
    SeedForm,
    StandInForm,
)
from nabu.contests.tournaments.entries.queries import (
    accepts_late_entries,
    in_draft,
    listed_entries,
    open_tables_of,
    own_entry,
    players_to_enter,
    presence,
    shown_rating,
)
from nabu.contests.tournaments.entries.stand_ins import is_chosen, late_rule, may_be_marked, may_stand_in
from nabu.contests.tournaments.models import Entry, StageEntry, Tournament
from nabu.contests.tournaments.permissions import is_organiser, is_own_entry
from nabu.contests.tournaments.shared import works_in_tournament
from nabu.contests.tournaments.stale import Stale, compare_forms
from nabu.contests.tournaments.suspended import suspended_entries
from nabu.contests.tournaments.topics import topics_of_entries
from nabu.web.pages import account_of, perform, perform_form, post_action
from nabu.web.shared_pages.kinds import NUMBER, WORDS, SharedPage
from nabu.web.shared_pages.making import keep_first_and_real
from nabu.web.shared_pages.pages import shared

FOUND_PLAYERS = 20
LIST_PAGE = 100

LIST = "entries"
"""The element with the list, which a search asks for alone while somebody types."""

shared_list = SharedPage(
    topics_of_entries,
    {"page": NUMBER, "q": WORDS, "known": None},
    fragments=frozenset({LIST}),
    in_full=works_in_tournament,
)


@require_safe
@shared(shared_list)
def entries(request: HttpRequest, pk: int) -> HttpResponse:
    """The entries: everybody may read them, the organiser may change them."""
    return list_page(request, visible_tournament(request, pk))


@require_safe
def entry(request: HttpRequest, pk: int) -> HttpResponse:
    """One entry: for directors to change, for the player to drop, to rest, and to read the own penalties."""
    return entry_page(request, entry_for(request, pk, own=True))


@post_action
def add_names(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter many people by name."""
    tournament = organised_tournament(request, pk)
    form = NamesForm(request.POST)
    if form.is_valid():
        names = form.cleaned_data["names"]
        done = ngettext("%(count)s player added.", "%(count)s players added.", len(names)) % {"count": len(names)}
        service = partial(services.add_entries_by_name, account_of(request), tournament, names)
        if perform_form(request, form, service, f"{done} {_late_words(tournament)}".strip()):
            return redirect("tournaments:entries", tournament.pk)
    return list_page(request, tournament, form)


@post_action
def add_player(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter somebody who is known already."""
    tournament = organised_tournament(request, pk)
    number = request.POST.get("player", "")
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        raise Http404
    player = get_object_or_404(enterable_players(request.user, request.POST.get("known", "")), pk=int(number))
    done = _("%(name)s added.") % {"name": player.name}
    perform(
        request,
        partial(services.add_entry, account_of(request), tournament, player),
        f"{done} {_late_words(tournament)}".strip(),
    )
    return redirect("tournaments:entries", tournament.pk)


@post_action
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Change what is known about an entry."""
    found = entry_for(request, pk)
    form = EntryDetailsForm(request.POST, entry=found)
    form.stale = _stale(request, found, form)
    if form.is_valid() and not form.stale:
        service = partial(services.update_entry, account_of(request), found, **form.cleaned_data)
        done = _("Details of %(name)s saved.") % {"name": found.player.name}
        if perform_form(request, form, service, done):
            return redirect("tournaments:entry", pk)
    return entry_page(request, found, details_form=form)


@post_action
def seed_by_rating(request: HttpRequest, pk: int) -> HttpResponse:
    """Order the entries by rating, the best first; who has none keeps the place behind them."""
    tournament = organised_tournament(request, pk)
    perform(request, partial(services.seed_by_rating, account_of(request), tournament), _("Players seeded by rating."))
    return back_to(request, "tournaments:entries", pk)


@post_action
def seed_by_draw(request: HttpRequest, pk: int) -> HttpResponse:
    """Order the entries by lot."""
    tournament = organised_tournament(request, pk)
    done = _("Seeds shuffled with the random seed %(lot)s. The same seed always gives the same order.")
    perform(request, partial(services.seed_by_draw, account_of(request), tournament), done % {"lot": tournament.lot})
    return back_to(request, "tournaments:entries", pk)


@post_action
def move_up(request: HttpRequest, pk: int) -> HttpResponse:
    """One seed better."""
    return _move(request, pk, -1)


@post_action
def move_down(request: HttpRequest, pk: int) -> HttpResponse:
    """One seed worse."""
    return _move(request, pk, 1)


@post_action
def move(request: HttpRequest, pk: int) -> HttpResponse:
    """To a seed by its number."""
    found = entry_for(request, pk)
    form = SeedForm(request.POST)
    if form.is_valid():
        service = partial(services.move_entry, account_of(request), found, form.cleaned_data["seed"])
        if perform_form(request, form, service, _("Seeds changed.")):
            return redirect("tournaments:entry", pk)
    return entry_page(request, found, seed_form=form)


@post_action
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Take somebody off the list before the start."""
    found = entry_for(request, pk)
    perform(
        request,
        partial(services.remove_entry, account_of(request), found),
        _("%(name)s removed.") % {"name": found.player.name},
    )
    return back_to(request, "tournaments:entries", found.tournament_id)


def _move(request: HttpRequest, pk: int, step: int) -> HttpResponse:
    found = entry_for(request, pk)
    service = partial(services.move_entry, account_of(request), found, found.seed + step)
    perform(request, service, _("Seeds changed."))
    return back_to(request, "tournaments:entries", found.tournament_id)


def _late_words(tournament: Tournament) -> str:
    """What a late player should know; nothing before the start."""
    if tournament.status == Tournament.Status.DRAFT:
        return ""
    return _("Late players join from the next round to be paired. Points for missed rounds: %(rule)s.") % {
        "rule": late_rule(tournament)
    }


def list_page(
    request: HttpRequest,
    tournament: Tournament,
    names_form: NamesForm | None = None,
    stand_in_form: StandInForm | None = None,
) -> HttpResponse:
    """The list, with a form as it was typed."""
    organises = is_organiser(request.user, tournament)
    draft = tournament.status == Tournament.Status.DRAFT
    search, known = EntrySearchForm(request.GET), KnownPlayerForm(request.GET)
    takes_stand_ins = organises and may_stand_in(tournament)
    page = Paginator(listed_entries(tournament, search.words), LIST_PAGE).get_page(request.GET.get("page"))
    keep_first_and_real(page.number, request.GET.get("page"))
    listed = {
        "tournament": tournament,
        "organises": organises,
        "page": page,
        "rows": [(found, shown_rating(found, tournament.game)) for found in page],
        "guests": any(found.is_guest for found in page),
        "players": tournament.players,  # type: ignore[attr-defined]  # counted by listed_tournaments
        "words": search.words,
    }
    if not organises and request.headers.get("HX-Target") == LIST:
        # An organiser's list comes with the messages about what was done in it.
        return render(request, "contests/tournaments/entries/_list.html", listed)
    context = {
        **frame(request, tournament, "entries"),
        **listed,
        "people": "list",
        "long": tournament.players > LIST_PAGE or bool(search.words),  # type: ignore[attr-defined]
        "search_form": search,
        "may_enter": organises and (draft or accepts_late_entries(tournament)),
        "wants_late": "late" in request.GET,
        "late_rule": late_rule(tournament) if organises and not draft else "",
        "stand_in_form": (stand_in_form or StandInForm()) if takes_stand_ins else None,
        "stands_in_self": takes_stand_ins and own_entry(request.user, tournament) is None,
        "names_form": names_form or NamesForm(),
        "known_form": known,
        "known_words": known.words,
        "found": players_to_enter(request.user, tournament, known.words, FOUND_PLAYERS) if organises else [],
        "presence": presence(tournament) if organises and draft else None,
        "suspended": suspended_entries(tournament) if organises else [],
        "sees_reasons": organises and tournament.club is not None and can_organise_for(request.user, tournament.club),
        "unrated": not_agreed(tournament).count() if organises and tournament.rated else 0,
    }
    return render(request, "contests/tournaments/entries/entries.html", context)


def _stale(request: HttpRequest, found: Entry, sent: EntryDetailsForm | None = None) -> Stale:
    return compare_forms(
        request,
        found.tournament,
        {Entry._meta.label_lower: [found.pk]},
        [("", EntryDetailsForm(entry=found))],
        [("", sent)] if sent else None,
        reverse("tournaments:entry", args=[found.pk]),
    )


def entry_page(
    request: HttpRequest,
    found: Entry,
    details_form: EntryDetailsForm | None = None,
    seed_form: SeedForm | None = None,
    late_points_form: LatePointsForm | None = None,
) -> HttpResponse:
    """The page of an entry, with a form as it was typed."""
    tournament = visible_tournament(request, found.tournament_id)
    organises = is_organiser(request.user, tournament)
    byes = byes_of(found) if found.status == Entry.Status.ACTIVE else None
    running = tournament.status == Tournament.Status.RUNNING
    if organises and details_form is None:
        details_form = EntryDetailsForm(entry=found)
        details_form.stale = _stale(request, found)
    late = StageEntry.objects.filter(entry=found, since__gt=1).select_related("stage").first()
    if organises and late is not None and late_points_form is None and is_chosen(late):
        late_points_form = LatePointsForm(initial={"points": late.late_points})
    context = {
        **frame(request, tournament, "entries"),
        "entry": found,
        "own": is_own_entry(request.user, found),
        "invited": organises and found.invited_id is not None,
        "rating": shown_rating(found, tournament.game),
        "late": late,
        "late_points_form": late_points_form,
        "may_stand_in": organises and may_be_marked(found),
        "byes": byes,
        "bye_form": ByeForm(rounds=byes.open) if byes and byes.open else None,
        "may_drop": running and found.status == Entry.Status.ACTIVE and (organises or tournament.self_drop),
        "open_tables": open_tables_of(found) if running else [],
        "draft_round": in_draft(found) if running and organises else None,
        "details_form": details_form if organises else None,
        "seed_form": seed_form or SeedForm(initial={"seed": found.seed}),
        "penalties": list(found.penalties.select_related("stage", "given_by__player")),
        "is_over": tournament.is_over,
    }
    return render(request, "contests/tournaments/entries/entry.html", context)
