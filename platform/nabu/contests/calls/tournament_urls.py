"""Addresses of calls and messages of an event, among the tournament's."""

from django.urls import path

from nabu.contests.calls.contact import views as contact
from nabu.contests.calls.director import views as director
from nabu.contests.calls.limits import views as limits

urlpatterns = [
    path("<int:pk>/calls/", director.calls, name="calls"),
    path("<int:pk>/calls/line/", director.line, name="calls_line"),
    path("<int:pk>/calls/settings/", limits.call_settings, name="call_settings"),
    path("calls/<int:pk>/take/", director.take, name="call_take"),
    path("calls/<int:pk>/close/", director.close, name="call_close"),
    path("calls/<int:pk>/block/", limits.block_caller, name="call_block"),
    path("blocks/<int:pk>/remove/", limits.unblock, name="unblock"),
    path("<int:pk>/contact/", contact.tournament_contact, name="contact"),
]
