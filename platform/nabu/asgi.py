"""The ASGI application that gunicorn serves."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nabu.settings")
django.setup(set_prefix=False)

from django.conf import settings  # noqa: E402
from django.urls import get_resolver  # noqa: E402

from nabu.core.serving.gate import Gate  # noqa: E402
from nabu.core.serving.handler import Handler  # noqa: E402
from nabu.core.serving.process import is_stopping  # noqa: E402
from nabu.web.live.hub import Hub  # noqa: E402
from nabu.web.live.stream import Live  # noqa: E402

# gunicorn imports this once and then makes its processes: they begin with all pages loaded.
get_resolver().url_patterns  # noqa: B018
hub = Hub(is_stopping)
application = Gate(Handler(), Live(hub), settings.WEB_THREADS, hub.heard)
