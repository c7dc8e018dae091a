"""What the games of the ladder say: ratings, shares of wins, times; as JSON for the engine and as tables for people."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from analytics.bradley_terry import Pairing, elo_intervals, elo_ratings
from analytics.intervals import Interval, wilson
from benchmarks.ladder_games import RUNGS, Contest, SetRecord, contests_of
from engine.game import Game, JsonObject
from engine.search.ladder import ANCHOR, ANCHOR_ELO

Played = Mapping[Contest, Sequence[SetRecord]]


def results_of(game: Game, played: Played, pairs: int, seed: str) -> JsonObject:
    """What `ladder.json` has of a game (see `engine.search.ladder`)."""
    duels = [contest for contest in contests_of(game) if contest.players == 2 and played.get(contest)]
    pairings = [Pairing(duel.one, duel.other, tuple(sum(record.wins) for record in played[duel])) for duel in duels]
    ratings = elo_ratings(pairings, ANCHOR, ANCHOR_ELO)
    intervals = elo_intervals(pairings, ANCHOR, ANCHOR_ELO)
    bots = {
        name: _bot(game, name, ratings[name], intervals[name], played) for name in RUNGS if name in ratings and duels
    }
    return {
        "rules_version": game.rules_version,
        "ruleset": game.rulesets[0],
        "components": game.component_sets[0],
        "pairs": pairs,
        "seed": seed,
        "bots": bots,
        "contests": [_contest(contest, played[contest]) for contest in contests_of(game) if played.get(contest)],
    }


def _bot(game: Game, name: str, elo: float, interval: Interval, played: Played) -> JsonObject:
    share, low, high, games = _against_greedy(name, played)
    micros, rollouts = _decisions(name, played)
    return {
        "version": game.bots[name].version,
        "elo": round(elo, 1),
        "low": round(interval.low, 1),
        "high": round(interval.high, 1),
        "beats_greedy": round(share, 4),
        "beats_low": round(low, 4),
        "beats_high": round(high, 4),
        "games": games,
        "decisions": len(micros),
        "median_ms": round(statistics.median(micros) / 1000, 3) if micros else None,
        "mean_ms": round(statistics.fmean(micros) / 1000, 3) if micros else None,
        "rollouts": round(rollouts / len(micros), 1) if micros else None,
    }


def _against_greedy(name: str, played: Played) -> tuple[float, float, float, int]:
    """The share of wins against greedy with its interval, and in how many games; one half in none for greedy."""
    for contest, records in played.items():
        if contest.players == 2 and {contest.one, contest.other} == {name, ANCHOR} and records:
            won, games = _won(records)
            won = won if contest.one == name else games - won
            interval = wilson(won, games)
            assert interval is not None
            return won / games, interval.low, interval.high, games
    return 0.5, 0.5, 0.5, 0


def _decisions(name: str, played: Played) -> tuple[list[int], int]:
    """Microseconds of each decision, and rollouts in all, in games of two."""
    micros: list[int] = []
    rollouts = 0
    for contest, records in played.items():
        if contest.players == 2:
            for record in records:
                micros += record.micros.get(name, [])
                rollouts += record.rollouts.get(name, 0)
    return micros, rollouts


def _contest(contest: Contest, records: Sequence[SetRecord]) -> JsonObject:
    won, games = _won(records)
    interval = wilson(won, games)
    assert interval is not None
    margins = [margin for record in records for margin in record.margins]
    return {
        "one": contest.one,
        "other": contest.other,
        "players": contest.players,
        "games": games,
        "wins": round(won / games, 4),
        "low": round(interval.low, 4),
        "high": round(interval.high, 4),
        "margin": round(statistics.fmean(margins), 1),
    }


def _won(records: Sequence[SetRecord]) -> tuple[float, int]:
    return sum(sum(record.wins) for record in records), sum(len(record.wins) for record in records)


def tables(titles: Mapping[str, str], found: Mapping[str, JsonObject]) -> str:
    """The measurements as Markdown, a section for each game; `titles` by the key of the game."""
    parts = []
    for key, of_game in found.items():
        if not of_game:
            parts.append(f"**{titles[key]}**: not measured yet.\n")
            continue
        parts.append(
            f"**{titles[key]}**: {of_game['pairs']} mirrored pairs a pairing, seed `{of_game['seed']}`, ruleset"
            f" `{of_game['ruleset']}`.\n"
        )
        parts.append(_bots_table(of_game["bots"]))
        parts.append(_contests_table(of_game["contests"]))
    return "\n".join(parts)


def _bots_table(bots: Mapping[str, Mapping[str, Any]]) -> str:
    lines = [
        "| bot | Elo | 95 % | against greedy | 95 % | CPU a decision, median, mean | rollouts |",
        "| --- | ---: | --- | ---: | --- | ---: | ---: |",
    ]
    for name, bot in bots.items():
        beats, ends, elo_ends = "–", "–", "–"
        if bot["games"]:
            beats, ends = f"{100 * bot['beats_greedy']:.1f} %", _percents(bot["beats_low"], bot["beats_high"])
            elo_ends = f"{bot['low']:.0f} to {bot['high']:.0f}"
        times = (
            "–" if bot["median_ms"] is None else f"{_milliseconds(bot['median_ms'])}, {_milliseconds(bot['mean_ms'])}"
        )
        lines.append(
            f"| {name}/{bot['version']} | {bot['elo']:.0f} | {elo_ends} | {beats} | {ends} | {times} |"
            f" {bot['rollouts'] or '–'} |"
        )
    return "\n".join(lines) + "\n"


def _contests_table(contests: Sequence[Mapping[str, Any]]) -> str:
    lines = ["| contest | games | wins of the first | 95 % | points ahead |", "| --- | ---: | ---: | --- | ---: |"]
    for row in contests:
        title = Contest(row["one"], row["other"], row["players"]).title
        wins, margin = f"{100 * row['wins']:.1f} %", f"{row['margin']:+.1f}".replace("-", "−")
        lines.append(f"| {title} | {row['games']} | {wins} | {_percents(row['low'], row['high'])} | {margin} |")
    return "\n".join(lines) + "\n"


def _percents(low: float, high: float) -> str:
    return f"{100 * low:.0f} to {100 * high:.0f} %"


def _milliseconds(value: float) -> str:
    return f"{value:.2g} ms" if value < 10 else f"{value:.0f} ms"


def by_contest(records: Sequence[SetRecord]) -> dict[Contest, list[SetRecord]]:
    """The records of each contest, by their number."""
    found: dict[Contest, dict[int, SetRecord]] = defaultdict(dict)
    for record in records:
        found[record.contest][record.number] = record
    return {contest: [of[number] for number in sorted(of)] for contest, of in found.items()}
