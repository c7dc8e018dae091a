from django.apps import AppConfig


class PracticeConfig(AppConfig):
    name = "nabu.contests.practice"

    def ready(self) -> None:
        from nabu.contests.practice.job import TEXTS
        from nabu.core.sentences import LANGUAGE

        LANGUAGE.learn(TEXTS)
