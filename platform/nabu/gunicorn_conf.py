"""How gunicorn serves the platform, on a developer's machine and in the container alike."""

import gc
import os
import sys
from pathlib import Path
from typing import Any

from nabu.core.die_with_parent import die_with_parent
from nabu.core.local_site import forget_counters
from nabu.core.readiness import tell_ready
from nabu.core.serving import process
from nabu.settings import BIND, LOGGING, WEB_PROCESSES

wsgi_app = "nabu.asgi:application"
# An event loop for streams and for those who wait; Django runs in a few threads beside it (nabu.core.serving).
worker_class = "asgi"
worker_connections = 4000
# Imported once for all processes.
preload_app = True
bind = BIND
workers = WEB_PROCESSES
graceful_timeout = 5
# A process whose event loop stands still so long hangs, however busy the machine is; one that dies is noticed at once.
timeout = 300
# nabu.operations.operating writes one line a request. The lines of the master look the same, and its log is reopened
# too.
accesslog = None
logconfig_dict = LOGGING
# Its control socket would stand in the home folder.
control_socket_disable = True


def on_starting(_server: Any) -> None:
    """What the processes of an earlier start have counted is over."""
    forget_counters(Path(os.environ["PROMETHEUS_MULTIPROC_DIR"]))


def when_ready(_server: Any) -> None:
    """On a new site, say how it is set up. On a machine that is not set up like the others, say so.

    What was imported is never garbage. Looking at all of it again, for 150 ms each time, was a tenth of the work of a
    full hall.
    """
    from django.db import connections

    from nabu.operations.first_start.code import log_code
    from nabu.statistics.store.place import say_if_elsewhere

    log_code()
    say_if_elsewhere()
    # The processes open their own.
    connections.close_all()
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 10)


def post_fork(_server: Any, worker: Any) -> None:
    """A worker ends with its master, whatever ends that."""
    process.worker = worker
    die_with_parent(worker.ppid)
    # So long the event loop waits for every busy thread before it may go on (usually 5 ms), and so does whoever comes
    # back from the database: a report asks it twenty times while all other tables wait for the same lock.
    sys.setswitchinterval(0.0002)


def post_worker_init(_worker: Any) -> None:
    """The first process that comes up answers what has been asked meanwhile."""
    tell_ready()
