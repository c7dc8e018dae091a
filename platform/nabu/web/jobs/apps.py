from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "nabu.web.jobs"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.core.sentences import LANGUAGE
        from nabu.web.jobs.texts import TEXTS

        LANGUAGE.learn(TEXTS)
