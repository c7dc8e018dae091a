from django.apps import AppConfig

from nabu.sentences import LANGUAGE
from nabu.webhooks.texts import TEXTS


class WebhooksConfig(AppConfig):
    name = "nabu.webhooks"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.webhooks import receivers, tasks  # noqa: F401

        LANGUAGE.learn(TEXTS)
