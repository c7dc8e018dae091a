"""What a page must know to use the engine in the browser."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language

from engine.browser.desk import versions
from nabu.core.browser_engine.files import ENGINE, RUNTIME, index
from nabu.core.browser_engine.sources import digest_of_sources
from nabu.core.browser_engine.words import digest_of_words

DIGITS = 12
WORKER = "nabu/core/browser_engine/worker.js"
OFFLINE_AREAS = ("records", "play", "practise")
"""Areas whose pages can be kept on a device."""


def engine_config(area: str) -> dict[str, Any]:
    """For `static/nabu/core/browser_engine/engine.js`: addresses, and the versions of the server's engine. `area`
    is where the page lives ("records"): its worker has an address there, so that the area's service worker is
    asked for it too.

    Without a worker where the packed engine is not the one that runs here.
    """
    if index().sources != digest_of_sources():
        return {"worker": None, "versions": versions()}
    language = get_language() or "en"
    runtime = reverse("browser_engine:file", args=[index().runtime, RUNTIME[0]]).removesuffix(RUNTIME[0])
    engine = reverse("browser_engine:file", args=[index().engine, ENGINE[0]])
    worker = reverse("browser_engine:worker", args=[area, digest_of_worker()])
    english = language.partition("-")[0] == "en"
    words = None if english else reverse("browser_engine:words", args=[digest_of_words(language), language])
    files = [worker, static(WORKER), *(runtime + name for name in RUNTIME), engine, *([words] if words else [])]
    return {
        "worker": worker,
        "runtime": runtime,
        "engine": engine,
        "pyodide": index().pyodide,
        "words": words,
        "versions": versions(),
        "offline": reverse("browser_engine:offline", args=[area]) if area in OFFLINE_AREAS else None,
        "files": files,
    }


def worker_source() -> str:
    """The file that begins the worker. Its response alone allows WebAssembly, for all that the worker loads."""
    return f'import "{static(WORKER)}";\n'


@cache
def digest_of_worker() -> str:
    """What stands in the worker's address."""
    return hashlib.sha256(worker_source().encode()).hexdigest()[:DIGITS]
