"""What happened to the crowd, written down while it happens, and printed as a table."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from benchmarks.load.processes import Figures

BUSY, CONFLICT = 503, 409
TOURNAMENT, RESULTS = "tournament", "results"
"""What live pages are told about, as the streams call it."""

PART = ", part"
"""How the names of those kinds end that open pages ask for by themselves."""

GROUPS = (
    ("all pages", "page", ""),
    ("all parts", "page", PART),
    ("all searches", "search", ""),
    ("all uploads", "write: upload", ""),
    ("all writes", "write", ""),
)
"""What is also summed up, and how the names of its kinds begin, and end."""


@dataclass
class Book:
    """All requests of a crowd, by kind. What was answered with 503 stands apart: the person waits and asks again.

    Every other request counts with its time, failed ones too, so that a site gains nothing by failing.
    """

    begin: float = field(default_factory=time.monotonic)
    end: float = 0.0
    """When the crowd goes home: what was begun is finished, nothing is begun."""

    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    rush: tuple[float, float] | None = None
    """The seconds that are also summed up alone, of whatever is due in them."""

    rushed: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """The same times, of the rush."""

    unchanged: Counter[str] = field(default_factory=Counter)
    busy: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    errors: Counter[tuple[str, str]] = field(default_factory=Counter)
    verdicts: list[float] = field(default_factory=list)
    changes: dict[str, list[tuple[float, float]]] = field(default_factory=lambda: defaultdict(list))
    """When a change of the hall was asked for and answered, by what is changed: its tournament, or also its results."""

    late: list[float] = field(default_factory=list)
    """How long after its time each request of a schedule was sent: what the load generator itself was busy."""

    done: list[str] = field(default_factory=list)
    """The address of every write that was answered with success: tests/faults looks whether all of it is there."""

    streams: int = 0
    events: int = 0
    delays: list[float] = field(default_factory=list)
    """Of each change and stream: from the answer to the event; 0 if the event came before the answer."""

    @property
    def open(self) -> bool:
        """The crowd is still here."""
        return time.monotonic() < self.end

    def write_down(self, kind: str, start: float, status: int, headers: Mapping[str, str]) -> None:
        """An answer to a request of this kind, which was begun at `start`."""
        if status == BUSY:
            self.busy[kind] += 1
            if "retry-after" not in headers:
                self.errors[kind, "503 without Retry-After"] += 1
            return
        self._time(kind, start)
        if status == 304:
            self.unchanged[kind] += 1
        elif status == CONFLICT:
            self.refused[kind] += 1
        elif not 200 <= status < 400:
            self.errors[kind, str(status)] += 1

    def fail(self, kind: str, start: float, problem: str) -> None:
        """A request that got no answer."""
        self._time(kind, start)
        self.errors[kind, problem] += 1

    def note(self, kind: str, status: int) -> None:
        """An answer that ends something else than a request: a stream."""
        if status == BUSY:
            self.busy[kind] += 1
        else:
            self.errors[kind, str(status)] += 1

    def change(self, asked: float, *, result: bool) -> None:
        """A change of the hall's tournament that was asked for then was answered just now."""
        for topic in (TOURNAMENT, RESULTS)[: 1 + result]:
            self.changes[topic].append((asked, time.monotonic()))

    def print(self) -> None:
        """The table of requests, and what else was counted."""
        seconds = self.end - self.begin
        total = sum(map(len, self.times.values()))
        print(f"\n{total} requests in {seconds:.0f} s: {total / seconds:.1f} a second\n")
        print(f"{'':28}{'count':>7}{'304':>6}{'409':>6}{'503':>6}{'errors':>8}", end="")
        print("".join(f"{name:>9}" for name in ("p50 s", "p95 s", "p99 s", "max s")))
        for kind in sorted({*self.times, *self.busy}):
            self._print_row(kind, [kind])
        print()
        for name, *ends in GROUPS:
            kinds = _of_group(self.times, *ends)
            if kinds:
                self._print_row(name, kinds)
        if self.rush:
            within = f"within {self.rush[1] - self.rush[0]:.0f} s:"
            for name, *ends in GROUPS:
                times = [seconds for kind in _of_group(self.rushed, *ends) for seconds in self.rushed[kind]]
                if times:
                    _line(f"{within} {name.removeprefix('all ')}", times)
        print()
        if self.verdicts:
            _line("verdicts, after the upload", self.verdicts)
        if self.late:
            _line("sent later than due", self.late)
        if self.streams:
            print(f"{self.streams} live streams, {self.events} events told")
            _line("events, after the change", self.delays)
        print(f"answers 503: {self.busy.total()}   errors: {self.errors.total()}")
        for (kind, what), count in sorted(self.errors.items()):
            print(f"    {kind}: {what}: {count}")

    def _time(self, kind: str, start: float) -> None:
        """It was due at `start`, and is done."""
        seconds = time.monotonic() - start
        self.times[kind].append(seconds)
        if self.rush and self.rush[0] <= start <= self.rush[1]:
            self.rushed[kind].append(seconds)

    def _print_row(self, name: str, kinds: Sequence[str]) -> None:
        times = [seconds for kind in kinds for seconds in self.times[kind]]
        failed = sum(count for (kind, _what), count in self.errors.items() if kind in kinds)
        counts = (sum(counter[kind] for kind in kinds) for counter in (self.unchanged, self.refused, self.busy))
        print(f"{name:28}{len(times):7}{''.join(f'{count:6}' for count in counts)}{failed:8}{percentiles(times)}")


def print_processes(figures: Figures, seconds: float) -> None:
    """CPU and memory of every process."""
    print(f"\n{'':28}{'CPU s':>9}{'cores':>9}{'RSS MB':>9}")
    for name, (cpu, memory) in sorted(figures.items(), key=lambda item: -item[1][0]):
        print(f"{name:28}{cpu:9.1f}{cpu / seconds:9.2f}{memory:9.0f}")


def _of_group(kinds: Iterable[str], start: str, end: str) -> list[str]:
    """Those of these kinds that belong to a group."""
    return [kind for kind in kinds if kind.startswith(start) and kind.endswith(PART) == (end == PART)]


def _line(name: str, seconds: Sequence[float]) -> None:
    print(f"{name:28}{len(seconds):7}{'':26}{percentiles(seconds)}")


def percentiles(seconds: Sequence[float]) -> str:
    """The median, the 95th and the 99th percentile, and the most of these times, as columns of the table."""
    return "".join(f"{value:9.3f}" for value in _at(sorted(seconds), (0.5, 0.95, 0.99, 1)))


def _at(ordered: Sequence[float], shares: Iterable[float]) -> Iterator[float]:
    """The values below which these shares lie, by nearest rank."""
    for share in shares:
        if ordered:
            yield ordered[max(0, -int(-share * len(ordered) // 1) - 1)]
