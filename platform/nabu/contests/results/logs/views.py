"""Pages of game logs that the site has: the verdict, the bytes. `nabu.board.replay` plays them and takes new ones."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from engine.log.verdict_words import VerdictWords, names_missing_set, verdict_in_words
from engine.registry import GAMES
from nabu.catalogue.games.library import library_has
from nabu.catalogue.games.notes import note_on
from nabu.catalogue.games.words import ruleset_words
from nabu.contests.matches.models import GameLog, Verification
from nabu.contests.matches.served_logs import served_log
from nabu.contests.results.logs.deleting import can_delete_log, delete_log
from nabu.contests.results.logs.downloads import log_download
from nabu.contests.results.logs.queries import played_on, uses_of
from nabu.contests.results.logs.sharing import share_log, sharing_of, stop_sharing_log
from nabu.contests.results.logs.verdict_words import is_pending, words_for, words_for_unknown_set
from nabu.contests.results.permissions import can_see_log
from nabu.contests.results.settling.verification import begins_a_game, reason_of, verification_of
from nabu.core.sentences import LANGUAGE, sentence
from nabu.web.pages import account_of, by_htmx, own_page, perform, post_action


def visible_log(request: HttpRequest, sha256: str) -> GameLog:
    """The log, or 404: who may not see a log does not learn that it exists."""
    log = get_object_or_404(GameLog.objects.defer("content"), sha256=sha256)
    if not can_see_log(request.user, log):
        raise Http404
    return log


@require_safe
def log(request: HttpRequest, sha256: str) -> HttpResponse:
    """The verdict of a log in plain words, and the scores. `?turn=` was the position after a turn: now the replay's."""
    found = visible_log(request, sha256)
    turn = request.GET.get("turn")
    if turn is not None:
        return redirect(f"{reverse('table:replay', args=[sha256])}?{urlencode({'turn': turn})}")
    verification = verification_of(found)
    context = {
        "log": found,
        "served": served_log(found) if found.hidden_names else None,
        "uses": uses_of(found, request.user),
        "played_on": played_on(found, _remarks_of(verification), request.user),
        "sharing": sharing_of(request.user, found),
        "may_delete": can_delete_log(request.user, found),
        **verdict_context(verification),
    }
    return render(request, "contests/results/logs/log.html", context)


def _remarks_of(verification: Verification | None) -> object:
    """The remarks of a log, as far as they may be handed out."""
    header = verification.report.get("header") if verification and verification.report else None
    return header.get("meta") if header else None


@require_safe
def verdict(request: HttpRequest, sha256: str) -> HttpResponse:
    """The part of a log's page that waits for the verdict; once it is there, the whole page is loaded anew."""
    found = visible_log(request, sha256)
    verification = verification_of(found)
    response = render(request, "contests/results/logs/_verdict.html", {"log": found, **verdict_context(verification)})
    if by_htmx(request) and not is_pending(verification):
        response["HX-Refresh"] = "true"
    return response


@require_safe
def raw(request: HttpRequest, sha256: str) -> HttpResponse:
    """The bytes as received, but for the names of deleted players."""
    return log_download(visible_log(request, sha256))


@post_action
def share(request: HttpRequest, sha256: str) -> HttpResponse:
    """Who sent a game without a table shows it to whoever has the link, or ends that."""
    found = visible_log(request, sha256)
    actor = account_of(request)
    if request.POST.get("share") == "no":
        perform(request, lambda: stop_sharing_log(actor, found), _("Sharing ended."))
    else:
        perform(request, lambda: share_log(actor, found), _("Game shared. Anyone with the link can open it."))
    return redirect(own_page(request, request.headers.get("referer", "")) or reverse("table:log", args=[sha256]))


@post_action
def delete(request: HttpRequest, sha256: str) -> HttpResponse:
    """Who sent a log without a table deletes it."""
    found, actor = visible_log(request, sha256), account_of(request)
    perform(request, lambda: delete_log(actor, found), _deleted)
    return redirect("table:upload")


def _deleted(gone: bool) -> str:
    if gone:
        return _("Game deleted.")
    return _("Your upload was deleted. The game stays where it was also sent: at a table, or by somebody else.")


def verdict_context(verification: Verification | None) -> dict[str, object]:
    """What the verdict says. `missing_set`: the log names a component set that somebody has to load first."""
    report = verification.report if verification and verification.status == Verification.Status.DONE else None
    header = report.get("header") if report else None
    game = GAMES.get(header["game"]) if header else None
    missing_set = _names_unknown_set(header)
    said: dict[str, Any] = verdict_in_words(LANGUAGE, report) if report else {"scores": None}
    words = VerdictWords(**said["words"]) if report else words_for(verification)
    return {
        "verification": verification,
        **said,
        "words": words_for_unknown_set() if missing_set else words,
        "missing_set": missing_set,
        "game": game,
        "ruleset": ruleset_words(header["ruleset"]) if header else "",
        "note": note_on(game.key, header["components"]) if header and game else None,
        "waiting": is_pending(verification),
        "has_replay": begins_a_game(verification),
        "report": report,
        "reason": sentence(reason_of(verification)) if verification else "",
    }


def _names_unknown_set(header: dict[str, Any] | None) -> bool:
    return (
        header is not None
        and names_missing_set(header)
        and not library_has(header["game"], header["components_sha256"])
    )
