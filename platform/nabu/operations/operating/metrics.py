"""`/metrics` for each host and `/metrics/site` for all of them together, as Prometheus reads them."""

from __future__ import annotations

import hmac
from collections.abc import Iterator

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry
from prometheus_client.core import Metric
from prometheus_client.exposition import choose_encoder
from prometheus_client.registry import Collector

from nabu.core.collectors import OF_INSTANCE, OF_SITE, Collect
from nabu.core.counters import counted


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """What the web processes of this host have counted, and how the host does."""
    _check(request)
    return _answer(request, counted(), OF_INSTANCE)


@never_cache
@require_safe
def site_metrics(request: HttpRequest) -> HttpResponse:
    """What the database and the broker say, the same on every host. Without the database there is no answer (503)."""
    _check(request)
    return _answer(request, CollectorRegistry(), OF_SITE)


class _Asked(Collector):
    def __init__(self, functions: list[Collect]) -> None:
        self.functions = functions

    def collect(self) -> Iterator[Metric]:
        for function in self.functions:
            yield from function()


def _answer(request: HttpRequest, registry: CollectorRegistry, functions: list[Collect]) -> HttpResponse:
    registry.register(_Asked(functions))
    encode, content_type = choose_encoder(request.headers.get("Accept", ""))
    return HttpResponse(encode(registry), content_type=content_type)


def _check(request: HttpRequest) -> None:
    """For whoever has the token, and for staff. Nobody else learns that there is something."""
    if not (_has_token(request) or (request.user.is_active and request.user.is_staff)):
        raise Http404


def _has_token(request: HttpRequest) -> bool:
    scheme, _space, given = request.headers.get("Authorization", "").partition(" ")
    wanted = settings.METRICS_TOKEN
    return bool(wanted) and scheme.lower() == "bearer" and hmac.compare_digest(given.strip().encode(), wanted.encode())
