from django.apps import AppConfig


class ProfilesConfig(AppConfig):
    name = "nabu.people.profiles"

    def ready(self) -> None:
        from nabu.people.profiles.players import link_picture  # noqa: F401
