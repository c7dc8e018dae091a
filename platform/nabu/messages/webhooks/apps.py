from django.apps import AppConfig

from nabu.core.sentences import LANGUAGE
from nabu.messages.webhooks.texts import TEXTS


class WebhooksConfig(AppConfig):
    name = "nabu.messages.webhooks"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.messages.webhooks import receivers, tasks  # noqa: F401

        LANGUAGE.learn(TEXTS)
