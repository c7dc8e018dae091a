from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "nabu.jobs"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.jobs.texts import TEXTS
        from nabu.sentences import LANGUAGE

        LANGUAGE.learn(TEXTS)
