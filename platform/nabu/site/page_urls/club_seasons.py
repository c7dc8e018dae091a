"""Addresses of the seasons of clubs, among those of clubs."""

from django.urls import path

from nabu.people.profiles.clubs import season_views

urlpatterns = [
    path("<int:pk>/season/", season_views.season_page, name="season"),
    path("<int:pk>/season.csv", season_views.season_csv, name="season_csv"),
    path("<int:pk>/season/players/<int:player>/", season_views.year_sums, name="year_sums"),
    path("<int:pk>/seasons/new/", season_views.new, name="season_new"),
    path("<int:pk>/seasons/<int:season>/", season_views.ruled_season, name="ruled_season"),
    path("<int:pk>/seasons/<int:season>.csv", season_views.ruled_csv, name="ruled_csv"),
    path("<int:pk>/seasons/<int:season>/players/<int:player>/", season_views.ruled_sums, name="ruled_sums"),
    path("<int:pk>/seasons/<int:season>/edit/", season_views.edit, name="season_edit"),
    path("<int:pk>/seasons/<int:season>/change-back/", season_views.change_back, name="season_change_back"),
    path("<int:pk>/seasons/<int:season>/delete/", season_views.delete, name="season_delete"),
    path("<int:pk>/seasons/<int:season>/events/", season_views.leave_out, name="season_leave_out"),
    path("<int:pk>/seasons/<int:season>/final/", season_views.final, name="season_final"),
]
