"""One player's statistics in one game title, put together for the page: numbers, sentences and figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.template.defaultfilters import floatformat
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from analytics.figures.player import PlayerWords, form_figure, own_cards_figure, peers_figure
from analytics.intervals import LEAST_GROUP, sample_size
from analytics.player_stats import (
    FORM_GAMES,
    Opponent,
    OwnCard,
    PeerComparison,
    PlayedGame,
    Record,
    by_players,
    by_seat,
)
from analytics.significance import hardly_chance
from analytics.sources import SCORE
from nabu.accounts.players.visibility import named_players
from nabu.catalogue.games.drawings import source_icons
from nabu.contests.ratings.models import RatingEntry
from nabu.core.charts.numbers import percent, points, signed
from nabu.core.charts.words import card_titles, common_words, source_titles, too_few_games
from nabu.statistics.dashboards.drawings import drawing_address
from nabu.statistics.dashboards.facts.components import cards_shown, sets_of
from nabu.statistics.dashboards.facts.queries import names_of
from nabu.statistics.dashboards.player.statistics import PlayerStatistics

OPPONENTS_SHOWN = 15


@dataclass(frozen=True, slots=True)
class FormLine:
    """A game of the form: how it ended, and the address of its anatomy."""

    game: PlayedGame
    difference: float | None
    address: str


@dataclass(frozen=True, slots=True)
class OpponentLine:
    """An opponent by name, the games of both, and the address of the two side by side, "" for a deleted player."""

    name: str
    row: Opponent
    address: str


@dataclass(frozen=True, slots=True)
class CardLine:
    """A card of the player with its title and its drawing, "" for none."""

    title: str
    icon: str
    row: OwnCard


@dataclass(frozen=True, slots=True)
class MoveLine:
    """A rated game that moved the rating much."""

    entry: RatingEntry
    change: float


def context_of(found: PlayerStatistics) -> dict[str, object]:
    """What the template needs if there is a game."""
    game, words = found.statistics.chosen.game, player_words()
    titles, icons, cards = source_titles(game), source_icons(game), found.cards
    card_names = card_titles(
        cards_shown(game, sets_of(game, found.statistics.component_names), [row.card for row in cards.rows])
    )
    card_icons = {row.card: drawing_address(game, row.card) for row in cards.rows}
    return {
        "record": found.record,
        "latest": found.form,
        "form_lines": [_form_line(played) for played in found.games[:FORM_GAMES]],
        "form_figure": form_figure(found.games[:FORM_GAMES], anatomy_address, words),
        "rating": found.rating,
        "moves": [MoveLine(entry, entry.after - entry.before) for entry in found.moves],
        "peers": found.peers,
        "peer_lines": [
            (titles.get(row.source, ""), icons.get(row.source, ""), row)
            for row in found.peers.rows
            if row.mine or row.peers
        ]
        if found.peers
        else [],
        "peers_figure": peers_figure(found.peers, found.player.name, titles, words, icons) if found.peers else None,
        "peers_typed": found.statistics.typed.count,
        "peer_band": found.band[0],
        "cards": cards,
        "card_lines": [CardLine(card_names[row.card], card_icons[row.card], row) for row in cards.rows],
        "cards_figure": own_cards_figure(cards.rows, card_names, words, card_icons),
        "opponents": _opponent_lines(found),
        "all_opponents": len(found.opponents),
        "seats": [
            (_("%(seat)s of %(players)s") % {"seat": seat + 1, "players": players}, record)
            for (players, seat), record in by_seat(found.games)
        ],
        "sizes": by_players(found.games),
        "answers": answers(found, titles, card_names),
        "gaps": gaps(found),
    }


def answers(found: PlayerStatistics, titles: dict[str, str], card_names: dict[str, str]) -> dict[str, str]:
    """The answer to each question in a sentence."""
    name = found.player.name
    return {
        "all": _all_answer(found.record, name),
        "form": _form_answer(found.form, name),
        "peers": _peers_answer(found.peers, titles, name),
        "cards": _cards_answer(found.cards.rows, card_names),
    }


def gaps(found: PlayerStatistics) -> str:
    """What cannot be said of the player yet, and why; "" if nothing is missing."""
    if found.rating is None:
        if not found.cards.rows:
            return _("No rating, peers or cards yet: games are rated once a director has approved their tournament.")
        return _("No rating and no peers yet: games are rated once a director has approved their tournament.")
    said = []
    if found.peers is None:
        peers = len(found.band[1])
        sentence = ngettext(
            "%(peers)s other player is rated within %(band)s points; a comparison needs %(least)s with verified games "
            "at tables of the same size.",
            "%(peers)s other players are rated within %(band)s points; a comparison needs %(least)s with verified "
            "games at tables of the same size.",
            peers,
        )
        said.append(sentence % {"peers": peers, "band": found.band[0], "least": LEAST_GROUP})
    if not found.cards.rows:
        said.append(_("No card was taken in these games."))
    return " ".join(said)


def _opponent_lines(found: PlayerStatistics) -> list[OpponentLine]:
    """Those met most often. Who has deleted the account is compared with nobody."""
    shown, game, query = found.opponents[:OPPONENTS_SHOWN], found.statistics.chosen.game, found.statistics.chosen
    names = names_of([row.player_id for row in shown])
    named = set(named_players().filter(pk__in=names).values_list("pk", flat=True))
    own = query.only(player=None, opponent=None, typed=True).address()
    return [
        OpponentLine(
            names[row.player_id],
            row,
            reverse("players:against", args=[found.player.pk, game.key, row.player_id]) + own
            if row.player_id in named and found.player.deleted_at is None
            else "",
        )
        for row in shown
    ]


def anatomy_address(game_id: int) -> str:
    """The page of a game; a game's number is that of its table."""
    return reverse("table:anatomy", args=[game_id])


def player_words() -> PlayerWords:
    """The words of the figures."""
    return PlayerWords(
        **common_words(),
        game=_("Game {number}"),
        beaten=_("{beaten} of opponents beaten"),
        expected=_("{expected} expected"),
        better=_("better than expected"),
        worse=_("worse than expected"),
        peers=_("peers"),
        form_alt=_("Bars from the expected to the real share of opponents beaten, for {count} games."),
        peers_alt=_("Pairs of dots: {player} and peers differ most in {source}: {difference} points per game."),
        cards_alt=_("Dots with interval bars for {count} cards; the highest is {card}."),
    )


def _form_line(played: PlayedGame) -> FormLine:
    difference = None if played.expected is None else played.beaten - played.expected
    return FormLine(played, difference, anatomy_address(played.game_id))


def _all_answer(record: Record | None, name: str) -> str:
    if record is None:
        return ""
    return ngettext(
        "%(name)s has won %(wins)s of %(games)s verified game; %(expected)s expected.",
        "%(name)s has won %(wins)s of %(games)s verified games; %(expected)s expected.",
        record.games,
    ) % {
        "name": name,
        "wins": floatformat(record.wins, "-2"),
        "games": record.games,
        "expected": points(record.expected_wins),
    }


def _form_answer(form: Record | None, name: str) -> str:
    if form is None:
        return ""
    if form.above is None or form.expected is None:
        return _("%(name)s beat %(beaten)s of the opponents; there is no expectation yet.") % {
            "name": name,
            "beaten": percent(form.beaten),
        }
    values = {"name": name, "beaten": percent(form.above + form.expected), "expected": percent(form.expected)}
    said = _("%(name)s beat %(beaten)s of the opponents; %(expected)s expected.") % values
    if form.interval is None or form.interval.low <= 0 <= form.interval.high:
        finding = _("The difference may be chance.")
    elif form.above > 0:
        finding = _("That is more than chance explains.")
    else:
        finding = _("That is less than chance explains.")
    return f"{said} {finding}"


def _peers_answer(comparison: PeerComparison | None, titles: dict[str, str], name: str) -> str:
    if comparison is None:
        return ""
    sample = sample_size(comparison.games)
    if sample == "tiny":
        return too_few_games()
    sure = [row for row in comparison.rows if row.source != SCORE and hardly_chance(row.q, sample)]
    if not sure:
        return _("No source differs from the peers by more than chance explains.")
    widest = max(sure, key=lambda row: abs(row.difference))
    values = {"name": name, "source": titles[widest.source], "points": signed(widest.difference)}
    return _("%(name)s differs most from the peers in “%(source)s”: %(points)s points per game.") % values


def _cards_answer(rows: Sequence[OwnCard], titles: dict[str, str]) -> str:
    if not rows:
        return ""
    sure = [row for row in rows if hardly_chance(row.q, row.sample)]
    good = [row for row in sure if (row.difference or 0.0) > 0]
    bad = [row for row in sure if (row.difference or 0.0) < 0]
    if not sure:
        return _("No card stands out: each difference in these games may be chance.")
    parts = []
    if good:
        parts.append(_("Does better with “%(card)s” than with the other cards.") % {"card": titles[good[0].card]})
    if bad:
        parts.append(_("Does worse with “%(card)s” than with the other cards.") % {"card": titles[bad[-1].card]})
    return " ".join(parts)
