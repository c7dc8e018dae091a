"""One file with everything that a site keeps, and a site from such a file; such files on schedule."""

from django.apps import AppConfig

from nabu.core.sentences import LANGUAGE
from nabu.operations.backups.texts import TEXTS


class BackupsConfig(AppConfig):
    name = "nabu.operations.backups"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.operations.backups import checks, state, tasks  # noqa: F401 - they register themselves

        LANGUAGE.learn(TEXTS)
