"""Speed of the engine, with python-chess in the same run on the same core.

    python -m benchmarks.engine [--rounds N] [GAME ...]

Every figure is CPU time. In each round every benchmark runs once, so that all of them see the same machine; printed
are medians over the rounds and, where a chess figure is its peer, the median of the rounds' ratios. A ply of chess and
an action of a board game are different amounts of work: the ratio is a yardstick, not a claim.

Games are those of greedy bots, in which the rules have something to do; random games flatter the engine.
"""

from __future__ import annotations

import argparse
import io
import statistics
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

import chess
import chess.pgn

from engine.game import CHANCE, NOBODY, Action, Game, ScoreEvent, State
from engine.log.header import Header, read_header, start_game
from engine.log.replay import line_reader, replay
from engine.registry import GAMES
from engine.simulate import play

CHESS_GAMES = 40
LOGS = 12
EVERY = 9
"""Of every so many actions one position is kept to list the legal actions of."""
AT_LEAST_SECONDS = 0.4
SAN, PGN, PLAYOUT = "chess push_san, plies", "chess read_game(BoardBuilder), plies", "chess random playout, plies"


def chess_games(count: int, plies: int) -> list[list[str]]:
    """Random games of chess in SAN."""
    rng = Random(1)
    games: list[list[str]] = []
    while len(games) < count:
        board = chess.Board()
        moves: list[str] = []
        while len(moves) < plies and not board.is_game_over():
            move = rng.choice(list(board.legal_moves))
            moves.append(board.san(move))
            board.push(move)
        games.append(moves)
    return games


def pgn_of(moves: list[str]) -> str:
    """A game of chess as PGN text."""
    numbered = [f"{i // 2 + 1}. {san}" if i % 2 == 0 else san for i, san in enumerate(moves)]
    return '[Result "*"]\n\n' + " ".join(numbered) + " *\n"


class ChessMarks:
    """Each method does a piece of work once and returns how many plies it was."""

    def __init__(self) -> None:
        self.san = chess_games(CHESS_GAMES, 119)
        self.pgn = [pgn_of(moves) for moves in self.san]

    def push_san(self) -> int:
        for moves in self.san:
            board = chess.Board()
            for san in moves:
                board.push_san(san)
        return sum(map(len, self.san))

    def read_game(self) -> int:
        for text in self.pgn:
            chess.pgn.read_game(io.StringIO(text), Visitor=chess.pgn.BoardBuilder)
        return sum(map(len, self.san))

    def random_playout(self) -> int:
        rng, plies = Random(2), 0
        for _ in range(10):
            board = chess.Board()
            while plies % 120 != 119 and not board.is_game_over(claim_draw=False):
                board.push(rng.choice(list(board.legal_moves)))
                plies += 1
            plies += 1
        return plies


class GameMarks:
    """The same for one game at one number of players: actions, games or positions."""

    def __init__(self, game: Game, players: int) -> None:
        self.game, self.players = game, players
        self.components = game.components(game.component_sets[0])
        self.rules = game.ruleset(game.rulesets[-1], {})
        self.logs = [play(game.key, players, self.rules.name, ["greedy"], seed).log for seed in range(LOGS)]
        self.replays = [self.actions_of(log) for log in self.logs]
        self.seed = 0
        self.positions = self.some_positions()

    def actions_of(self, log: bytes) -> tuple[Header, list[Action]]:
        """The header and the actions of a log."""
        lines = log.splitlines()
        read = line_reader(self.game, self.components).read
        return read_header(lines[0]), [read(line) for line in lines[1:-1]]  # type: ignore[misc]

    def some_positions(self) -> list[State[Any]]:
        """Positions in which a seat is to move."""
        found = []
        for header, actions in self.replays[:6]:
            state = start_game(self.game, header, self.components)
            for number, action in enumerate(actions):
                state.apply(action)
                if number % EVERY == 0 and state.to_move >= 0:
                    found.append(state.copy())
        return found

    def replay_from_memory(self) -> int:
        count = 0
        for header, actions in self.replays:
            state = start_game(self.game, header, self.components)
            sources: list[dict[str, int]] = [{} for _ in header.seats]
            apply = state.apply
            for action in actions:
                for event in apply(action):
                    if type(event) is ScoreEvent:
                        of_seat = sources[event.seat]
                        of_seat[event.source] = of_seat.get(event.source, 0) + event.points
            count += len(actions)
        return count

    def text_to_verdict(self, cold: bool) -> int:
        count = 0
        for log in self.logs:
            if cold:
                line_reader(self.game, self.components).known.clear()
            report = replay(log)
            assert report.verdict == "verified"
            count += report.actions
        return count

    def playout(self, bot_name: str) -> int:
        self.seed += 1
        rng, bot = Random(self.seed), self.game.bots[bot_name]
        setup = self.game.new_setup(self.players, self.rules, self.components, rng)
        state = self.game.start(self.players, self.rules, self.components, setup)
        while state.to_move != NOBODY:
            state.apply(state.draw(rng) if state.to_move == CHANCE else bot.choose(state, rng))
        return 1

    def list_legal_actions(self) -> int:
        for state in self.positions:
            list(state.legal_actions())
        return len(self.positions)

    def sample_legal_action(self) -> int:
        rng = Random(3)
        for state in self.positions:
            state.legal_actions().sample(rng)
        return len(self.positions)

    def copy_position(self) -> int:
        for state in self.positions:
            state.copy()
        return len(self.positions)

    def description(self) -> str:
        """How long the games are, and how much there is to choose from."""
        lengths = [len(actions) for _, actions in self.replays]
        choices = [len(state.legal_actions()) for state in self.positions]
        return (
            f"{self.game.key}, {self.players}p: {statistics.mean(lengths):.0f} actions a game; "
            f"legal actions of a position: median {statistics.median(choices):.0f}, most {max(choices)}"
        )

    def jobs(self) -> dict[str, tuple[Callable[[], int], str | None]]:
        """What is measured, and its peer."""
        of = f"{self.game.key}, {self.players}p:"
        return {
            f"{of} replay from memory, actions": (self.replay_from_memory, SAN),
            f"{of} log text to verdict, actions": (lambda: self.text_to_verdict(cold=False), PGN),
            f"{of} no line remembered, actions": (lambda: self.text_to_verdict(cold=True), PGN),
            f"{of} random playout, games": (lambda: self.playout("random"), PLAYOUT),
            f"{of} greedy bot, games": (lambda: self.playout("greedy"), PLAYOUT),
            f"{of} list all legal actions, positions": (self.list_legal_actions, None),
            f"{of} sample a legal action, positions": (self.sample_legal_action, None),
            f"{of} copy a position, positions": (self.copy_position, None),
        }


def rate(work: Callable[[], int]) -> float:
    """Units per second of CPU time."""
    units, start = 0, time.process_time()
    while (spent := time.process_time() - start) < AT_LEAST_SECONDS:
        units += work()
    return units / spent


def main() -> None:
    """Run all and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"default: {' '.join(GAMES)}")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    unknown = set(options.games) - GAMES.keys()
    if unknown:
        parser.error(f"unknown game {', '.join(sorted(unknown))}")
    chess_marks = ChessMarks()
    jobs: dict[str, tuple[Callable[[], int], str | None]] = {
        SAN: (chess_marks.push_san, None),
        PGN: (chess_marks.read_game, None),
        PLAYOUT: (chess_marks.random_playout, None),
    }
    print(f"{options.rounds} rounds, medians, CPU time, CPython {sys.version.split()[0]}")
    for key in options.games or GAMES:
        game = GAMES[key]
        for players in (game.player_counts[0], game.player_counts[-1]):
            marks = GameMarks(game, players)
            print(marks.description())
            jobs |= marks.jobs()
    rates: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(options.rounds):
        for name, (work, _) in jobs.items():
            rates[name].append(rate(work))
    print(f"{'':52} {'per second':>12} {'µs each':>12} {'to peer':>8}")
    for name, (_, peer) in jobs.items():
        median = statistics.median(rates[name])
        ratio = (
            f"{statistics.median(a / b for a, b in zip(rates[name], rates[peer], strict=True)):8.3f}" if peer else ""
        )
        print(f"{name:52} {median:12,.1f} {1e6 / median:12.2f} {ratio}")


if __name__ == "__main__":
    main()
