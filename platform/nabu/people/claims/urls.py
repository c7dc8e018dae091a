"""Addresses about claims, invitations and merges."""

from django.urls import path

from nabu.people.claims import helper_views, views

app_name = "claims"

urlpatterns = [
    path("claim/", views.enter_code, name="code"),
    path("claim/<str:code>/", views.claim, name="claim"),
    path("helpers/", helper_views.enter_code, name="helper_code"),
    path("helpers/<str:code>/", helper_views.accept, name="helper"),
    path("players/<int:pk>/claim/", views.ask, name="ask"),
    path("players/<int:pk>/claim/dismiss/", views.dismiss, name="dismiss"),
    path("players/<int:pk>/merge/", views.merge, name="merge"),
    path("merges/<int:pk>/undo/", views.undo, name="undo"),
    path("claims/<int:pk>/approve/", views.approve, name="approve"),
    path("claims/<int:pk>/refuse/", views.refuse, name="refuse"),
    path("tournaments/<int:pk>/guests/", views.guests, name="guests"),
    path("tournaments/<int:pk>/guests/invite/", views.invite_all, name="invite_all"),
    path("tournaments/<int:pk>/guests/codes/", views.codes, name="codes"),
    path("tournaments/<int:pk>/guests/revoke/", views.revoke, name="revoke"),
    path("tournaments/entries/<int:pk>/invite/", views.invite, name="invite"),
]
