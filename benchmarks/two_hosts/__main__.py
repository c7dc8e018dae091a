"""Two hosts, each with a folder of its own, on one PostgreSQL and one broker behind a balancer: do they agree?

    python -m benchmarks.two_hosts
    python -m benchmarks.two_hosts --facts shared --minutes 2
    python -m benchmarks.two_hosts --facts s3://bucket/nabu --checkout ../other

When both hosts have begun to count, an organiser plays small tournaments through the balancer; in the middle a worker
is killed. Then the same pages are asked for by turns at each host and at the balancer, for some minutes, and at last at
a third host that is new and empty. Everything listens on loopback only, lives in a temporary folder, and is gone at the
end. docs/operating.md says what hosts share.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Timer
from urllib.parse import urlencode

from benchmarks import ROOT
from benchmarks.load.server import NotReady, free_port, own_folder, postgres_and_broker
from benchmarks.two_hosts import hosts
from benchmarks.two_hosts.asking import Answer, Client, checks_of, samples_of
from benchmarks.two_hosts.evening import ACCOUNT, GAME, PASSWORD, Evening, token_of
from benchmarks.two_hosts.hosts import Host, Shared

OWN, SHARED = "own", "shared"
PAGES = {
    "home": "/",
    "standings": "/tournaments/1/standings/",
    "sources": f"/dashboards/{GAME}/sources/",
    "seats": f"/dashboards/{GAME}/seats/",
    "sources, API": f"/api/v1/dashboards/{GAME}/sources/",
    "seats, API": f"/api/v1/dashboards/{GAME}/seats/",
    "players, API": f"/api/v1/dashboards/{GAME}/players/",
}
COUNTED = PAGES["seats, API"]
WARM_TIMES = 5
BY_TURNS = 8
"""So often a page is asked for at the balancer."""

WARM_UP_SECONDS = 180
EVERY_SECONDS = 30
TOLD = r"facts|statistic|store"
"""What the log of a host, its status page and its metrics call the store of the statistics."""


def main() -> None:
    """Start the hosts, play, and print what each of them says."""
    wanted = arguments()
    signal.signal(signal.SIGTERM, lambda *_any: sys.exit("stopped"))
    with own_folder() as folder:
        try:
            with servers(wanted, folder) as (shared, port):
                compare(wanted, shared, port)
        except NotReady as reason:
            sys.exit(str(reason))


def arguments() -> argparse.Namespace:
    """The arguments of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.two_hosts",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--facts",
        default=OWN,
        help="NABU_FACTS: `own` in the folder of each host (default), `shared` by all, or an address taken as it is",
    )
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="another setting of all hosts; may be repeated"
    )
    parser.add_argument("--tournaments", type=int, default=24, help="how many are played (default: 24)")
    parser.add_argument("--tables", type=int, default=5, help="of each tournament (default: 5)")
    parser.add_argument("--minutes", type=float, default=5, help="for how long the hosts are watched (default: 5)")
    parser.add_argument("--checkout", type=Path, default=ROOT, help="whose site is started (default: this one)")
    return parser.parse_args()


@contextmanager
def servers(wanted: argparse.Namespace, folder: Path) -> Iterator[tuple[Shared, int]]:
    """The database and the broker, what all hosts share, and the port of the balancer to come."""
    separate = hosts.can_separate()
    with postgres_and_broker(folder) as addresses:
        port = free_port()
        more = dict(each.split("=", 1) for each in wanted.set)
        settings = hosts.shared_settings(addresses, port) | more
        shared = Shared(wanted.checkout.resolve(), folder, settings, separate)
        print(f"code of {shared.checkout}, facts: {wanted.facts}")
        print(f"{os.cpu_count()} cores, load of the machine before: {os.getloadavg()[0]:.2f}")
        print("own mount namespaces and host names" if separate else "NO own mount namespaces: this system allows none")
        yield shared, port


def compare(wanted: argparse.Namespace, shared: Shared, port: int) -> None:
    """The whole story."""
    facts = {OWN: "", SHARED: str(shared.folder / "facts")}.get(wanted.facts, wanted.facts)
    if wanted.facts == SHARED:
        Path(facts).mkdir()
    names = ("host-a", "host-b", "host-c")
    folders = {name: shared.folder / name for name in names}
    for path in folders.values():
        path.mkdir()

    def host(name: str, parts: Sequence[str]) -> Host:
        return Host(shared, name, parts, facts, [path for other, path in folders.items() if other != name])

    first, second, empty = host(names[0], hosts.ALL), host(names[1], hosts.NO_BEAT), host(names[2], hosts.WEB_ONLY)
    set_up(first)
    with ExitStack() as stack:
        for one in (first, second):
            stack.callback(one.stop)
            one.start()
        stack.enter_context(hosts.balancer(shared.folder / "nginx", port, [first, second]))
        time.sleep(1)
        both = {"A": first, "B": second}
        cookies = agreement(first, second)
        evening = Evening(Client(port, f"Token {token_of(Client(port))}"))
        warm_up(both, evening)
        play(wanted, evening, second)
        watch(both, port, 60 * wanted.minutes, evening.verified)
        stack.callback(empty.stop)
        empty.start()
        everybody = {**both, "C, new": empty}
        print_pages(everybody, port, evening.verified)
        print_operations(everybody, shared.settings["NABU_METRICS_TOKEN"], cookies)
        print_stores(everybody)


def set_up(host: Host) -> None:
    """The database, the static files and the organiser, who is staff too. Raises NotReady."""
    password = {"DJANGO_SUPERUSER_PASSWORD": PASSWORD}
    for command in (
        ["migrate", "--noinput", "--verbosity", "0"],
        ["collectstatic", "--noinput", "--verbosity", "0", "--ignore", "refresh.py", "--ignore", "redoc"],
        ["createsuperuser", "--noinput", "--username", ACCOUNT, "--email", "organiser@example.org"],
    ):
        done = host.manage(*command, **password)
        if done.returncode:
            raise NotReady(f"manage.py {command[0]} failed:\n{done.stderr[-3000:]}")


def agreement(first: Host, second: Host) -> dict[str, str]:
    """Sign in with the form of one host at the other one. Returns the cookies."""
    client = Client(first.port)
    page = client.get("/accounts/login/")
    found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.body)
    fields = {"csrfmiddlewaretoken": found[1] if found else "", "login": ACCOUNT, "password": PASSWORD}
    there = Client(second.port, cookies=client.cookies)
    signed_in = there.submit("/accounts/login/", urlencode(fields).encode())
    again = Client(first.port, cookies=there.cookies).get("/status/")
    print(f"\nthe form of A, sent to B: status {signed_in.status}; then a page for staff at A: status {again.status}")
    return there.cookies


def warm_up(both: dict[str, Host], evening: Evening) -> None:
    """Play one tournament and wait until each host counts something, or says that it does not: a new store is filled
    more thoroughly than one that is kept up to date."""
    evening.play(1, 1)
    end = time.monotonic() + WARM_UP_SECONDS
    while time.monotonic() < end:
        answers = [Client(host.port).get(COUNTED) for host in both.values()]
        if all(answer.games or answer.status != 200 for answer in answers):
            return
        time.sleep(1)
    print(f"after {WARM_UP_SECONDS} s not every host counts the first game")


def play(wanted: argparse.Namespace, evening: Evening, second: Host) -> None:
    """Play through the balancer. In the middle the second host's worker is killed, and started again as by systemd."""
    again = Timer(hosts.RESTART_SECONDS, second.start_part, [hosts.WORKER])

    def kill() -> None:
        second.kill(hosts.WORKER)
        again.start()

    evening.play(wanted.tournaments, wanted.tables, kill)
    print(
        f"played in {evening.seconds:.0f} s, the worker of B killed in the middle: {len(evening.sent)} logs accepted, "
        f"{len(evening.refused)} refused, {evening.verified} became results"
    )
    for reason in evening.refused[:3]:
        print(f"    refused: {reason}")


def watch(both: dict[str, Host], port: int, seconds: float, played: int) -> None:
    """What the hosts count, every half minute."""
    print(f"\ngames of the seats table (API); played: {played}")
    print(f"{'after':>8}{''.join(f'{name:>14}' for name in both)}   through the balancer")
    begin = time.monotonic()
    while True:
        counts = [Client(host.port).get(COUNTED).counted for host in both.values()]
        turns = ", ".join(Client(port).get(COUNTED).counted for _time in range(BY_TURNS // 2))
        passed = time.monotonic() - begin
        print(f"{passed:6.0f} s{''.join(f'{count:>14}' for count in counts)}   {turns}", flush=True)
        if passed >= seconds:
            return
        time.sleep(min(EVERY_SECONDS, max(1.0, seconds - passed)))


def print_pages(everybody: dict[str, Host], port: int, played: int) -> None:
    """Each page at each host, and by turns at the balancer."""
    counts = f"{'status':>7}{'games':>7}{'missing':>9}"
    print(f"\n{'page':16}{'host':10}{counts}  {'body':10}{'ETag':12}{'first ms':>9}{'warm ms':>9}")
    for title, path in PAGES.items():
        for name, host in everybody.items():
            client = Client(host.port)
            cold = client.get(path)
            warm = [client.get(path) for _time in range(WARM_TIMES)]
            print(f"{title:16}{name:10}{_row(cold, played)}{_ms([cold])}{_ms(warm)}")
        turns = [Client(port).get(path) for _time in range(BY_TURNS)]
        said = [answer.counted for answer in turns]
        etags = len({answer.headers.get("etag", "") for answer in turns})
        by_turns = said[0] if len(set(said)) == 1 else ", ".join(said)
        print(f"{title:16}{'balancer':10}{by_turns}, {BY_TURNS} requests, {etags} different ETags", flush=True)


def _row(answer: Answer, played: int) -> str:
    games = answer.games if answer.status == 200 else None
    missing = "" if games is None else str(played - games)
    etag = answer.headers.get("etag", "none").strip('W/"')[:10]
    counted = "" if games is None else str(games)
    return f"{answer.status:7}{counted:>7}{missing:>9}  {answer.digest:10}{etag:12}"


def _ms(answers: Sequence[Answer]) -> str:
    return f"{1000 * statistics.median(answer.seconds for answer in answers):9.0f}"


def print_operations(everybody: dict[str, Host], token: str, cookies: dict[str, str]) -> None:
    """What monitors, staff and the logs are told about the statistics."""
    for name, host in everybody.items():
        health = Client(host.port).get("/healthz")
        print(f"\n{name}: /healthz status {health.status} {health.body}")
        status = Client(host.port, cookies=cookies).get("/status/")
        checks = checks_of(status.body)
        attention = [part for part, (badge, _said) in checks.items() if badge and badge != "OK"]
        print(f"{name}: /status/ status {status.status}, needs attention: {', '.join(attention) or 'nothing'}")
        for part, (badge, said) in checks.items():
            if re.search(TOLD, part, re.IGNORECASE) or part == "Workers":
                print(f"    {part}: {badge or '-'}: {said}")
        metrics = Client(host.port, f"Bearer {token}").get("/metrics")
        samples = samples_of(metrics.body, "nabu_facts")
        print(f"{name}: /metrics status {metrics.status}, {samples or 'nothing about the facts'}")
        said = [line for part in host.parts for line in host.log(part).splitlines() if is_warning(line)]
        print(f"{name}: {len(said)} warnings about the statistics in its logs")
        for line in said[:3]:
            print(f"    {line[:300]}")


def is_warning(line: str) -> bool:
    """Whether a line of a log is more than information, and about the statistics."""
    return bool(re.search(r"WARNING|ERROR|CRITICAL", line) and re.search(TOLD, line, re.IGNORECASE))


def print_stores(everybody: dict[str, Host]) -> None:
    """What `manage.py facts compare` finds on each host."""
    print()
    for name, host in everybody.items():
        done = host.manage("facts", "compare", "--game", GAME)
        lines = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        missing = sum("is missing" in line for line in lines)
        said = lines[0] if lines else ""
        print(f"{name}: facts compare ends with status {done.returncode}, {missing} games missing; {said}")


if __name__ == "__main__":
    main()
