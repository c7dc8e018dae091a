"""A feed as iCalendar (RFC 5545) and as Atom (RFC 4287), and its answer."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.feedgenerator import Atom1Feed
from django.utils.formats import date_format
from django.utils.http import http_date
from django.utils.translation import gettext as _
from icalendar import Calendar

from engine.registry import GAMES
from nabu.contests.tournaments.exports.event_calendar import events_of, rounds_with_dates
from nabu.contests.tournaments.exports.revisions import stamped
from nabu.contests.tournaments.feeds.events import FeedEvent
from nabu.contests.tournaments.models import Tournament

MAX_AGE = 900
"""Seconds for which a public feed may be kept."""

OFTEN = timedelta(hours=1)
"""How often a calendar should ask again."""

PUBLIC = f"public, max-age={MAX_AGE}"
PRIVATE = "private, no-cache"

View = Callable[..., HttpResponse]


@dataclass(frozen=True, slots=True)
class Feed:
    """What a feed is called, the path of its page, and its events."""

    title: str
    page: str
    events: Sequence[FeedEvent]


def in_chosen_language(view: View) -> View:
    """`?lang=` says in which language, else what the browser or the account prefers."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        chosen = request.GET.get("lang", "")
        language = chosen if chosen in dict(settings.LANGUAGES) else translation.get_language()
        with translation.override(language):
            response = view(request, *args, **kwargs)
            response["Content-Language"] = translation.get_language() or settings.LANGUAGE_CODE
        patch_vary_headers(response, ["Accept-Language", "Cookie"])
        return response

    return answer


def as_calendar(request: HttpRequest, feed: Feed, cache: str = PUBLIC) -> HttpResponse:
    """An event for each tournament with a date, at its time in UTC: every calendar shows it in its reader's zone."""
    calendar = Calendar()
    calendar.add("prodid", "-//Nabu//Tournaments//EN")
    calendar.add("version", "2.0")
    calendar.add("name", feed.title)
    calendar.add("x-wr-calname", feed.title)
    calendar.add("refresh-interval", OFTEN, parameters={"VALUE": "DURATION"})
    host = request.get_host()
    for each in feed.events:
        tournament = each.tournament
        address = _address(reverse("tournaments:detail", args=[tournament.pk]))
        events = events_of(tournament, each.minutes, address, host, each.changed_at, rounds_with_dates(tournament))
        for event in stamped(events, tournament, each.revision):
            if each.waits and tournament.status != Tournament.Status.CANCELLED:
                event.add("status", "TENTATIVE")
            calendar.add_component(event)
    return _answer(request, calendar.to_ical(), "text/calendar; charset=utf-8", feed, cache)


def as_atom(request: HttpRequest, feed: Feed, cache: str = PUBLIC) -> HttpResponse:
    """An entry for each tournament, with its time and offset in words."""
    host = request.get_host().partition(":")[0]
    made = Atom1Feed(
        title=feed.title,
        link=_address(feed.page),
        description="",
        language=translation.get_language(),
        feed_url=_address(request.get_full_path()),
        feed_guid=f"tag:{host},2026:{request.path}",
    )
    for each in sorted(feed.events, key=lambda event: event.changed_at, reverse=True):
        tournament = each.tournament
        cancelled = tournament.status == Tournament.Status.CANCELLED
        name = _("Cancelled: %(name)s") % {"name": tournament.name} if cancelled else tournament.name
        made.add_item(
            title=name,
            link=_address(reverse("tournaments:detail", args=[tournament.pk])),
            description=_facts(tournament),
            unique_id=f"tag:{host},{tournament.created_at:%Y-%m-%d}:tournament-{tournament.pk}",
            pubdate=tournament.created_at,
            updateddate=each.changed_at,
        )
    return _answer(request, made.writeString("utf-8").encode(), "application/atom+xml; charset=utf-8", feed, cache)


def _facts(tournament: Tournament) -> str:
    game = GAMES.get(tournament.game)
    reason = tournament.cancelled_reason
    parts = [_when(tournament), tournament.place, game.title if game else tournament.game, reason]
    return " · ".join(part for part in parts if part)


def _when(tournament: Tournament) -> str:
    """The day, and the time with its offset: "4 July 2026, 09:30 (UTC+02:00)"."""
    if tournament.starts_on is None:
        return ""
    day = date_format(tournament.starts_on, "DATE_FORMAT")
    if tournament.starts_at is None:
        return day
    start = timezone.make_aware(datetime.combine(tournament.starts_on, tournament.starts_at))
    return f"{day}, {date_format(start, 'TIME_FORMAT')} (UTC{start.isoformat()[19:]})"


def _address(path: str) -> str:
    return settings.SITE_ADDRESS + path


def _answer(request: HttpRequest, body: bytes, content_type: str, feed: Feed, cache: str) -> HttpResponse:
    """The feed, or 304 for whoever has it. It is told by its bytes: seats are taken without a change of an event, and
    one leaves the feed by itself."""
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    response = HttpResponse(body, content_type=content_type)
    response["ETag"] = etag
    response["Cache-Control"] = cache
    response["X-Content-Type-Options"] = "nosniff"
    if feed.events:
        changed = max(each.changed_at for each in feed.events).astimezone(UTC)
        response["Last-Modified"] = http_date(changed.timestamp())
    return get_conditional_response(request, etag=etag, response=response) or response
