"""Addresses of accounts and players."""

from django.urls import include, path

from nabu.people.profiles.clubs import consent_views
from nabu.people.profiles.players import token_views, views

app_name = "players"

urlpatterns = [
    path("players/", views.player_list, name="list"),
    path("players/<int:pk>/", views.player_detail, name="detail"),
    path("players/<int:pk>/ratings/<slug:game>/", views.player_journal, name="journal"),
    path("", include("nabu.statistics.dashboards.player.urls")),
    path("", include("nabu.board.reviews.player.urls")),
    path("accounts/", views.account, name="account"),
    path("accounts/ratings/", consent_views.my_consents, name="consents"),
    path("", include("nabu.statistics.dashboards.exports.urls")),
    path("accounts/tokens/", token_views.account_tokens, name="tokens"),
    path("accounts/tokens/<int:pk>/revoke/", token_views.revoke, name="token_revoke"),
]
