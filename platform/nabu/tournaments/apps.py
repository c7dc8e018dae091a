from django.apps import AppConfig

from nabu.sentences import LANGUAGE
from nabu.tournaments.texts import TEXTS


class TournamentsConfig(AppConfig):
    name = "nabu.tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.audit.acting import register
        from nabu.tournaments import receivers  # noqa: F401
        from nabu.tournaments.acting import acting_role
        from nabu.tournaments.rounds.jobs import TEXTS as JOB_TEXTS

        LANGUAGE.learn(JOB_TEXTS)
        LANGUAGE.learn(TEXTS)
        register(acting_role)
