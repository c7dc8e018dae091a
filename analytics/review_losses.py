"""What would help a player most: the largest losses by phase and source of the reviewed games.

Each phase of a game with each source of points is a cell; its loss is in points per game, over all reviewed games of
the player. What went to the strongest opponent is in no cell: it has no source. A cell is the difference of two lines
of play in one source, so what is lost in one may be won in another: only a phase that loses points in total has a loss.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import fsum

from analytics.intervals import t975
from analytics.review_stats import PHASES, Compared, ReviewedGame, compared
from analytics.significance import Estimate, hardly_chance, normal_prior, q_values, student_p

MOST_NAMED = 3
"""More than this at once nobody practises."""


@dataclass(frozen=True, slots=True)
class Loss:
    """The points that the player loses per game in this phase in this source; `row` has the mean with its interval, and
    the others.

    `error` is the standard error over the games, `q` allows for all cells having been looked at; both None if the games
    show no spread. `shrunk` is the mean drawn towards that of all cells as much as its noise deserves: the largest of
    many raw means are too large. `whole_phase` is what the phase loses in all sources and to others.
    """

    phase: str
    source: str
    row: Compared
    error: float | None
    shrunk: float | None
    q: float | None
    whole_phase: float

    @property
    def is_sure(self) -> bool:
        """The loss is hardly chance: above zero with its whole interval, as one among so many cells, and no exchange
        for other points of its phase."""
        above = self.row.interval is not None and self.row.interval.low > 0 and (self.shrunk or 0.0) > 0
        return above and self.whole_phase > 0 and hardly_chance(self.q, self.row.sample)


def losses_of(mine: Sequence[ReviewedGame], peers: Sequence[ReviewedGame], sources: Sequence[str]) -> list[Loss]:
    """The cells in which the player or the peers have lost or gained, the largest loss first by `shrunk`."""
    cells = {f"{phase} {source}": (phase, source) for phase in PHASES for source in sources}
    measures = {key: _lost(cell) for key, cell in cells.items()}
    rows = compared(measures, mine, peers)
    errors = {row.key: _error(row) for row in rows}
    estimates = {row.key: Estimate(row.mine, error) for row in rows if (error := errors[row.key])}
    prior = normal_prior(list(estimates.values()))
    q = q_values([student_p(mean / error, len(mine) - 1) for mean, error in estimates.values()])
    of_cell = dict(zip(estimates, q, strict=True))
    of_phase = {phase: fsum(game.lost_in.get(phase, 0.0) for game in mine) / max(1, len(mine)) for phase in PHASES}
    losses = [
        Loss(
            *cells[row.key],
            row,
            errors[row.key],
            prior.shrink(estimates[row.key]).value if prior is not None and row.key in estimates else None,
            of_cell.get(row.key),
            of_phase[cells[row.key][0]],
        )
        for row in rows
        if row.mine or row.peers
    ]
    return sorted(losses, key=lambda loss: (-(loss.shrunk or 0.0), -loss.row.mine))


def largest(losses: Sequence[Loss]) -> list[Loss]:
    """The largest ones that are hardly chance, at most `MOST_NAMED`."""
    return [loss for loss in losses if loss.is_sure][:MOST_NAMED]


def _lost(cell: tuple[str, str]) -> Callable[[ReviewedGame], float | None]:
    return lambda game: game.by_phase.get(cell, 0.0)


def _error(row: Compared) -> float | None:
    """The standard error of the mean: what its interval is made of."""
    return None if row.interval is None else (row.interval.high - row.mine) / t975(row.games - 1)
