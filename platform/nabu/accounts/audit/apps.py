from django.apps import AppConfig


class AuditConfig(AppConfig):
    name = "nabu.accounts.audit"
    default_auto_field = "django.db.models.BigAutoField"
