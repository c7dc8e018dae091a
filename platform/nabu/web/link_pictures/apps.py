from django.apps import AppConfig


class LinkPicturesConfig(AppConfig):
    name = "nabu.web.link_pictures"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from nabu.web.link_pictures import receivers  # noqa: F401
