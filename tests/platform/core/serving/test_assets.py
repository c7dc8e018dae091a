"""Scripts of production: every name changes with the content, also where one script imports another."""

from __future__ import annotations

import re
from pathlib import Path

from django.core.management import call_command
from django.test import override_settings

IMPORT = re.compile(r"""\b(?:import|from)\s*\(?\s*["'](\.[^"']+)["']""")


def test_scripts_import_each_other_by_names_that_change(tmp_path: Path) -> None:
    storage = {"staticfiles": {"BACKEND": "nabu.core.serving.assets.HashedAssets"}}
    # Compressing what others bring takes half a minute and says nothing about ours.
    others = ["vendor", "admin", "django_htmx", "drf_spectacular_sidecar", "rest_framework"]
    with override_settings(STATIC_ROOT=str(tmp_path), STORAGES=storage):
        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=["refresh.py", *others])
    modules = [path for path in (tmp_path / "nabu").rglob("*.js") if re.search(r"\.[0-9a-f]{12}\.js$", path.name)]
    imported = [(path, name) for path in modules for name in IMPORT.findall(path.read_text())]
    assert len(imported) > 20
    for path, name in imported:
        assert re.search(r"\.[0-9a-f]{12}\.js$", name), (path.name, name)
        assert (path.parent / name).resolve().exists(), (path.name, name)
