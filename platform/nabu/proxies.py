"""The client's address when reverse proxies of ours stand before the web server."""

from django.conf import settings
from django.http import HttpRequest


def client_ip(request: HttpRequest) -> str:
    """Return the address of the client as the outermost of our own proxies saw it.

    X-Forwarded-For grows to the right, and whatever the client wrote into it stands on the left: with n proxies of
    ours, the n-th entry from the right is the first that a client cannot forge.
    """
    if settings.NABU_PROXIES:
        forwarded = [part.strip() for part in request.headers.get("X-Forwarded-For", "").split(",") if part.strip()]
        if len(forwarded) >= settings.NABU_PROXIES:
            return str(forwarded[-settings.NABU_PROXIES])
    return str(request.META.get("REMOTE_ADDR", ""))
