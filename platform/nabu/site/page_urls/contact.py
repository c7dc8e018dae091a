"""Addresses of conversations with organisers."""

from django.urls import path

from nabu.contests.calls.contact import views

app_name = "contact"

urlpatterns = [
    path("<int:pk>/", views.conversation, name="conversation"),
    path("<int:pk>/answer/", views.answer, name="answer"),
    path("<int:pk>/close/", views.close, name="close"),
    path("<int:pk>/block/", views.block, name="block"),
]
