"""`/healthz`: is this web process able to serve pages?"""

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from nabu.supervisor.broker import answers


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Status 200 while the database answers. A missing broker is reported, but pages work without it."""
    database, broker = _database_answers(), answers(settings.REDIS_URL)
    body = {"status": "ok" if database else "failed", "database": database, "broker": broker}
    return JsonResponse(body, status=200 if database else 503)


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return bool(cursor.fetchone() == (1,))
    except DatabaseError:
        return False
