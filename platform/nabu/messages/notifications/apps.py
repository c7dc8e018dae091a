from django.apps import AppConfig

from nabu.core.sentences import LANGUAGE


class NotificationsConfig(AppConfig):
    name = "nabu.messages.notifications"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.messages.notifications import receivers, tasks  # noqa: F401
        from nabu.messages.notifications.accounts import TEXTS as ACCOUNT_TEXTS
        from nabu.messages.notifications.texts import TEXTS

        LANGUAGE.learn(TEXTS)
        LANGUAGE.learn(ACCOUNT_TEXTS)
