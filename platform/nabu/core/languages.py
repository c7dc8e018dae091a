"""The language of the pages: the account's choice, else the cookie's, else the browser's."""

from collections.abc import Callable
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponseBase, HttpResponseForbidden
from django.utils import translation
from django.utils.translation import check_for_language
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

OWN_SITE = ("same-origin", "none")


class AccountLanguage:
    """Middleware: show the pages in the language that the account has chosen."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        language = getattr(request.user, "language", "")
        if language and check_for_language(language):
            translation.activate(language)
            request.LANGUAGE_CODE = translation.get_language() or language
        return self.get_response(request)


@csrf_exempt
@require_POST
def choose_language(request: HttpRequest) -> HttpResponseBase:
    """Switch the language by cookie, and remember it for an account.

    The pages of visitors are made once for all of them and hold no token. Their choice only sets a cookie; browsers say
    where the form was sent from, and another site's is refused.
    """
    if request.user.is_authenticated:
        return _choose_for_account(request)
    return set_language(request) if _from_this_site(request) else HttpResponseForbidden()


@csrf_protect
def _choose_for_account(request: HttpRequest) -> HttpResponseBase:
    response = set_language(request)
    language = request.POST.get("language", "")
    if request.user.is_authenticated and language and check_for_language(language):
        request.user.language = language
        request.user.save(update_fields=["language"])
    return response


def _from_this_site(request: HttpRequest) -> bool:
    """By what every browser says; programs, which have no cookies of anybody, say nothing."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in OWN_SITE
    origin = request.headers.get("Origin")
    return origin is None or urlsplit(origin).netloc == request.get_host()
