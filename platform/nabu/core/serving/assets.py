"""Scripts, styles and pictures under names that change with their content, so that browsers may keep them for ever."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage

_IMPORTS = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns


class HashedAssets(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # it has no types
    """Also where one of our scripts imports another: a page never gets half of an older version.

    Not in scripts of others (`support_js_module_import_aggregation`): some name files that they do not bring.
    """

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("nabu/*.js", _IMPORTS[1]))
