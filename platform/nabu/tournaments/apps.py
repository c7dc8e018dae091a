from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "nabu.tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.sentences import LANGUAGE
        from nabu.tournaments.rounds.jobs import TEXTS

        LANGUAGE.learn(TEXTS)
