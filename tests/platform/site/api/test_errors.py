"""What goes wrong is told in JSON, whatever it is."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from tests.platform.site.api.conftest import World


def test_an_error_of_ours_is_json_too(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_arguments: object) -> None:
        raise RuntimeError("broken on purpose")

    monkeypatch.setattr("nabu.contests.results.table.api.tables_with_everything", broken)
    client = APIClient(raise_request_exception=False)
    response = client.get(f"/api/v1/tables/{world.table.pk}/")
    assert response.status_code == 500
    assert "our side" in response.json()["detail"]
