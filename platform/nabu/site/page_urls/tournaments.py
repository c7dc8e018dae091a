"""Addresses of tournaments, their stages and rounds."""

from django.urls import include, path

from nabu.contests.practice import views as practice_views
from nabu.contests.results.approval import views as approval_views
from nabu.contests.results.history import views as history_views
from nabu.contests.results.reseating import views as reseating_views
from nabu.contests.tournaments import jobs_views as job_views
from nabu.contests.tournaments import views
from nabu.contests.tournaments.bracket import views as bracket_views
from nabu.contests.tournaments.cancelling import views as cancelling_views
from nabu.contests.tournaments.clock import views as clock_views
from nabu.contests.tournaments.exports import event_calendar
from nabu.contests.tournaments.exports import views as export_views
from nabu.contests.tournaments.feeds import views as feed_views
from nabu.contests.tournaments.finding import views as finding_views
from nabu.contests.tournaments.follow import views as follow_views
from nabu.contests.tournaments.imports import views as import_views
from nabu.contests.tournaments.prints import views as print_views
from nabu.contests.tournaments.prizes import views as prize_views
from nabu.contests.tournaments.projector import views as projector_views
from nabu.contests.tournaments.quick_start import views as quick_start_views
from nabu.contests.tournaments.roles import views as role_views
from nabu.contests.tournaments.rounds import current as current_round
from nabu.contests.tournaments.rounds import views as round_views
from nabu.contests.tournaments.setup import tie_break_views
from nabu.contests.tournaments.setup import views as setup_views
from nabu.contests.tournaments.standings import breakdown_views as breakdown_views
from nabu.contests.tournaments.standings import cross_table_views, embed_views
from nabu.contests.tournaments.standings import views as standings_views
from nabu.site.page_urls import entries as entry_urls

app_name = "tournaments"

urlpatterns = [
    path("", finding_views.tournament_list, name="list"),
    path("new/", setup_views.new, name="new"),
    path("quick/", quick_start_views.quick_start, name="quick_start"),
    path("practice/", practice_views.new, name="practice"),
    path("<int:pk>/practice/copy/", practice_views.copy, name="practice_copy"),
    path("<int:pk>/practice/play/", practice_views.play, name="practice_play"),
    path("<int:pk>/practice/delete/", practice_views.delete, name="practice_delete"),
    # The addresses from before it was called practice, for bookmarks and open pages.
    path("rehearsal/", practice_views.new, name="old_practice"),
    path("<int:pk>/rehearsal/copy/", practice_views.copy, name="old_practice_copy"),
    path("<int:pk>/rehearsal/play/", practice_views.play, name="old_practice_play"),
    path("<int:pk>/rehearsal/delete/", practice_views.delete, name="old_practice_delete"),
    path("<int:pk>/", views.detail, name="detail"),
    path("<int:pk>/edit/", views.edit, name="edit"),
    path("<int:pk>/delete/", views.delete, name="delete"),
    path("<int:pk>/lot/", views.redraw_lot, name="redraw_lot"),
    path("<int:pk>/roles/", role_views.roles, name="roles"),
    path("<int:pk>/roles/give/", role_views.give, name="role_give"),
    path("<int:pk>/hand-over/", role_views.hand_over, name="hand_over"),
    path("roles/<int:pk>/take/", role_views.take, name="role_take"),
    path("<int:pk>/roles/invite/", role_views.invite, name="role_invite"),
    path("roles/invitations/<int:pk>/revoke/", role_views.revoke, name="role_invitation_revoke"),
    path("<int:pk>/prizes/", prize_views.prizes, name="prizes"),
    path("<int:pk>/prizes/edit/", prize_views.edit_prizes, name="prizes_edit"),
    path("<int:pk>/prizes/prizes.csv", prize_views.prizes_csv, name="prizes_csv"),
    path("stages/<int:pk>/tie-breaks/", tie_break_views.change_tie_breaks, name="tie_breaks"),
    path("<int:pk>/start/", views.start, name="start"),
    path("<int:pk>/finish/", views.finish, name="finish"),
    path("<int:pk>/reopen/", views.reopen, name="reopen"),
    path("<int:pk>/standings/", standings_views.standings, name="standings"),
    path("<int:pk>/standings/embed/", embed_views.embedded, name="standings_embed"),
    path("<int:pk>/bracket/", bracket_views.bracket_page, name="bracket"),
    path("", include("nabu.statistics.dashboards.questions.tournament_urls")),
    path("", include("nabu.board.reviews.tournament_urls")),
    path("<int:pk>/audit/", history_views.audit, name="audit"),
    path("<int:pk>/ratings/", approval_views.ratings, name="ratings"),
    path("<int:pk>/approve/", approval_views.approve, name="approve"),
    path("<int:pk>/approve/withdraw/", approval_views.withdraw, name="withdraw_approval"),
    path("<int:pk>/ratings/object/", approval_views.object_to, name="ratings_object"),
    path("ratings/objections/<int:pk>/answer/", approval_views.answer, name="ratings_answer"),
    path("<int:pk>/ratings/exclude/", approval_views.exclude, name="ratings_exclude"),
    path("<int:pk>/ratings/restore/", approval_views.restore, name="ratings_restore"),
    path("changes/<int:pk>/", history_views.undo_page, name="undo"),
    path("changes/<int:pk>/undo/", history_views.undo_now, name="undo_now"),
    path("", include(entry_urls.urlpatterns)),
    path("<int:pk>/import/", import_views.import_page, name="import"),
    path("<int:pk>/import/preview/", import_views.import_preview, name="import_preview"),
    path("<int:pk>/import/confirm/", import_views.import_confirm, name="import_confirm"),
    path("<int:pk>/export/", export_views.export_page, name="export"),
    path("<int:pk>/export/<slug:table>.csv", export_views.export_csv, name="export_csv"),
    path("<int:pk>/export/tournament.json", export_views.export_json, name="export_json"),
    path("<int:pk>/export/tournament.trf", export_views.export_trf, name="export_trf"),
    path("<int:pk>/calendar.ics", event_calendar.calendar_file, name="calendar"),
    path("<int:pk>/print/", print_views.prints, name="prints"),
    path("<int:pk>/print/players/", print_views.print_people, name="print_people"),
    path("<int:pk>/print/standings/", print_views.print_standings, name="print_standings"),
    path("stages/<int:pk>/print/<slug:what>/", print_views.print_stage, name="print_stage"),
    path("stages/<int:pk>/cross-table/", cross_table_views.cross_table, name="cross_table"),
    path("stages/<int:pk>/cross-table.csv", cross_table_views.cross_table_csv, name="cross_table_csv"),
    path("rounds/<int:pk>/print/", print_views.round_prints, name="round_prints"),
    path("rounds/<int:pk>/print/<slug:what>/", print_views.print_round, name="print_round"),
    path("<int:pk>/projector/", projector_views.projector, name="projector"),
    path("<int:pk>/follow/", follow_views.follow, name="follow"),
    path("<int:pk>/follow/<int:player>/", follow_views.follow_player, name="follow_player"),
    path("<int:pk>/tables/", current_round.current_round, name="current_round"),
    path("<int:pk>/pair/", round_views.pair, name="pair"),
    path("<int:pk>/lock-and-pair/", round_views.lock_and_pair, name="lock_and_pair"),
    path("stages/<int:pk>/standings/<int:entry>/", breakdown_views.breakdown, name="breakdown"),
    path("stages/<int:pk>/finish/", round_views.finish_stage, name="stage_finish"),
    path("rounds/<int:pk>/", round_views.round_page, name="round"),
    path("time/", clock_views.server_time, name="server_time"),
    path("rounds/<int:pk>/clock/", clock_views.clock_page, name="round_clock"),
    path("rounds/<int:pk>/clock/<slug:do>/", clock_views.clock_change, name="round_clock_change"),
    path("rounds/<int:pk>/move/", round_views.move, name="round_move"),
    path("rounds/<int:pk>/seats/", reseating_views.seats, name="round_seats"),
    path("rounds/<int:pk>/seats/change/", reseating_views.change, name="round_seats_change"),
    path("rounds/<int:pk>/seats/number/", reseating_views.number, name="round_seats_number"),
    path("rounds/<int:pk>/stand-in/", round_views.seat_stand_in, name="round_stand_in"),
    path("seats/<int:pk>/stand-in/off/", round_views.take_off_stand_in, name="stand_in_off"),
    path("rounds/<int:pk>/reset/", round_views.back_to_proposal, name="round_reset"),
    path("rounds/<int:pk>/repair/", round_views.repair, name="round_repair"),
    path("rounds/<int:pk>/discard/", round_views.discard, name="round_discard"),
    path("rounds/<int:pk>/publish/", round_views.publish, name="round_publish"),
    path("rounds/<int:pk>/unpublish/", round_views.unpublish, name="round_unpublish"),
    path("rounds/<int:pk>/lock/", round_views.lock, name="round_lock"),
    path("rounds/<int:pk>/unlock/", round_views.unlock, name="round_unlock"),
    path("tables/<int:pk>/number/", round_views.renumber, name="table_renumber"),
    path("", include("nabu.contests.calls.tournament_urls")),
    path("<int:pk>/cancel/", cancelling_views.cancel, name="cancel"),
    path("<int:pk>/cancel/ratings/", cancelling_views.keep_ratings, name="keep_ratings"),
    path("calendar.ics", feed_views.calendar_feed, name="calendar_feed"),
    path("feed.atom", feed_views.atom_feed, name="atom_feed"),
    path("jobs/<int:pk>/", job_views.job_page, name="job"),
    path("jobs/<int:pk>/cancel/", job_views.cancel, name="job_cancel"),
    path("", include("nabu.contests.announcements.urls")),
]
