"""Addresses of accounts and players."""

from django.urls import path

from nabu.dashboards.exports import views as exports_views
from nabu.dashboards.player import views as player_views
from nabu.players import token_views, views

app_name = "players"

urlpatterns = [
    path("players/", views.player_list, name="list"),
    path("players/<int:pk>/", views.player_detail, name="detail"),
    path("players/<int:pk>/ratings/<slug:game>/", views.player_journal, name="journal"),
    path("players/<int:pk>/statistics/<slug:game>/", player_views.statistics, name="statistics"),
    path(
        "players/<int:pk>/statistics/<slug:game>/<slug:table>.csv", player_views.statistics_csv, name="statistics_csv"
    ),
    path("accounts/signup/", views.sign_up, name="signup"),
    path("accounts/login/", views.LogIn.as_view(), name="login"),
    path("accounts/logout/", views.LogOut.as_view(), name="logout"),
    path("accounts/", views.account, name="account"),
    path("accounts/data/", exports_views.exports, name="exports"),
    path("accounts/data/everything.zip", exports_views.everything, name="everything"),
    path("accounts/tokens/", token_views.account_tokens, name="tokens"),
    path("accounts/tokens/<int:pk>/revoke/", token_views.revoke, name="token_revoke"),
    path("accounts/password/", views.ChangePassword.as_view(), name="password"),
]
