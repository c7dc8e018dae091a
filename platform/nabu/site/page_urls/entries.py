"""Addresses about the people of a tournament."""

from django.urls import path

from nabu.contests.tournaments.entries import consent_views, stand_in_views
from nabu.contests.tournaments.entries import presence_views as presence_views
from nabu.contests.tournaments.entries import views as entry_views
from nabu.contests.tournaments.fees import views as fee_views
from nabu.contests.tournaments.penalties import views as penalty_views
from nabu.contests.tournaments.quick_start import views as quick_start_views
from nabu.contests.tournaments.registration import views as registration_views
from nabu.contests.tournaments.restrictions import views as restriction_views

urlpatterns = [
    path("<int:pk>/entries/", entry_views.entries, name="entries"),
    path("<int:pk>/entries/names/", entry_views.add_names, name="add_names"),
    path("<int:pk>/entries/rename/", quick_start_views.names, name="names"),
    path("<int:pk>/entries/player/", entry_views.add_player, name="add_player"),
    path("<int:pk>/entries/by-rating/", entry_views.seed_by_rating, name="seed_by_rating"),
    path("<int:pk>/entries/by-draw/", entry_views.seed_by_draw, name="seed_by_draw"),
    path("entries/<int:pk>/", entry_views.entry, name="entry"),
    path("entries/<int:pk>/edit/", entry_views.edit, name="entry_edit"),
    path("entries/<int:pk>/move/", entry_views.move, name="entry_move"),
    path("entries/<int:pk>/up/", entry_views.move_up, name="entry_up"),
    path("entries/<int:pk>/down/", entry_views.move_down, name="entry_down"),
    path("entries/<int:pk>/remove/", entry_views.remove, name="entry_remove"),
    path("<int:pk>/check-in/", presence_views.check_in_page, name="check_in"),
    path("<int:pk>/check-in/open/", presence_views.open_check_in, name="check_in_open"),
    path("<int:pk>/check-in/close/", presence_views.close_check_in, name="check_in_close"),
    path("<int:pk>/check-in/everybody/", presence_views.check_in_everybody, name="check_in_all"),
    path("<int:pk>/check-in/me/", presence_views.own_check_in, name="own_check_in"),
    path("<int:pk>/leaving/", presence_views.leaving, name="leaving"),
    path("<int:pk>/starting/", presence_views.starting, name="starting"),
    path("entries/<int:pk>/check-in/", presence_views.check_in, name="entry_check_in"),
    path("entries/<int:pk>/check-out/", presence_views.check_out, name="entry_check_out"),
    path("entries/<int:pk>/drop/", presence_views.drop, name="entry_drop"),
    path("entries/<int:pk>/reinstate/", presence_views.reinstate, name="entry_reinstate"),
    path("entries/<int:pk>/bye/", presence_views.ask_for_bye, name="entry_ask_for_bye"),
    path("entries/<int:pk>/bye/take-back/", presence_views.take_back_bye, name="entry_take_back_bye"),
    path("entries/<int:pk>/accept/", consent_views.accept_entry, name="entry_accept"),
    path("entries/<int:pk>/decline/", consent_views.decline_entry, name="entry_refuse"),
    path("entries/<int:pk>/rating/agree/", consent_views.agree, name="entry_agree"),
    path("entries/<int:pk>/rating/decline/", consent_views.decline, name="entry_decline"),
    path("<int:pk>/registration/", registration_views.registration, name="registration"),
    path("<int:pk>/registration/register/", registration_views.register, name="register"),
    path("<int:pk>/registration/withdraw/", registration_views.withdraw, name="withdraw"),
    path("registrations/<int:pk>/accept/", registration_views.accept, name="registration_accept"),
    path("registrations/<int:pk>/decline/", registration_views.decline, name="registration_decline"),
    path("registrations/<int:pk>/move/", registration_views.move, name="registration_move"),
    path("<int:pk>/fees/", fee_views.fees_page, name="fees"),
    path("entries/<int:pk>/paid/", fee_views.pay, name="entry_pay"),
    path("entries/<int:pk>/paid/cancel/", fee_views.cancel_payment, name="entry_cancel_payment"),
    path("registrations/<int:pk>/paid/", fee_views.pay_registration, name="registration_pay"),
    path(
        "registrations/<int:pk>/paid/cancel/",
        fee_views.cancel_registration_payment,
        name="registration_cancel_payment",
    ),
    path("<int:pk>/stand-ins/add/", stand_in_views.add_stand_in, name="stand_in_add"),
    path("<int:pk>/stand-ins/me/", stand_in_views.stand_in_self, name="stand_in_self"),
    path("entries/<int:pk>/stand-in/", stand_in_views.mark, name="entry_stand_in"),
    path("entries/<int:pk>/late-points/", stand_in_views.late_points, name="entry_late_points"),
    path("<int:pk>/penalties/", penalty_views.penalties, name="penalties"),
    path("<int:pk>/penalties/give/", penalty_views.give, name="penalty_give"),
    path("penalties/<int:pk>/lift/", penalty_views.lift, name="penalty_lift"),
    path("<int:pk>/restrictions/", restriction_views.restrictions, name="restrictions"),
    path("<int:pk>/restrictions/add/", restriction_views.add, name="restriction_add"),
    path("restrictions/<int:pk>/remove/", restriction_views.remove, name="restriction_remove"),
]
