"""What open pages cost.

    python -m benchmarks.streams

opens streams of live pages to a site with one web process, and tells them of changes; then many processes listen to one
broker.

CPU time of the processes, so that other work on the machine changes little. docs/scaling.md has the figures.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from benchmarks import ROOT
from benchmarks.load.processes import Processes
from benchmarks.load.server import SQLITE, Place, free_port, own_folder, running, services

CHANGES, SECONDS_BETWEEN = 10, 2.0
"""Longer than a beat of the streams (1.5 s), so that every change is told to every page."""

TOPIC = "tournament-1"
MESSAGES = 2000


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.streams", description=__doc__)
    parser.add_argument("--streams", type=int, nargs="+", default=[500, 1000, 1900])
    parser.add_argument("--listeners", type=int, nargs="+", default=[2, 20, 200])
    arguments = parser.parse_args()
    with own_folder() as folder:
        place = Place(ROOT, folder, SQLITE, free_port())
        with services(place) as environment:
            environment |= {"WEB_CONCURRENCY": "1", "NABU_WORKERS": "1"}
            with running(place, environment):
                os.environ.update(environment)
                import django

                django.setup()
                asyncio.run(open_pages(place.port, arguments.streams))
                many_listeners(arguments.listeners)


async def open_pages(port: int, sizes: list[int]) -> None:
    """So many open pages, and what they cost while nothing happens and when something does."""
    from nabu.web.live.channel import publisher
    from nabu.web.live.tickets import address_of

    address = address_of([(TOPIC, 0)])
    processes, number = Processes(), 0
    _cpu, empty = processes.now()["web"]
    print(f"web process without a stream: {empty:.0f} MB\n")
    print(f"{'streams':>8}{'KB each':>9}{'idle, ms of CPU a second':>26}{'told':>8}{'ms of CPU a page told':>23}")
    for size in sizes:
        pages = [await _open(port, address) for _page in range(size)]
        _used(processes)
        await asyncio.sleep(20)
        idle = _used(processes) / 20
        _cpu, memory = processes.now()["web"]
        told = [asyncio.create_task(_events(reader)) for reader, _writer in pages]
        _used(processes)
        for _change in range(CHANGES):
            number += 1
            await asyncio.to_thread(publisher.publish, {TOPIC: number})
            await asyncio.sleep(SECONDS_BETWEEN)
        cpu = _used(processes)
        for _reader, writer in pages:
            writer.close()
        events = sum(await asyncio.gather(*told))
        cost = 1000 * (cpu - idle * CHANGES * SECONDS_BETWEEN) / max(events, 1)
        print(f"{size:8}{1000 * (memory - empty) / size:9.0f}{1000 * idle:26.1f}{events:8}{cost:23.3f}")
        await asyncio.sleep(3)


async def _open(port: int, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {address} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    status = await reader.readline()
    if b" 200 " not in status:
        raise SystemExit(f"no stream: {status.decode()}")
    return reader, writer


async def _events(reader: asyncio.StreamReader) -> int:
    """How many changes the page is told of, until it is closed."""
    found = 0
    try:
        while line := await reader.readline():
            found += line.startswith(b"event: changed")
    except OSError:
        pass
    return found


_last = 0.0


def _used(processes: Processes) -> float:
    """CPU seconds of the web process since the last call."""
    global _last
    cpu, _memory = processes.now()["web"]
    used, _last = cpu - _last, cpu
    return used


def many_listeners(sizes: list[int]) -> None:
    """So many web processes hear of each change: what that costs the broker."""
    from nabu.web.live.channel import publisher

    processes = Processes()
    print(f"\n{'listening':>10}{'broker, ms of CPU a change':>28}{'each web process':>18}")
    for size in sizes:
        with listening(size):
            before = processes.now()
            for number in range(MESSAGES):
                publisher.publish({TOPIC: number})
            time.sleep(1)
            after = processes.now()
        broker, web = (1000 * (after[name][0] - before[name][0]) / MESSAGES for name in ("broker", "web"))
        print(f"{size:10}{broker:28.3f}{web:18.3f}")


@contextmanager
def listening(size: int) -> Iterator[None]:
    """So many connections to the channel, which are read."""
    import redis
    from django.conf import settings

    from nabu.web.live.channel import channel

    clients = [redis.Redis.from_url(settings.REDIS_URL).pubsub() for _client in range(size)]
    for client in clients:
        client.subscribe(channel())
    ended = threading.Event()

    def read() -> None:
        while not ended.is_set():
            for client in clients:
                while client.get_message(timeout=0):
                    pass
            time.sleep(0.01)

    reader = threading.Thread(target=read)
    reader.start()
    try:
        yield
    finally:
        ended.set()
        reader.join()
        for client in clients:
            client.close()


if __name__ == "__main__":
    main()
