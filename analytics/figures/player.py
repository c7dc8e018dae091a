"""The figures of one player: form, sources beside those of peers, cards. Rules: see `analytics.figures.parts`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from analytics.figures.parts import (
    ANSWER,
    AXIS_BELOW,
    COLUMNS_HEIGHT,
    LOSS,
    MOST_BARS,
    NO_ICONS,
    REST,
    Dot,
    Figure,
    FigureWords,
    Icons,
    Key,
    Row,
    axis,
    dot_rows,
    line_at,
    new_layout,
    nothing_figure,
    percentage,
    plain,
    row_layout,
    said,
    tick,
    whole_ticks,
    with_interval,
    written,
)
from analytics.intervals import Interval
from analytics.player_stats import OwnCard, PeerComparison, PlayedGame
from analytics.sources import SCORE


@dataclass(frozen=True, slots=True)
class PlayerWords(FigureWords):
    """The words of these figures, in one language. Names in braces are filled in."""

    game: str = "Game {number}"
    beaten: str = "{beaten} of opponents beaten"
    expected: str = "{expected} expected"
    better: str = "better than expected"
    worse: str = "worse than expected"
    peers: str = "peers"
    form_alt: str = "Bars from the expected to the real share of opponents beaten, for {count} games."
    peers_alt: str = "Pairs of dots: {player} and peers differ most in {source}: {difference} points per game."
    cards_alt: str = "Dots with interval bars for {count} cards; the highest is {card}."


def form_figure(games: Sequence[PlayedGame], address: Callable[[int], str], words: PlayerWords) -> Figure:
    """A bar a game from the expected to the real share of opponents beaten. `games` begin with the latest, which is the
    last on the right and has the highest number, as in the table; `address` opens a game by its id."""
    shown = list(enumerate(reversed(games), start=1))
    if not shown:
        return nothing_figure(words)
    known = [(number, game, game.expected) for number, game in shown if game.expected is not None]
    data: list[dict[str, Any]] = []
    for colour, rows in (
        (ANSWER, [row for row in known if row[1].beaten >= row[2]]),
        (LOSS, [row for row in known if row[1].beaten < row[2]]),
    ):
        if rows:
            data.append(
                {
                    "type": "bar",
                    "x": [number for number, _, _ in rows],
                    "base": [expected for _, _, expected in rows],
                    "y": [game.beaten - expected for _, game, expected in rows],
                    "marker": {"color": colour},
                    **said([(_game(number, game, words), address(game.game_id)) for number, game, _ in rows]),
                }
            )
    data.append(
        {
            "type": "scatter",
            "mode": "markers",
            "x": [number for number, _ in shown],
            "y": [game.beaten for _, game in shown],
            "marker": {"size": 9, "color": [_colour(game) for _, game in shown]},
            **said([(_game(number, game, words), address(game.game_id)) for number, game in shown]),
        }
    )
    layout = new_layout(
        words,
        COLUMNS_HEIGHT,
        whole_ticks(words, 1, len(shown)),
        axis(-0.06, 1.06, lambda share: percentage(words, share)),
        l=44,
        b=AXIS_BELOW,
    )
    layout["bargap"] = 0.5
    keys = (Key("answer", words.better), Key("loss", words.worse))
    return Figure(data, layout, words.form_alt.format(count=len(shown)), keys)


def peers_figure(
    comparison: PeerComparison,
    player: str,
    titles: Mapping[str, str],
    words: PlayerWords,
    icons: Icons = NO_ICONS,
) -> Figure:
    """A pair of dots a source: the player and the peers in points per game, joined by a line."""
    rows = [row for row in comparison.rows if row.source != SCORE and (row.mine or row.peers)]
    if not rows:
        return nothing_figure(words)
    joints = {"x": [], "y": []}  # type: dict[str, list[float | None]]
    for place, row in enumerate(rows):
        joints["x"] += [row.mine, row.peers, None]
        joints["y"] += [place, place, None]
    data: list[dict[str, Any]] = [
        {"type": "scatter", "mode": "lines", **joints, "line": {"color": REST, "width": 2}, "hoverinfo": "skip"}
    ]
    for name, colour, symbol, values in (
        (words.peers, REST, "circle-open", [row.peers for row in rows]),
        (player, ANSWER, "circle", [row.mine for row in rows]),
    ):
        data.append(
            {
                "type": "scatter",
                "mode": "markers",
                "x": values,
                "y": list(range(len(rows))),
                "marker": {"color": colour, "symbol": symbol, "size": 11, "line": {"width": 2, "color": colour}},
                **said(
                    [
                        (f"{plain(titles[row.source])}<br>{plain(name)} {written(words, value, 1)}", "")
                        for row, value in zip(rows, values, strict=True)
                    ]
                ),
            }
        )
    labels = [
        Row(titles[row.source], written(words, row.difference, 1, signed=True), icon=icons.get(row.source, ""))
        for row in rows
    ]
    high = max(max(row.mine, row.peers) for row in rows)
    low = min(0.0, *(min(row.mine, row.peers) for row in rows))
    layout = row_layout(words, labels, axis(low - 0.03 * high, 1.05 * high or 1.0, lambda value: tick(words, value)))
    layout["shapes"].append(line_at(0))
    widest = max(rows, key=lambda row: abs(row.difference))
    alt = words.peers_alt.format(
        player=player, source=titles[widest.source], difference=written(words, widest.difference, 1, signed=True)
    )
    return Figure(data, layout, alt, (Key("answer", player), Key("open", words.peers)))


def own_cards_figure(
    cards: Sequence[OwnCard], titles: Mapping[str, str], words: PlayerWords, icons: Icons = NO_ICONS
) -> Figure:
    """Dots with interval bars around zero: what each card did beside the player's other cards, in percentage points."""
    rows = [(card, card.difference, card.interval) for card in cards]
    shown = [(card, value, span) for card, value, span in rows if value is not None and span is not None]
    if len(shown) > MOST_BARS:
        shown = shown[: MOST_BARS // 2] + shown[-(MOST_BARS // 2) :]
    if not shown:
        return nothing_figure(words)

    def number(value: float) -> str:
        return written(words, value, 0, signed=True)

    dots = []
    for card, value, span in shown:
        wide = Interval(100 * span.low, 100 * span.high)
        found = card.sample == "enough" and not span.low <= 0 <= span.high
        name = Row(titles.get(card.card, card.card), number(100 * value), found, icon=icons.get(card.card, ""))
        text = f"{plain(name.name)} ({card.games})<br>{with_interval(words, name.number, wide, number)}"
        dots.append(Dot(name, 100 * value, wide, found, text))
    figure = dot_rows(words, dots, lambda value: tick(words, value, signed=True))
    return replace(figure, alt=words.cards_alt.format(count=len(dots), card=dots[0].row.name))


def _game(number: int, game: PlayedGame, words: PlayerWords) -> str:
    told = [words.beaten.format(beaten=percentage(words, game.beaten))]
    if game.expected is not None:
        told.append(words.expected.format(expected=percentage(words, game.expected)))
    return f"{words.game.format(number=number)}<br>{', '.join(told)}"


def _colour(game: PlayedGame) -> str:
    if game.expected is None:
        return REST
    return ANSWER if game.beaten >= game.expected else LOSS
