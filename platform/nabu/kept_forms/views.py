"""What a visitor had sent can be thrown away."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from nabu.kept_forms.middleware import KEPT


@require_POST
def discard(request: HttpRequest) -> HttpResponse:
    """Forget it, and show the page of the form as it is."""
    kept = request.session.pop(KEPT, None)
    return redirect(kept["back"] if kept and request.user.is_authenticated else "home")
