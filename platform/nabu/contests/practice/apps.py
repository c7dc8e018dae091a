from django.apps import AppConfig


class PracticeConfig(AppConfig):
    name = "nabu.contests.practice"

    def ready(self) -> None:
        from nabu.contests.practice.demo_removal import TEXTS as DEMO_TEXTS
        from nabu.contests.practice.job import TEXTS
        from nabu.core.sentences import LANGUAGE

        LANGUAGE.learn(TEXTS)
        LANGUAGE.learn(DEMO_TEXTS)
