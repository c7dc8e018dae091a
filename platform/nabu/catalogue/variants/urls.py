"""Addresses of variants."""

from django.urls import path

from nabu.catalogue.variants import views

app_name = "variants"

urlpatterns = [
    path("", views.game_list, name="games"),
    path("<int:pk>/", views.detail, name="detail"),
    path("<int:pk>/retire/", views.retire, name="retire"),
    path("new/<slug:game>/", views.new, name="new"),
    path("<slug:game>/", views.variant_list, name="list"),
]
