"""All addresses under /api/: version 1 of the REST API, its schema and its documentation."""

from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.routers import SimpleRouter

from nabu.board.reviews.api import AlternativeView, ReviewView, TournamentReviewsView
from nabu.board.reviews.player.api import PlayerReviewsView
from nabu.catalogue.games.api import ComponentSetViewSet, GameViewSet
from nabu.catalogue.variants.api import VariantViewSet
from nabu.contests.announcements.api import AnnouncementsOfTournament, AnnouncementViewSet
from nabu.contests.calls.contact.api import ConversationsOfClub, ConversationsOfTournament, ConversationViewSet
from nabu.contests.calls.director.api import CallOfTable, CallsOfTournament, CallViewSet
from nabu.contests.calls.limits.api import BlocksOfTournament, BlockViewSet, CallSettingsOfTournament
from nabu.contests.dates.api import DatesOfTournament, OverdueTableViewSet
from nabu.contests.ratings.api import RatingViewSet
from nabu.contests.results.approval.api import RatingObjectionsOfTournament, RatingObjectionViewSet
from nabu.contests.results.corrections.api import CorrectionView
from nabu.contests.results.history.api import ApprovalViewSet, ChangeViewSet
from nabu.contests.results.logs.api import LogViewSet, SubmissionViewSet
from nabu.contests.results.objections.api import ObjectionViewSet
from nabu.contests.results.reseating.api import SeatChangeView
from nabu.contests.results.table.api import ReportViewSet, TableViewSet
from nabu.contests.series.api import AgainOfTournament, SeriesViewSet
from nabu.contests.tournaments.api import TournamentViewSet
from nabu.contests.tournaments.entries.api import EntryViewSet, SeedingViewSet
from nabu.contests.tournaments.entries.presence_api import CheckInViewSet
from nabu.contests.tournaments.fees.api import EntryPaymentViewSet, FeesOfTournament, RegistrationPaymentViewSet
from nabu.contests.tournaments.jobs_api import JobViewSet
from nabu.contests.tournaments.penalties.api import PenaltiesOfTournament, PenaltyViewSet
from nabu.contests.tournaments.prizes.api import PrizesOfTournament
from nabu.contests.tournaments.registration.api import RegistrationsOfTournament, RegistrationViewSet
from nabu.contests.tournaments.restrictions.api import RestrictionsOfTournament, RestrictionViewSet
from nabu.contests.tournaments.roles.api import RoleInvitationViewSet, RolesOfTournament, RoleViewSet
from nabu.contests.tournaments.rounds.api import RoundViewSet, StageViewSet
from nabu.contests.tournaments.setup.api import SetupOfStage, SetupOfTournament
from nabu.contests.tournaments.setup.formats_api import FormatViewSet
from nabu.contests.tournaments.standings.breakdown_api import StageStandingViewSet
from nabu.messages.notifications.api import MailView
from nabu.messages.webhooks.api import DeliveryViewSet, WebhooksOfTournament, WebhookViewSet
from nabu.messages.webhooks.feed_api import EventsView
from nabu.people.claims.api import (
    ClaimedPlayerViewSet,
    ClaimViewSet,
    HelperViewSet,
    InvitationsOfTournament,
    InvitedEntryViewSet,
    MergeViewSet,
)
from nabu.people.profiles.clubs.api import ClubViewSet, MembershipViewSet
from nabu.people.profiles.clubs.season_api import SeasonViewSet
from nabu.people.profiles.clubs.suspension_api import OwnSuspensionViewSet, SuspensionViewSet
from nabu.people.profiles.players.api import MeView, PlayerViewSet, TokenView, TokenViewSet
from nabu.people.profiles.privacy.api import ArchiveOfPlayerView, MyArchiveView
from nabu.statistics.dashboards.anatomy.api import AnatomyView
from nabu.statistics.dashboards.files.api import FilesView
from nabu.statistics.dashboards.player.against.api import SideBySideView
from nabu.statistics.dashboards.player.api import PlayerStatisticsView
from nabu.statistics.dashboards.player.board.api import PlayerBoardView
from nabu.statistics.dashboards.player.opening.api import PlayerOpeningsView
from nabu.statistics.dashboards.questions.cards.api import CardsView, PairsView
from nabu.statistics.dashboards.questions.games.api import GamesView
from nabu.statistics.dashboards.questions.openings.api import OpeningsView
from nabu.statistics.dashboards.questions.overview.api import SpreadView
from nabu.statistics.dashboards.questions.players.api import PlayersView
from nabu.statistics.dashboards.questions.seats.api import SeatsView
from nabu.statistics.dashboards.questions.sources.api import CourseView, SourcesView, WinnersView
from nabu.statistics.dashboards.questions.variants.api import VariantsView
from nabu.statistics.lab.api import ExperimentViewSet
from nabu.web.rest.base import not_found
from nabu.web.rest.description import DescriptionView
from nabu.web.rest.index import IndexView

app_name = "api"

router = SimpleRouter(use_regex_path=False)
router.register("tokens", TokenViewSet, "account-token")
router.register("players", PlayerViewSet, "player")
router.register("players", ClaimedPlayerViewSet, "claimed-player")
router.register("claims", ClaimViewSet, "claim")
router.register("merges", MergeViewSet, "merge")
router.register("tournaments", InvitationsOfTournament, "invitation")
router.register("entries", InvitedEntryViewSet, "invited-entry")
router.register("games", GameViewSet, "game")
router.register("games/<slug:game>/component-sets", ComponentSetViewSet, "component-set")
router.register("variants", VariantViewSet, "variant")
router.register("formats", FormatViewSet, "format")
router.register("tournaments", TournamentViewSet, "tournament")
router.register("tournaments", SeedingViewSet, "seeding")
router.register("tournaments", CheckInViewSet, "check-in")
router.register("tournaments", FeesOfTournament, "fees")
router.register("entries", EntryPaymentViewSet, "entry-payment")
router.register("registrations", RegistrationPaymentViewSet, "registration-payment")
router.register("tournaments", PenaltiesOfTournament, "tournament-penalty")
router.register("tournaments", RegistrationsOfTournament, "tournament-registration")
router.register("registrations", RegistrationViewSet, "registration")
router.register("tournaments", RestrictionsOfTournament, "tournament-restriction")
router.register("tournaments", RolesOfTournament, "tournament-role")
router.register("tournaments", PrizesOfTournament, "prize")
router.register("tournaments", SetupOfTournament, "setup")
router.register("stages", SetupOfStage, "stage-setup")
router.register("roles", RoleViewSet, "role")
router.register("clubs", ClubViewSet, "club")
router.register("clubs/<int:club>/seasons", SeasonViewSet, "season")
router.register("clubs/<int:club>/suspensions", SuspensionViewSet, "suspension")
router.register("memberships", MembershipViewSet, "membership")
router.register("penalties", PenaltyViewSet, "penalty")
router.register("restrictions", RestrictionViewSet, "restriction")
router.register("entries", EntryViewSet, "entry")
router.register("stages", StageViewSet, "stage")
router.register("stages/<int:stage>/standings", StageStandingViewSet, "stage-standing")
router.register("rounds", RoundViewSet, "round")
router.register("jobs", JobViewSet, "job")
router.register("tables", TableViewSet, "table")
router.register("tournaments", DatesOfTournament, "dates")
router.register("tables", OverdueTableViewSet, "overdue-table")
router.register("reports", ReportViewSet, "report")
router.register("objections", ObjectionViewSet, "objection")
router.register("submissions", SubmissionViewSet, "submission")
router.register("logs", LogViewSet, "log")
router.register("ratings", RatingViewSet, "rating")
router.register("webhooks", WebhookViewSet, "webhook")
router.register("deliveries", DeliveryViewSet, "delivery")
router.register("experiments", ExperimentViewSet, "experiment")
router.register("changes", ChangeViewSet, "change")
router.register("tournaments", ApprovalViewSet, "approval")
router.register("tournaments", RatingObjectionsOfTournament, "tournament-rating-objection")
router.register("rating-objections", RatingObjectionViewSet, "rating-objection")
router.register("tournaments", AnnouncementsOfTournament, "tournament-announcement")
router.register("announcements", AnnouncementViewSet, "announcement")
router.register("tournaments", CallsOfTournament, "tournament-call")
router.register("tournaments", CallSettingsOfTournament, "tournament-call-settings")
router.register("tournaments", BlocksOfTournament, "tournament-block")
router.register("tournaments", ConversationsOfTournament, "tournament-conversation")
router.register("clubs", ConversationsOfClub, "club-conversation")
router.register("tables", CallOfTable, "director-call-of-table")
router.register("calls", CallViewSet, "director-call")
router.register("blocks", BlockViewSet, "block")
router.register("conversations", ConversationViewSet, "conversation")
router.register("tournaments", AgainOfTournament, "tournament-again")
router.register("series", SeriesViewSet, "series")
router.register("role-invitations", RoleInvitationViewSet, "role-invitation")
router.register("helpers", HelperViewSet, "helper")

urlpatterns = [
    path("v1/", IndexView.as_view(), name="index"),
    path("v1/events/", EventsView.as_view(), name="events"),
    path("v1/token/", TokenView.as_view(), name="token"),
    path("v1/me/", MeView.as_view(), name="me"),
    path("v1/me/mail/", MailView.as_view(), name="mail"),
    path("v1/me/suspensions/", OwnSuspensionViewSet.as_view({"get": "list"}), name="my_suspensions"),
    path("v1/me/export/", MyArchiveView.as_view(), name="my_archive"),
    path("v1/players/<int:id>/export/", ArchiveOfPlayerView.as_view(), name="player_archive"),
    path(
        "v1/tournaments/<int:pk>/webhooks/",
        WebhooksOfTournament.as_view({"get": "list", "post": "create"}),
        name="tournament-webhooks",
    ),
    path("v1/dashboards/<slug:game>/spread/", SpreadView.as_view(), name="dashboard_spread"),
    path("v1/dashboards/<slug:game>/sources/", SourcesView.as_view(), name="dashboard_sources"),
    path("v1/dashboards/<slug:game>/players/", PlayersView.as_view(), name="dashboard_players"),
    path("v1/dashboards/<slug:game>/winners/", WinnersView.as_view(), name="dashboard_winners"),
    path("v1/dashboards/<slug:game>/course/", CourseView.as_view(), name="dashboard_course"),
    path("v1/dashboards/<slug:game>/cards/", CardsView.as_view(), name="dashboard_cards"),
    path("v1/dashboards/<slug:game>/card-pairs/", PairsView.as_view(), name="dashboard_card_pairs"),
    path("v1/dashboards/<slug:game>/seats/", SeatsView.as_view(), name="dashboard_seats"),
    path("v1/dashboards/<slug:game>/openings/", OpeningsView.as_view(), name="dashboard_openings"),
    path("v1/dashboards/<slug:game>/variants/", VariantsView.as_view(), name="dashboard_variants"),
    path("v1/dashboards/<slug:game>/games/", GamesView.as_view(), name="dashboard_games"),
    path("v1/dashboards/<slug:game>/files/", FilesView.as_view(), name="dashboard_files"),
    path("v1/players/<int:id>/statistics/<slug:game>/", PlayerStatisticsView.as_view(), name="player_statistics"),
    path("v1/players/<int:id>/statistics/<slug:game>/openings/", PlayerOpeningsView.as_view(), name="player_openings"),
    path("v1/players/<int:id>/statistics/<slug:game>/board/", PlayerBoardView.as_view(), name="player_board"),
    path(
        "v1/players/<int:id>/statistics/<slug:game>/against/<int:other>/",
        SideBySideView.as_view(),
        name="player_against",
    ),
    path("v1/players/<int:id>/reviews/<slug:game>/", PlayerReviewsView.as_view(), name="player_reviews"),
    path("v1/logs/<slug:sha256>/review/", ReviewView.as_view(), name="log_review"),
    path("v1/logs/<slug:sha256>/review/<int:move>/", AlternativeView.as_view(), name="log_review_alternative"),
    path("v1/tournaments/<int:id>/reviews/", TournamentReviewsView.as_view(), name="tournament_reviews"),
    path("v1/tables/<int:id>/anatomy/", AnatomyView.as_view(), name="table_anatomy"),
    path("v1/rounds/<int:id>/seats/", SeatChangeView.as_view(), name="round_seats"),
    path("v1/tables/<int:id>/correction/", CorrectionView.as_view(), name="table_correction"),
    path("v1/", include(router.urls)),
    path("schema/", DescriptionView.as_view(), name="schema"),
    path("docs/", SpectacularSwaggerSplitView.as_view(url_name="api:schema"), name="docs"),
    re_path(r"[\s\S]*", not_found),
]
