"""The pages of a tournament as its head offers them: four or five tabs, by what its state makes people look for, and
the rest in one menu."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from nabu.contests.tournaments.models import Tournament

Status = Tournament.Status

MAIN = {
    Status.DRAFT: ("overview", "entries", "registration"),
    Status.RUNNING: ("overview", "entries", "tables", "standings"),
    Status.FINISHED: ("overview", "standings", "tables", "dashboard"),
    Status.CANCELLED: ("overview", "entries", "standings", "tables"),
}
"""What stands beside the menu. More does not fit on a phone in one line."""

SAME = {"round": "tables", "rounds": "tables"}
"""Pages that belong to the tab of another one."""


@dataclass(frozen=True, slots=True)
class Tab:
    """A page of the tournament and its address. `is_here`: it is the one that is shown."""

    key: str
    title: str
    address: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class Tabs:
    """The tabs in their order, and what the menu holds."""

    main: list[Tab]
    more: list[Tab]

    @property
    def in_menu(self) -> Tab | None:
        """The page that is shown, if it is one of the menu."""
        return next((tab for tab in self.more if tab.is_here), None)


def tabs_of(
    tournament: Tournament, here: str, *, organises: bool, keeps_score: bool, only_bracket: bool, has_bracket: bool
) -> Tabs:
    """The pages that this person may open, with the one that is shown. A pure knockout has its bracket in the place of
    the standings."""
    here = SAME.get(here, here)
    started = tournament.has_started
    pages = {
        "overview": (_("Overview"), "tournaments:detail", True),
        "entries": (_("Players"), "tournaments:entries", True),
        "registration": (_("Registration"), "tournaments:registration", tournament.registration and not started),
        "tables": (_("Tables"), "tournaments:current_round", started),
        "standings": (_("Standings"), "tournaments:standings", started),
        "follow": (_("Follow"), "tournaments:follow", started or tournament.registration),
        "announcements": (_("Announcements"), "tournaments:announcements", True),
        "bracket": (_("Bracket"), "tournaments:bracket", started and has_bracket),
        "dashboard": (_("Statistics"), "tournaments:dashboard", started and not tournament.practice),
        "ratings": (pgettext("of players", "Ratings"), "tournaments:ratings", started),
        "prizes": (_("Prizes"), "tournaments:prizes", started),
        "reviews": (_("Game reviews"), "tournaments:reviews", started),
        "calls": (_("Calls"), "tournaments:calls", keeps_score and started),
        "contact": (
            _("Messages") if organises else _("Contact"),
            "tournaments:contact",
            not tournament.practice and (started or tournament.registration),
        ),
        "print": (_("Print"), "tournaments:prints", True),
        "export": (_("Downloads"), "tournaments:export", True),
        "roles": (_("Roles"), "tournaments:roles", keeps_score),
        "audit": (_("History"), "tournaments:audit", organises),
        "webhooks": (_("Webhooks"), "webhooks:list", organises),
    }
    first = ["bracket" if key == "standings" and only_bracket else key for key in MAIN[Status(tournament.status)]]
    tabs = {
        key: Tab(key, title, reverse(name, args=[tournament.pk]), key == here)
        for key, (title, name, offered) in pages.items()
        if offered
    }
    return Tabs([tabs[key] for key in first if key in tabs], [tab for key, tab in tabs.items() if key not in first])
