"""Addresses of clubs."""

from django.urls import include, path

from nabu.people.profiles.clubs import consent_views, views

app_name = "clubs"

urlpatterns = [
    path("", views.club_list, name="list"),
    path("new/", views.new, name="new"),
    path("<int:pk>/", views.detail, name="detail"),
    path("<int:pk>/rename/", views.rename, name="rename"),
    path("<int:pk>/delete/", views.delete, name="delete"),
    path("<int:pk>/rating-consent/", consent_views.agree, name="agree"),
    path("<int:pk>/rating-consent/withdraw/", consent_views.withdraw, name="withdraw"),
    path("<int:pk>/members/", views.set_member, name="set_member"),
    path("members/<int:pk>/remove/", views.remove_member, name="remove_member"),
    path("", include("nabu.site.page_urls.club_seasons")),
    path("", include("nabu.site.page_urls.club_suspensions")),
]
