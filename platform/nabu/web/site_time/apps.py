from django.apps import AppConfig


class SiteTimeConfig(AppConfig):
    name = "nabu.web.site_time"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Mails and other texts with times are written by workers too."""
        from celery.signals import task_prerun  # noqa: PLC0415

        from nabu.web.site_time.zone import begin_task  # noqa: PLC0415

        task_prerun.connect(begin_task, dispatch_uid="nabu.web.site_time")
