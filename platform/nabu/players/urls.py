"""Addresses of accounts and players."""

from django.urls import path

from nabu.players import views

app_name = "players"

urlpatterns = [
    path("players/", views.player_list, name="list"),
    path("players/<int:pk>/", views.player_detail, name="detail"),
    path("players/<int:pk>/ratings/<slug:game>/", views.player_journal, name="journal"),
    path("accounts/signup/", views.sign_up, name="signup"),
    path("accounts/login/", views.LogIn.as_view(), name="login"),
    path("accounts/logout/", views.LogOut.as_view(), name="logout"),
    path("accounts/", views.account, name="account"),
    path("accounts/password/", views.ChangePassword.as_view(), name="password"),
]
