"""Speed of the engine, with python-chess in the same run on the same core.

    .venv/bin/python benchmarks/engine.py [ROUNDS]

Every figure is CPU time. In each round every benchmark runs once, so that all of them see the same machine; printed
are medians over the rounds and, where a chess figure is its peer, the median of the rounds' ratios. A ply of chess and
an action of Babylonia are different amounts of work: the ratio is a yardstick, not a claim.
"""

from __future__ import annotations

import io
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import chess  # noqa: E402
import chess.pgn  # noqa: E402

from engine.babylonia.actions import BabyloniaAction  # noqa: E402
from engine.game import CHANCE, NOBODY, ScoreEvent, State  # noqa: E402
from engine.log.header import Header, read_header, start_game  # noqa: E402
from engine.log.replay import line_reader, replay  # noqa: E402
from engine.registry import get_game  # noqa: E402
from engine.simulate import play  # noqa: E402

GAME = get_game("babylonia")
LOGS = 40
AT_LEAST_SECONDS = 0.4


def focused_logs(players: int) -> list[bytes]:
    """Games in which sites are scored: greedy bots at every seat. Random games score little and flatter the engine."""
    return [play("babylonia", players, "seven_of_nine", ["greedy"], seed).log for seed in range(LOGS)]


def actions_of(log: bytes) -> tuple[Header, list[BabyloniaAction]]:
    """The header and the actions of a log."""
    lines = log.splitlines()
    header = read_header(lines[0])
    read = line_reader(GAME).read
    return header, [read(line) for line in lines[1:-1]]  # type: ignore[misc]


def chess_games(count: int, plies: int) -> list[list[str]]:
    """Random games of chess in SAN."""
    rng = Random(1)
    games = []
    while len(games) < count:
        board, moves = chess.Board(), []
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


class Benchmarks:
    """Each method does a piece of work once and returns how many units (plies, actions, games) it was."""

    def __init__(self) -> None:
        self.san = chess_games(LOGS, 119)
        self.pgn = [pgn_of(moves) for moves in self.san]
        self.logs = {players: focused_logs(players) for players in (2, 3, 4)}
        self.replays = {players: [actions_of(log) for log in logs] for players, logs in self.logs.items()}
        self.seed = 0
        self.positions = self.some_positions()

    def some_positions(self) -> list[State[BabyloniaAction]]:
        """Positions of focused two-player games in which a token is to be placed."""
        found = []
        for header, actions in self.replays[2][:10]:
            state = start_game(GAME, header)
            for number, action in enumerate(actions):
                state.apply(action)
                if number % 9 == 0 and state.to_move >= 0:
                    found.append(state.copy())
        return found

    def chess_push_san(self) -> int:
        for moves in self.san:
            board = chess.Board()
            for san in moves:
                board.push_san(san)
        return sum(map(len, self.san))

    def chess_read_game(self) -> int:
        for text in self.pgn:
            chess.pgn.read_game(io.StringIO(text), Visitor=chess.pgn.BoardBuilder)
        return sum(map(len, self.san))

    def chess_random_playout(self) -> int:
        rng, plies = Random(2), 0
        for _ in range(10):
            board = chess.Board()
            while plies % 120 != 119 and not board.is_game_over(claim_draw=False):
                board.push(rng.choice(list(board.legal_moves)))
                plies += 1
            plies += 1
        return plies

    def replay_from_memory(self, players: int) -> int:
        count = 0
        for header, actions in self.replays[players]:
            state = start_game(GAME, header)
            sources: list[dict[str, int]] = [{} for _ in header.seats]
            apply = state.apply
            for action in actions:
                for event in apply(action):
                    if type(event) is ScoreEvent:
                        of_seat = sources[event.seat]
                        of_seat[event.source] = of_seat.get(event.source, 0) + event.points
            count += len(actions)
        return count

    def text_to_verdict(self, players: int, cold: bool) -> int:
        count = 0
        for log in self.logs[players]:
            if cold:
                line_reader(GAME).known.clear()
            report = replay(log)
            assert report.verdict == "verified"
            count += report.actions
        return count

    def random_playout(self, players: int) -> int:
        games = 20
        for _ in range(games):
            self.seed += 1
            self._play("random", players)
        return games

    def greedy_playout(self, players: int) -> int:
        games = 10
        for _ in range(games):
            self.seed += 1
            self._play("greedy", players)
        return games

    def _play(self, bot_name: str, players: int) -> None:
        rng = Random(self.seed)
        bot = GAME.bots[bot_name]
        rules = GAME.ruleset("base", {})
        state = GAME.start(players, rules, "babylonia-2019", GAME.new_setup(players, rules, "babylonia-2019", rng))
        while state.to_move != NOBODY:
            state.apply(state.draw(rng) if state.to_move == CHANCE else bot.choose(state, rng))

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


def rate(work: Callable[[], int]) -> float:
    """Units per second of CPU time."""
    units, start = 0, time.process_time()
    while (spent := time.process_time() - start) < AT_LEAST_SECONDS:
        units += work()
    return units / spent


def main() -> None:
    """Run all and print a table."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    marks = Benchmarks()
    san, pgn, playout = "chess push_san, plies", "chess read_game(BoardBuilder), plies", "chess random playout, plies"
    jobs: dict[str, tuple[Callable[[], int], str | None]] = {
        san: (marks.chess_push_san, None),
        pgn: (marks.chess_read_game, None),
        playout: (marks.chess_random_playout, None),
    }
    for players in (2, 3, 4):
        jobs[f"replay from memory, {players}p, actions"] = (lambda n=players: marks.replay_from_memory(n), san)
    for players in (2, 4):
        jobs[f"log text to verdict, {players}p, actions"] = (lambda n=players: marks.text_to_verdict(n, False), pgn)
        jobs[f"the same, no line remembered, {players}p, actions"] = (
            lambda n=players: marks.text_to_verdict(n, True),
            pgn,
        )
    for players in (2, 4):
        jobs[f"random playout, {players}p, games"] = (lambda n=players: marks.random_playout(n), playout)
    for players in (2, 4):
        jobs[f"greedy bot, {players}p, games"] = (lambda n=players: marks.greedy_playout(n), playout)
    jobs["list all legal actions, positions"] = (marks.list_legal_actions, None)
    jobs["sample a legal action, positions"] = (marks.sample_legal_action, None)
    jobs["copy a position, positions"] = (marks.copy_position, None)

    rates: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(rounds):
        for name, (work, _) in jobs.items():
            rates[name].append(rate(work))
    print(f"{rounds} rounds, medians, CPU time, CPython {sys.version.split()[0]}")
    for players in (2, 3, 4):
        lengths = [len(actions) for _, actions in marks.replays[players]]
        print(f"focused games, {players}p: {statistics.mean(lengths):.0f} actions on average")
    print(f"{'':44} {'per second':>12} {'µs each':>10} {'to peer':>8}")
    for name, (_, peer) in jobs.items():
        median = statistics.median(rates[name])
        ratio = (
            f"{statistics.median(a / b for a, b in zip(rates[name], rates[peer], strict=True)):8.3f}" if peer else ""
        )
        print(f"{name:44} {median:12,.0f} {1e6 / median:10.2f} {ratio}")


if __name__ == "__main__":
    main()
