"""Addresses of clubs."""

from django.urls import include, path

from nabu.contests.calls.contact.views import club_contact
from nabu.people.profiles.clubs import consent_views, views
from nabu.people.profiles.feeds import views as feed_views

app_name = "clubs"

urlpatterns = [
    path("", views.club_list, name="list"),
    path("new/", views.new, name="new"),
    path("<int:pk>/", views.detail, name="detail"),
    path("<int:pk>/calendar.ics", feed_views.club_calendar, name="calendar_feed"),
    path("<int:pk>/feed.atom", feed_views.club_atom, name="atom_feed"),
    path("<int:pk>/rename/", views.rename, name="rename"),
    path("<int:pk>/delete/", views.delete, name="delete"),
    path("<int:pk>/rating-consent/", consent_views.agree, name="agree"),
    path("<int:pk>/rating-consent/withdraw/", consent_views.withdraw, name="withdraw"),
    path("<int:pk>/members/", views.set_member, name="set_member"),
    path("<int:pk>/contact/", club_contact, name="contact"),
    path("members/<int:pk>/remove/", views.remove_member, name="remove_member"),
    path("", include("nabu.site.page_urls.club_seasons")),
    path("", include("nabu.site.page_urls.club_suspensions")),
]
