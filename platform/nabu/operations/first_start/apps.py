from django.apps import AppConfig


class FirstStartConfig(AppConfig):
    name = "nabu.operations.first_start"
