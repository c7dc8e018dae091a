from django.apps import AppConfig


class PracticeConfig(AppConfig):
    name = "nabu.practice"

    def ready(self) -> None:
        from nabu.practice.job import TEXTS
        from nabu.sentences import LANGUAGE

        LANGUAGE.learn(TEXTS)
