from django.apps import AppConfig

from nabu.sentences import LANGUAGE


class NotificationsConfig(AppConfig):
    name = "nabu.notifications"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.notifications import receivers, tasks  # noqa: F401
        from nabu.notifications.accounts import TEXTS as ACCOUNT_TEXTS
        from nabu.notifications.texts import TEXTS

        LANGUAGE.learn(TEXTS)
        LANGUAGE.learn(ACCOUNT_TEXTS)
