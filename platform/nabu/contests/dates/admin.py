"""Staff pages for dates: to look at; directors change them on the page of the tournament."""

from django.contrib import admin

from nabu.contests.dates.models import DateSettings, Extension, Reminder, RoundDate
from nabu.core.read_only_admin import ReadOnlyAdmin


@admin.register(DateSettings)
class DateSettingsAdmin(ReadOnlyAdmin):
    """When reminders go out."""

    list_display = ("tournament", "remind_hours")
    list_select_related = ("tournament",)


@admin.register(RoundDate)
class RoundDateAdmin(ReadOnlyAdmin):
    """Dates of rounds."""

    list_display = ("tournament", "stage", "number", "starts_at", "due_at")
    list_select_related = ("tournament",)


@admin.register(Extension)
class ExtensionAdmin(ReadOnlyAdmin):
    """Tables with a later deadline."""

    list_display = ("table", "due_at")
    list_select_related = ("table__round__stage__tournament",)


@admin.register(Reminder)
class ReminderAdmin(ReadOnlyAdmin):
    """Who was reminded."""

    list_display = ("round", "number", "due_at", "sent_at")
    list_select_related = ("round__stage__tournament",)
