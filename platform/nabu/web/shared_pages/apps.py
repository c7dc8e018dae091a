from django.apps import AppConfig


class SharedPagesConfig(AppConfig):
    name = "nabu.web.shared_pages"
