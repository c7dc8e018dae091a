from django.apps import AppConfig


class PracticeConfig(AppConfig):
    name = "nabu.practice"

    def ready(self) -> None:
        from nabu.practice.job import play
        from nabu.tournaments.jobs import JOBS
        from nabu.tournaments.models import Job

        JOBS[Job.Kind.SIMULATE] = play
