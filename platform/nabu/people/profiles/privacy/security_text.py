"""`/.well-known/security.txt` (RFC 9116): where to report a security hole."""

from __future__ import annotations

from datetime import UTC, timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

VALID_FOR = timedelta(days=180)
"""The RFC recommends less than a year. The end is counted anew every day."""


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """The file; none where nobody has said how to be reached, because `Contact` is required."""
    contact = contact_address()
    if not contact:
        raise Http404
    today = timezone.now().astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    fields = {
        "Contact": contact,
        "Expires": f"{today + VALID_FOR:%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages": ", ".join(code for code, _name in settings.LANGUAGES),
        "Canonical": f"{settings.SITE_ADDRESS}{reverse('privacy:security_txt')}",
    }
    lines = "".join(f"{name}: {value}\n" for name, value in fields.items())
    return HttpResponse(lines, content_type="text/plain; charset=utf-8")


def contact_address() -> str:
    """How to reach whoever runs the site, as an address that a browser follows; empty if it is not set."""
    contact: str = settings.SITE_CONTACT
    return contact if not contact or ":" in contact else f"mailto:{contact}"
