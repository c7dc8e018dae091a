from django.apps import AppConfig

from nabu.core.sentences import LANGUAGE
from nabu.messages.push.texts import TEXTS


class PushConfig(AppConfig):
    name = "nabu.messages.push"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.messages.push import receivers, tasks  # noqa: F401

        LANGUAGE.learn(TEXTS)
