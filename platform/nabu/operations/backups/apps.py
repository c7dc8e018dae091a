from django.apps import AppConfig


class BackupsConfig(AppConfig):
    name = "nabu.operations.backups"
