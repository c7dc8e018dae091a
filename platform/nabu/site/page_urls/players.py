"""Addresses of accounts and players."""

from django.urls import include, path

from nabu.people.profiles.clubs import consent_views
from nabu.people.profiles.feeds import views as feed_views
from nabu.people.profiles.players import token_views, views

app_name = "players"

urlpatterns = [
    path("players/", views.player_list, name="list"),
    path("players/<int:pk>/", views.player_detail, name="detail"),
    path("players/<int:pk>/calendar.ics", feed_views.player_calendar, name="calendar_feed"),
    path("players/<int:pk>/feed.atom", feed_views.player_atom, name="atom_feed"),
    path("calendar/personal.ics", feed_views.personal_calendar, name="personal_calendar"),
    path("accounts/calendar/", feed_views.calendar_page, name="calendar_page"),
    path("accounts/calendar/renew/", feed_views.calendar_renew, name="calendar_renew"),
    path("accounts/calendar/revoke/", feed_views.calendar_revoke, name="calendar_revoke"),
    path("players/<int:pk>/ratings/<slug:game>/", views.player_journal, name="journal"),
    path("", include("nabu.statistics.dashboards.player.urls")),
    path("", include("nabu.board.reviews.player.urls")),
    path("accounts/", views.account, name="account"),
    path("accounts/ratings/", consent_views.my_consents, name="consents"),
    path("", include("nabu.statistics.dashboards.exports.urls")),
    path("accounts/tokens/", token_views.account_tokens, name="tokens"),
    path("accounts/tokens/<int:pk>/revoke/", token_views.revoke, name="token_revoke"),
]
