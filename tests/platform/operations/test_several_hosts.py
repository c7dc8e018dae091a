"""Two hosts are two processes with folders of their own on one database: they agree on who somebody is, on forms, and
on pages to the last byte."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from nabu.contests.clubs.models import Club
from nabu.web.shared_pages.entry import MADE_AT
from tests.platform.scenario import account, make_event

HOST = {"host": "localhost"}
OTHER_HOST = """
import json, sys

import django

django.setup()
from django.test import Client

asked = json.load(sys.stdin)
visitor, person = Client(headers=asked["headers"]), Client(headers=asked["headers"], enforce_csrf_checks=True)
page = visitor.get(asked["page"])
person.cookies.load(asked["cookies"])
sent, again = person.post(asked["form"], asked["fields"]), person.post(asked["form"], {"name": "Without a token"})
print(json.dumps([page.content.decode(), page.get("ETag"), sent.status_code, again.status_code]))
"""


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_session_a_form_and_a_page_are_the_same_on_each_host(
    site_environment: dict[str, str], tmp_path: Path
) -> None:
    address = f"/tournaments/{make_event(players=4).tournament.pk}/"
    here = Client(headers=HOST)
    here.force_login(account("ana"))
    token = re.search('name="csrfmiddlewaretoken" value="([^"]+)"', here.get("/clubs/").content.decode())
    assert token
    asked = {
        "headers": HOST,
        "page": address,
        "form": "/clubs/new/",
        "cookies": {name: morsel.value for name, morsel in here.cookies.items()},
        "fields": {"name": "Made elsewhere", "csrfmiddlewaretoken": token[1]},
    }
    seen = Client(headers=HOST).get(address)
    own = {"NABU_VAR": str(tmp_path), "NABU_FACTS": str(tmp_path / "facts"), "SECRET_KEY": settings.SECRET_KEY}
    page, etag, sent, again = there(asked, {**site_environment, **own})
    assert (sent, again) == (302, 403)
    assert Club.objects.get(name="Made elsewhere").memberships.get().user.username == "ana"
    assert MADE_AT.sub(b"", page.encode()) == MADE_AT.sub(b"", seen.content)
    assert etag == seen["ETag"]
    assert "Made elsewhere" in Client(headers=HOST).get("/clubs/").content.decode()


def there(asked: dict[str, Any], environment: dict[str, str]) -> Any:
    """What another process answers."""
    paths = {"PYTHONPATH": ":".join(map(str, (settings.ROOT / "platform", settings.ROOT)))}
    done = subprocess.run(
        [sys.executable, "-c", OTHER_HOST],
        cwd=settings.ROOT,
        env={**environment, **paths, "DJANGO_SETTINGS_MODULE": "nabu.settings"},
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
