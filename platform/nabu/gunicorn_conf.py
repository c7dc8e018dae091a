"""How gunicorn serves the platform, on a developer's machine and in the container alike."""

import os
from typing import Any

from nabu.die_with_parent import die_with_parent

wsgi_app = "nabu.asgi:application"
# ASGI, although few views are async: a page that waits for a stream must not keep a thread of its own.
worker_class = "asgi"
bind = os.environ.get("NABU_BIND", "127.0.0.1:8000")
workers = int(os.environ.get("WEB_CONCURRENCY", "1"))
graceful_timeout = 5
timeout = 60
accesslog = "-"
access_log_format = '%(h)s "%(m)s %(U)s" %(s)s %(b)s %(D)sus'
# Its control socket would stand in the home folder.
control_socket_disable = True


def post_fork(_server: Any, worker: Any) -> None:
    """A worker ends with its master, whatever ends that."""
    die_with_parent(worker.ppid)
