"""The pages on the contact sheets: their names, addresses and who looks at them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SheetPage:
    """A page. `organiser`: the organiser of the demo looks at it, else a visitor."""

    name: str
    address: str
    organiser: bool = False


def demo_pages() -> list[SheetPage]:
    """The pages of the site whose settings this process has. Its demo must have been played."""
    from django.urls import reverse

    from nabu.contests.matches.models import Table
    from nabu.contests.ratings.models import Rating
    from nabu.contests.tournaments.models import Round, Tournament
    from nabu.statistics.lab.models import Experiment

    running = Tournament.objects.get(name="Spring tournament")
    groups = Tournament.objects.get(name="Autumn groups")
    finished = Tournament.objects.get(name="Winter duels")
    round_ = Round.objects.filter(stage__tournament=running).latest("pk")
    open_table = round_.tables.filter(status=Table.Status.OPEN).earliest("number")
    done_table = (
        Table.objects.filter(round__stage__tournament=finished, log__isnull=False).select_related("log").earliest("pk")
    )
    best = Rating.objects.filter(game="babylonia").select_related("player").order_by("-value")[0].player_id
    experiment = Experiment.objects.earliest("pk").pk

    def at(name: str, *args: object) -> str:
        return reverse(name, args=args)

    return [
        SheetPage("home", at("home")),
        SheetPage("home of an organiser", at("home"), organiser=True),
        SheetPage("tournaments", at("tournaments:list")),
        SheetPage("tournament, running", at("tournaments:detail", running.pk)),
        SheetPage("tournament, organiser", at("tournaments:detail", running.pk), organiser=True),
        SheetPage("tournament, finished", at("tournaments:detail", finished.pk)),
        SheetPage("round", at("tournaments:round", round_.pk)),
        SheetPage("round, organiser", at("tournaments:round", round_.pk), organiser=True),
        SheetPage("players of a tournament", at("tournaments:entries", running.pk), organiser=True),
        SheetPage("standings", at("tournaments:standings", running.pk)),
        SheetPage("cross table", at("tournaments:cross_table", groups.stages.earliest("position").pk)),
        SheetPage("bracket", at("tournaments:bracket", finished.pk)),
        SheetPage("follow", at("tournaments:follow", running.pk)),
        SheetPage("prizes", at("tournaments:prizes", finished.pk), organiser=True),
        SheetPage("table, open", at("table:page", open_table.pk), organiser=True),
        SheetPage("table, replayed", at("table:page", done_table.pk)),
        SheetPage("projector", at("tournaments:projector", running.pk), organiser=True),
        SheetPage("replay", at("table:replay", done_table.log.sha256)),
        SheetPage("points of a game", at("table:anatomy", done_table.pk)),
        SheetPage("games", at("games:list")),
        SheetPage("game", at("games:detail", "ishtar")),
        SheetPage("variants", at("variants:list", "babylonia")),
        SheetPage("statistics", at("dashboards:game", "babylonia")),
        *(SheetPage(f"statistics, {key}", at(f"dashboards:{key}", "babylonia")) for key in QUESTIONS),
        SheetPage("ratings", at("ratings:leaderboard", "babylonia")),
        SheetPage("rating quality", at("ratings:quality", "babylonia")),
        SheetPage("people", at("players:list")),
        SheetPage("player", at("players:detail", best)),
        SheetPage("statistics of a player", at("players:statistics", best, "babylonia")),
        SheetPage("clubs", at("clubs:list")),
        SheetPage("lab", at("lab:list")),
        SheetPage("experiment", at("lab:detail", experiment)),
        SheetPage("play", at("play:play")),
        SheetPage("record a game", at("records:new"), organiser=True),
        SheetPage("verify a log", at("table:upload")),
        SheetPage("levels of proof", at("proof")),
        SheetPage("account", at("players:account"), organiser=True),
        SheetPage("sign in", at("account_login")),
        SheetPage("new tournament", at("tournaments:new"), organiser=True),
    ]


QUESTIONS = ("sources", "cards", "seats", "variants", "players", "games")
