"""The language of the pages: the account's choice, else the cookie's, else the browser's."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.utils import translation
from django.utils.translation import check_for_language
from django.views.decorators.http import require_POST
from django.views.i18n import set_language


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


@require_POST
def choose_language(request: HttpRequest) -> HttpResponseBase:
    """Switch the language by cookie, and remember it for an account."""
    response = set_language(request)
    language = request.POST.get("language", "")
    if request.user.is_authenticated and language and check_for_language(language):
        request.user.language = language
        request.user.save(update_fields=["language"])
    return response
