from django.apps import AppConfig


class ProfilesConfig(AppConfig):
    name = "nabu.people.profiles"
