"""The pages of spectators: no account, and one address from the registration to the final standings."""

from __future__ import annotations

from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from competition.brackets.drawing import draw
from nabu.accounts.players.models import Player
from nabu.contests.tournaments.access import visible_tournament
from nabu.contests.tournaments.bracket.queries import bracket
from nabu.contests.tournaments.follow.link_pictures import is_public_result
from nabu.contests.tournaments.follow.queries import (
    FollowedPlayer,
    followed_player,
    followed_standings,
    has_bracket,
    is_last,
    live_tables,
    players_to_follow,
    share_address,
)
from nabu.contests.tournaments.models import Entry, Round, Tournament
from nabu.contests.tournaments.prints.sheets import qr_svg
from nabu.contests.tournaments.projector.queries import last_round
from nabu.contests.tournaments.registration.queries import places_of
from nabu.contests.tournaments.rounds.cards import cards
from nabu.contests.tournaments.rounds.pages import counts_of, tables_of_page
from nabu.contests.tournaments.shared import works_in_tournament
from nabu.contests.tournaments.standings.finish import final_rows, finish_of
from nabu.contests.tournaments.topics import topics_of_entries
from nabu.web.link_pictures.previews import picture_address
from nabu.web.shared_pages.kinds import SharedPage
from nabu.web.shared_pages.pages import View, shared

TOP = 8
"""Lines of the standings on the page of the event; all of them are one tap away."""

PART = "follow"
"""The id of the part that asks for itself again."""

shared_follow = SharedPage(topics_of_entries, fragments=frozenset({PART}), in_full=works_in_tournament)


@require_safe
@shared(shared_follow)
def follow(request: HttpRequest, pk: int) -> HttpResponse:
    """The event as it stands: round and clock, live games, standings, bracket, tables."""
    tournament = visible_tournament(request, pk)
    round_ = last_round(tournament)
    finish = finish_of(tournament)
    context: dict[str, Any] = {
        "tournament": tournament,
        "round": round_,
        "finish": finish,
        "places": places_of(tournament),
    }
    if round_ is not None:
        shown = followed_standings(tournament, round_)
        page = tables_of_page(round_, "", "", None)
        context |= {
            "counts": counts_of(round_),
            "waits": _waits(tournament, round_),
            "live_tables": live_tables(tournament),
            "standings": shown,
            # After the end the podium names the first ones.
            "top": shown.rows[:TOP] if finish is None else (),
            "sections": [draw(each) for each in bracket(round_.stage)] if has_bracket(round_.stage) else [],
            "page": page,
            "cards": cards(list(page), ()),
        }
    if _is_part(request):
        return render(request, "contests/tournaments/follow/_follow.html", context)
    context |= {
        "people": players_to_follow(tournament),
        "with_bracket": any(has_bracket(stage) for stage in tournament.stages.all()),
        **_share(tournament),
    }
    return render(request, "contests/tournaments/follow/follow.html", context)


def _merged_too(view: View) -> View:
    """The address of a player who has been merged into another one since leads to that one."""

    @wraps(view)
    def answer(request: HttpRequest, pk: int, player: int) -> HttpResponse:
        try:
            return view(request, pk=pk, player=player)
        except Http404:
            merged = Player.objects.filter(pk=player, merged_into__isnull=False).first()
            if merged is None:
                raise
            return redirect("tournaments:follow_player", pk, merged.merged_into_id)

    return answer


@require_safe
@_merged_too
@shared(shared_follow)
def follow_player(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """One player: the current table, the place, all rounds."""
    tournament = visible_tournament(request, pk)
    entry = get_object_or_404(tournament.entries.select_related("player"), player=player)
    round_ = last_round(tournament)
    followed = followed_player(tournament, entry, round_)
    context = {
        "tournament": tournament,
        "entry": entry,
        "round": round_,
        "followed": followed,
        "waits": round_ is not None and _waits(tournament, round_),
    }
    if _is_part(request):
        return render(request, "contests/tournaments/follow/_player.html", context)
    context |= _share(tournament, player) | _card(tournament, entry, followed)
    return render(request, "contests/tournaments/follow/player.html", context)


def _waits(tournament: Tournament, round_: Round) -> bool:
    """The round is over and another one follows."""
    running = tournament.status == Tournament.Status.RUNNING
    return running and round_.status == Round.Status.FINISHED and not is_last(tournament, round_)


def _is_part(request: HttpRequest) -> bool:
    return request.headers.get("HX-Target") == PART


def _card(tournament: Tournament, entry: Entry, followed: FollowedPlayer) -> dict[str, str]:
    """The picture of a result to pass on, and what it says."""
    subject = f"{tournament.pk}-{entry.player_id}"
    if followed.line is None or not is_public_result(subject):
        return {}
    values = {
        "name": entry.player.name,
        "place": followed.line.row.place,
        "count": len(final_rows(tournament)),
        "event": tournament.name,
    }
    words = _("%(name)s: place %(place)s of %(count)s, %(event)s") % values
    return {"card": picture_address("result", subject), "card_words": words}


def _share(tournament: Tournament, *player: int) -> dict[str, Any]:
    address = share_address(tournament, *player)
    return {"share": address, "code": qr_svg(address)} if address else {}
