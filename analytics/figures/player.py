"""The figures of one player: form, sources beside those of peers, cards. Rules: see `analytics.figures.parts`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analytics.figures.parts import (
    LONGEST_NAME,
    MARK,
    MOST_BARS,
    MUTED,
    OUTLINE,
    PALETTE,
    Figure,
    FigureWords,
    cut,
    folded,
    forest_layout,
    new_layout,
    plain,
    row_height,
    written,
)
from analytics.player_stats import OwnCard, PeerComparison, PlayedGame
from analytics.sources import SCORE


@dataclass(frozen=True, slots=True)
class PlayerWords:
    """The words of these figures, in one language. Names in braces are filled in."""

    beaten: str = "opponents beaten"
    game: str = "games, the latest on the right"
    better: str = "better than expected"
    worse: str = "worse than expected"
    peers: str = "peers"
    points: str = "points per game"
    beside: str = "wins above expectation, against the other cards"
    ranked: str = "card"
    small: str = "few games"
    form_alt: str = "Bars from the expected to the real share of opponents beaten, for {count} games."
    peers_alt: str = "Pairs of dots: {player} and peers differ most in {source}: {difference} points per game."
    cards_alt: str = "Dots with interval bars for {count} cards; the highest is {card}."
    nothing_alt: str = "Nothing to draw."
    separators: str = ".,"

    @property
    def common(self) -> FigureWords:
        """What all figures share."""
        return FigureWords(separators=self.separators, nothing_alt=self.nothing_alt)


def form_figure(games: Sequence[PlayedGame], address: Callable[[int], str], words: PlayerWords) -> Figure:
    """A bar a game from the expected to the real share of opponents beaten. `games` begin with the latest; `address`
    opens a game by its id."""
    shown = list(reversed(games))
    if not shown:
        return nothing_figure(words)
    known = [(number, game, game.expected) for number, game in enumerate(shown, start=1) if game.expected is not None]
    data: list[dict[str, Any]] = []
    for name, colour, rows in (
        (words.better, PALETTE[0], [row for row in known if row[1].beaten >= row[2]]),
        (words.worse, PALETTE[1], [row for row in known if row[1].beaten < row[2]]),
    ):
        if rows:
            data.append(
                {
                    "type": "bar",
                    "name": name,
                    "x": [number for number, _, _ in rows],
                    "base": [expected for _, _, expected in rows],
                    "y": [game.beaten - expected for _, game, expected in rows],
                    "customdata": [_game(game, address) for _, game, _ in rows],
                    "marker": {"color": colour, "line": {"color": OUTLINE, "width": 1}},
                    "hovertemplate": "%{customdata.text}<extra></extra>",
                }
            )
    dots = [(number, game) for number, game in enumerate(shown, start=1)]
    data.append(
        {
            "type": "scatter",
            "mode": "markers",
            "name": words.beaten,
            "x": [number for number, _ in dots],
            "y": [game.beaten for _, game in dots],
            "customdata": [_game(game, address) for _, game in dots],
            "marker": {
                "size": 9,
                "color": [MUTED if game.expected is None else MARK for _, game in dots],
                "line": {"color": OUTLINE, "width": 1},
            },
            "hovertemplate": "%{customdata.text}<extra></extra>",
        }
    )
    layout = new_layout(words.common, words.game, 0, 1)
    layout["bargap"] = 0.5
    layout["xaxis"] |= {"tickformat": "d", "range": [0.3, len(shown) + 0.7], "showgrid": False}
    layout["yaxis"] = {
        "fixedrange": True,
        "automargin": True,
        "tickformat": ".0%",
        "range": [-0.06, 1.06],
        "title": {"text": words.beaten, "font": {"size": 14}},
    }
    return Figure(data, layout, words.form_alt.format(count=len(shown)))


def peers_figure(comparison: PeerComparison, player: str, titles: Mapping[str, str], words: PlayerWords) -> Figure:
    """A dumbbell a source: the player and the peers in points per game, joined by a line."""
    rows = [row for row in comparison.rows if row.source != SCORE and (row.mine or row.peers)]
    if not rows:
        return nothing_figure(words)
    labels = [folded(titles[row.source]) for row in rows]
    x: list[float | None] = []
    y: list[int | None] = []
    for number, row in enumerate(rows):
        x += [row.mine, row.peers, None]
        y += [number, number, None]
    data: list[dict[str, Any]] = [
        {
            "type": "scatter",
            "mode": "lines",
            "x": x,
            "y": y,
            "line": {"color": OUTLINE, "width": 3},
            "hoverinfo": "skip",
            "showlegend": False,
        }
    ]
    for name, colour, symbol, values in (
        (plain(cut(player, LONGEST_NAME)), PALETTE[0], "circle", [row.mine for row in rows]),
        (words.peers, PALETTE[1], "diamond", [row.peers for row in rows]),
    ):
        data.append(
            {
                "type": "scatter",
                "mode": "markers",
                "name": name,
                "x": values,
                "y": list(range(len(rows))),
                "customdata": [
                    f"{plain(titles[row.source])}: {written(words.common, value, 1)}"
                    for row, value in zip(rows, values, strict=True)
                ],
                "marker": {"color": colour, "symbol": symbol, "size": 12, "line": {"color": OUTLINE, "width": 1}},
                "hovertemplate": "%{customdata}<extra>" + name + "</extra>",
            }
        )
    layout = new_layout(words.common, words.points, len(rows), 1, row_height(labels))
    layout["yaxis"] |= {"tickvals": list(range(len(rows))), "ticktext": labels}
    widest = max(rows, key=lambda row: abs(row.difference))
    alt = words.peers_alt.format(
        player=player, source=titles[widest.source], difference=written(words.common, widest.difference, 1, signed=True)
    )
    return Figure(data, layout, alt)


def own_cards_figure(cards: Sequence[OwnCard], titles: Mapping[str, str], words: PlayerWords) -> Figure:
    """Dots with interval bars around zero: what each card did beside the player's other cards."""
    rows = [(card, card.difference, card.interval) for card in cards]
    shown = [(card, value, span) for card, value, span in rows if value is not None and span is not None]
    if len(shown) > MOST_BARS:
        shown = shown[: MOST_BARS // 2] + shown[-(MOST_BARS // 2) :]
    if not shown:
        return nothing_figure(words)
    data = []
    for enough, name, colour, symbol in (
        (True, words.ranked, MARK, "circle"),
        (False, words.small, MUTED, "circle-open"),
    ):
        group = [(number, row) for number, row in enumerate(shown) if (row[0].sample == "enough") == enough]
        if group:
            data.append(
                {
                    "type": "scatter",
                    "mode": "markers",
                    "name": name,
                    "x": [value for _, (_, value, _) in group],
                    "y": [number for number, _ in group],
                    "customdata": [
                        f"{plain(titles.get(card.card, card.card))} ({card.games})<br>"
                        f"{written(words.common, 100 * value, 0, signed=True)} %"
                        for _, (card, value, _) in group
                    ],
                    "error_x": {
                        "type": "data",
                        "symmetric": False,
                        "array": [span.high - value for _, (_, value, span) in group],
                        "arrayminus": [value - span.low for _, (_, value, span) in group],
                        "color": colour,
                        "thickness": 2,
                        "width": 5,
                    },
                    "marker": {"color": colour, "symbol": symbol, "size": 11, "line": {"color": colour, "width": 2}},
                    "hovertemplate": "%{customdata}<extra></extra>",
                }
            )
    layout = forest_layout(
        words.common, words.beside, [titles.get(card.card, card.card) for card, _, _ in shown], len(data)
    )
    layout["xaxis"] |= {"tickformat": "+.0%"}
    best = titles.get(shown[0][0].card, shown[0][0].card)
    return Figure(data, layout, words.cards_alt.format(count=len(shown), card=best))


def _game(game: PlayedGame, address: Callable[[int], str]) -> dict[str, str]:
    expected = "" if game.expected is None else f" ({game.expected:.0%})"
    return {"href": address(game.game_id), "text": f"{game.beaten:.0%}{expected}"}


def nothing_figure(words: PlayerWords) -> Figure:
    return Figure([], new_layout(words.common, "", 0, 0), words.nothing_alt)
