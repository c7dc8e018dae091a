from django.apps import AppConfig


class AnnouncementsConfig(AppConfig):
    name = "nabu.contests.announcements"
    default_auto_field = "django.db.models.BigAutoField"
