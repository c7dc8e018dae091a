from django.apps import AppConfig

from nabu.contests.tournaments.texts import TEXTS
from nabu.core.sentences import LANGUAGE


class TournamentsConfig(AppConfig):
    name = "nabu.contests.tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.accounts.audit.acting import register
        from nabu.contests.tournaments import receivers  # noqa: F401
        from nabu.contests.tournaments.acting import acting_role
        from nabu.contests.tournaments.follow import link_pictures  # noqa: F401
        from nabu.contests.tournaments.rounds.jobs import TEXTS as JOB_TEXTS

        LANGUAGE.learn(JOB_TEXTS)
        LANGUAGE.learn(TEXTS)
        register(acting_role)
