from django.apps import AppConfig

from nabu.push.texts import TEXTS
from nabu.sentences import LANGUAGE


class PushConfig(AppConfig):
    name = "nabu.push"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.push import receivers, tasks  # noqa: F401

        LANGUAGE.learn(TEXTS)
