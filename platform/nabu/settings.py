"""One settings file, read from the environment. docs/operating.md explains every variable, `nabu.core.environment` has
them.

Without `NABU_LOCAL` or `NABU_DEBUG` these are production settings. A process ends here if a variable cannot be meant or
a secret is missing, and says so.
`dev.py` and the tests set `NABU_LOCAL`: a site for this machine only, with a secret of its own and embedded services.
"""

import os
import sys
from datetime import timedelta
from pathlib import Path

from csp.constants import NONE, SELF, UNSAFE_INLINE
from django.contrib.messages.constants import ERROR
from django.utils.translation import gettext_lazy as _
from kombu import Exchange, Queue
from whitenoise.compress import Compressor

from nabu.core.environment import kinds
from nabu.core.environment import table as given
from nabu.core.environment.reading import Environment, InvalidEnvironment
from nabu.core.local_site import broker_socket, counters_folder, local_push_key, local_secret
from nabu.core.logs import log_settings

ROOT = Path(__file__).resolve().parents[2]
try:
    env = Environment(os.environ, given.TABLE, given.MAKE_LOCAL)
except InvalidEnvironment as problems:
    # Not an exception: every program that reads settings would print its own way here and not what is wrong.
    sys.exit(str(problems))

# --- Where we run -----------------------------------------------------------------------------------------------------

DEBUG, LOCAL = env[given.DEBUG], env.is_local
VAR = Path(env[given.VAR] or ROOT / "var").resolve()
SECRET_KEY = env[given.SECRET_KEY]
ALLOWED_HOSTS = list(env[given.ALLOWED_HOSTS])
REDIS_URL = env[given.REDIS_URL]
if LOCAL:
    VAR.mkdir(mode=0o700, parents=True, exist_ok=True)
    SECRET_KEY = SECRET_KEY or local_secret(VAR)
    ALLOWED_HOSTS += ["localhost", "127.0.0.1", "[::1]"]
    REDIS_URL = REDIS_URL or f"unix://{broker_socket(VAR)}"

# The address under which others reach the site: it stands in mails and webhooks, where no request says it.
SITE_ADDRESS = env[given.SITE_ADDRESS].rstrip("/") or (
    f"http://127.0.0.1:{env[given.PORT] or 8000}" if LOCAL else f"https://{ALLOWED_HOSTS[0].lstrip('.')}"
)

HTTPS = env[given.HTTPS]

# By these the web servers and workers of several hosts find out whether they have the same settings.
SITE_MARKS = env.marks(given.OF_THE_SITE, SECRET_KEY)

# --- Apps -------------------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "axes",
    "csp",
    "nabu.core.schema",
    "nabu.accounts.versions",
    "nabu.web.shared_pages",
    "nabu.accounts.audit",
    "nabu.accounts.players",
    "nabu.web.jobs",
    "nabu.web.idempotency",
    "nabu.web.live",
    "nabu.web.link_pictures",
    "nabu.web.quotas",
    "nabu.web.site_time",
    "nabu.contests.clubs",
    "nabu.catalogue.games",
    "nabu.catalogue.variants",
    "nabu.statistics.lab",
    "nabu.contests.tournaments",
    "nabu.contests.matches",
    "nabu.contests.ratings",
    "nabu.contests.domain_events",
    "nabu.contests.announcements",
    "nabu.contests.calls",
    "nabu.contests.dates",
    "nabu.contests.series",
    "nabu.messages.webhooks",
    "nabu.messages.notifications",
    "nabu.messages.push",
    "nabu.statistics.store",
    "nabu.statistics.dashboards",
    "nabu.contests.results",
    "nabu.board.reviews",
    "nabu.core.browser_engine",
    "nabu.board.records",
    "nabu.board.replay",
    "nabu.board.watch",
    "nabu.contests.practice",
    "nabu.people.claims",
    "nabu.people.profiles",
    "nabu.operations.demo",
    "nabu.operations.first_start",
    "nabu.operations.operating",
    "nabu.operations.supervisor",
    "nabu.operations.backups",
    # After those that write rows with names when a database was migrated.
    "nabu.core.name_keys",
]
MIDDLEWARE = [
    "nabu.operations.operating.middleware.RequestLog",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "nabu.core.browser_engine.middleware.PackedFiles",
    "nabu.core.serving.compression.CompressedPages",
    "nabu.web.site_time.middleware.SiteTimeZone",
    "nabu.web.shared_pages.middleware.SharedPages",
    "nabu.web.rest.cross_origin.CrossOrigin",
    "nabu.web.rest.rates.RateLimits",
    "nabu.web.rest.conditional.ConditionalReads",
    "nabu.core.answers.Answers",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "nabu.core.uploads.RefuseLargeRequests",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "nabu.core.languages.AccountLanguage",
    "nabu.web.sent_forms.SentForms",
    "nabu.web.idempotency.middleware.IdempotencyKeys",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "axes.middleware.AxesMiddleware",
    "nabu.core.outages.AnswerOutages",
]
ROOT_URLCONF = "nabu.site.urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "libraries": {"links": "nabu.core.links", "numbers": "nabu.core.charts.numbers"},
        },
    }
]

FORM_RENDERER = "nabu.core.forms.TablerRenderer"
# The names of Tabler's alerts.
MESSAGE_TAGS = {ERROR: "danger"}

# --- Database ---------------------------------------------------------------------------------------------------------

_database = env[given.DATABASE_URL]
DATABASES = {"default": dict(_database or kinds.DATABASE.read(f"sqlite:///{VAR}/nabu.sqlite3"))}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # Writers queue for the lock when they begin instead of failing half way, and take turns; docs/decisions.md.
    DATABASES["default"]["ENGINE"] = "nabu.core.sqlite"
    DATABASES["default"]["OPTIONS"] = {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA journal_size_limit=27103364;",
    }
else:
    if DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
        DATABASES["default"]["ENGINE"] = "nabu.core.postgresql"
    # A server that cannot be reached, or vanishes, is noticed within half a minute.
    DATABASES["default"]["OPTIONS"] = {
        "connect_timeout": 5,
        "keepalives_idle": 15,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": 30_000,
        **DATABASES["default"].get("OPTIONS", {}),
    }
# Each thread of a web process keeps its connection.
DATABASES["default"]["CONN_MAX_AGE"] = 60
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
# So long a request waits for a lock in PostgreSQL, and for the answer to one statement; then it is answered with 503.
WEB_LOCK_SECONDS = env[given.LOCK_SECONDS]
WEB_STATEMENT_SECONDS = env[given.STATEMENT_SECONDS]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
_SOFT_CACHE = {
    # It lies beside the queue, and nothing breaks while it is away, hangs or is full.
    "BACKEND": "nabu.web.shared_pages.cache.SoftCache",
    "LOCATION": REDIS_URL,
    "TIMEOUT": 600,
}
_SOFT_OPTIONS = {"socket_timeout": 0.25, "socket_connect_timeout": 0.25, "retry": None}
CACHES = {
    # What allauth counts: how often somebody signs up, or asks for a mail.
    "default": {
        **_SOFT_CACHE,
        "KEY_PREFIX": "nabu-counts",
        "OPTIONS": {**_SOFT_OPTIONS, "serializer": "nabu.web.shared_pages.cache.Json"},
    },
    # Pages that are made once.
    "pages": {
        **_SOFT_CACHE,
        "KEY_PREFIX": "nabu",
        "OPTIONS": {**_SOFT_OPTIONS, "serializer": "nabu.web.shared_pages.cache.PlainBytes"},
    },
    # Per process, on purpose: it only counts API requests, and the API must not depend on the broker.
    "throttle": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
}
# Pages that many look at are made once for each version; not while somebody edits templates.
NABU_SHARED_PAGES = not DEBUG

# --- Mail -------------------------------------------------------------------------------------------------------------

_mail = env[given.EMAIL_URL]
vars().update(_mail)
_backend = _mail["EMAIL_BACKEND"]
# Without a mail server mails are only kept, and staff read them on a page.
MAIL_SERVER = _backend == "django.core.mail.backends.smtp.EmailBackend"
# Into the console or a file: on one's own machine only, because they hold links that open accounts.
MAIL_WOULD_BE_WRITTEN_DOWN = not (LOCAL or MAIL_SERVER) and _backend != given.EMAIL_URL.default["EMAIL_BACKEND"]
if MAIL_WOULD_BE_WRITTEN_DOWN:
    EMAIL_BACKEND = "nabu.messages.notifications.no_mail.NoMail"
# A mail server that does not answer must not hold a worker.
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env[given.FROM_EMAIL]

# --- Accounts ---------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "players.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
    # Sessions that are older than allauth name it.
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
AUTH_PASSWORD_VALIDATORS.append({"NAME": "nabu.accounts.players.passwords.EndsTokens"})
PASSWORD_RESET_TIMEOUT = 4 * 3600
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "nabu.people.profiles.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "nabu.people.profiles.accounts.forms.LogInForm",
    "signup": "nabu.people.profiles.accounts.forms.SignUpForm",
    "change_password": "nabu.people.profiles.accounts.forms.NewPasswordForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
# Nobody waits for a mail on the day of a tournament. Without a mail server nobody has to have an address.
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*" if MAIL_SERVER else "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = True
# Whoever has the link has the account, except for its codes, which are asked for.
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
# An address may be typed by anybody: nobody learns from the site whether it is somebody's.
ACCOUNT_PREVENT_ENUMERATION = "strict"
# Counted in the cache by network, which may be a hall of five hundred people who all arrive within ten minutes, and of
# whom some fill in a form twice. Passwords and codes are counted by axes, see below.
ACCOUNT_RATE_LIMITS = {
    "signup": "1000/10m/ip,2000/d/ip",
    "login": "3000/10m/ip",
    "login_failed": "",
    "reset_password": "100/10m/ip,5/h/key",
    "reset_password_from_key": "100/10m/ip",
    "confirm_email": "1/m/key,10/d/key",
}
MFA_ADAPTER = "nabu.people.profiles.accounts.adapter.TwoFactorAdapter"
MFA_FORMS = {
    "activate_totp": "nabu.people.profiles.accounts.forms.NewAppForm",
    "authenticate": "nabu.people.profiles.accounts.forms.CodeForm",
    "reauthenticate": "nabu.people.profiles.accounts.forms.CodeAgainForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Nabu"
# A code also counts in the half minutes beside its own: a phone's clock is off, a code is typed as it changes.
# RFC 6238, section 5.2, recommends one step. Guesses are counted by axes.
MFA_TOTP_TOLERANCE = 1
# Browsers do so too, on one's own machine only.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = LOCAL
AXES_HANDLER = "nabu.accounts.players.attempts.Attempts"
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_TEMPLATE = "429.html"
AXES_CLIENT_IP_CALLABLE = "nabu.core.proxies.network_of"
AXES_USERNAME_CALLABLE = "nabu.accounts.players.attempts.name_of_attempt"
AXES_SENSITIVE_PARAMETERS = ["username", "ip_address", "login", "code", "password1", "password2", "oldpassword"]
AXES_VERBOSE = False

# --- Safety -----------------------------------------------------------------------------------------------------------

# How many proxies of ours stand before the web server and may be believed about the client's address and HTTPS.
NABU_PROXIES = env[given.PROXIES]
if NABU_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_HSTS_SECONDS = env[given.HSTS_SECONDS] if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = env[given.HSTS_SUBDOMAINS]
# To be in the browsers' preload list is a promise for years; only the owner of the domain can give it.
SILENCED_SYSTEM_CHECKS = ["security.W021"]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_TRUSTED_ORIGINS = list(env[given.CSRF_TRUSTED_ORIGINS])
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        # plotly.js sets style attributes and adds a style element; scripts stay strict.
        "style-src": [SELF, UNSAFE_INLINE],
        "img-src": [SELF, "data:", "blob:"],
        "font-src": [SELF, "data:"],
        "manifest-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [SELF],
        "frame-ancestors": [NONE],
    }
}

# --- Privacy ----------------------------------------------------------------------------------------------------------

# Who runs the site, and where people write to about their data or a security hole: a mail or web address. Both stand on
# /privacy/, the address in /.well-known/security.txt too.
SITE_OWNER = env[given.OWNER]
SITE_CONTACT = env[given.CONTACT]
# How many days things are kept that nobody needs for ever: the beat deletes what is older, /privacy/ shows the numbers.
KEEP_DAYS = {
    "sessions": env[given.KEEP_SESSIONS],
    "sign_ins": env[given.KEEP_SIGN_INS],
    "tokens": env[given.KEEP_TOKENS],
    "mails": env[given.KEEP_MAILS],
    "webhooks": env[given.KEEP_WEBHOOKS],
    "jobs": env[given.KEEP_JOBS],
    "answers": env[given.KEEP_ANSWERS],
    "contact": env[given.KEEP_CONTACT],
}
SESSION_COOKIE_AGE = KEEP_DAYS["sessions"] * 24 * 3600

# --- Uploads ----------------------------------------------------------------------------------------------------------

# A game log has at most 4 MiB, and a form around it. Anything larger than this gets status 413 and is not kept.
MAX_REQUEST_BYTES = 8 * 2**20
DATA_UPLOAD_MAX_MEMORY_SIZE = MAX_REQUEST_BYTES
FILE_UPLOAD_MAX_MEMORY_SIZE = MAX_REQUEST_BYTES
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000
DATA_UPLOAD_MAX_NUMBER_FILES = 50
# What one account, and one network (a hall behind one address), may send in 24 hours: files and MB.
UPLOAD_QUOTA_ACCOUNT = env[given.ACCOUNT_FILES], env[given.ACCOUNT_MB]
UPLOAD_QUOTA_NETWORK = env[given.NETWORK_FILES], env[given.NETWORK_MB]
# No more files come in while less is free: results, verdicts and the queue still need room.
DISK_RESERVE_BYTES = env[given.DISK_RESERVE_MB] * 2**20

# --- Ratings ----------------------------------------------------------------------------------------------------------

# For so many days rated players can object to the approval of a tournament.
OBJECTION_DAYS = env[given.OBJECTION_DAYS]

# --- Serving ----------------------------------------------------------------------------------------------------------

BIND = env[given.BIND]
WEB_PROCESSES = env[given.WEB_CONCURRENCY]
# Threads of a web process in which Django runs. Python runs one of them at a time; the others may wait for a database.
WEB_THREADS = env[given.WEB_THREADS]
# Pages are told here that they have changed (nabu.web.live), and so many of them by one process.
LIVE_PATH = "/live/"
MOST_STREAMS = env[given.STREAMS]

# --- API --------------------------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "nabu.web.rest.tokens.ScopedTokens",
        "rest_framework.authentication.SessionAuthentication",
    ],
    # No browsable API: its pages need inline scripts. The schema has its own page.
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["nabu.web.rest.defaults.JsonParser"],
    "EXCEPTION_HANDLER": "nabu.web.rest.base.answer_error",
    "DEFAULT_PAGINATION_CLASS": "nabu.web.rest.defaults.Pages",
    "PAGE_SIZE": 50,
    "DEFAULT_THROTTLE_CLASSES": [
        "nabu.web.rest.rates.VisitorRate",
        "nabu.web.rest.rates.AccountRate",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": env[given.RATE_ANON],
        "user": env[given.RATE_USER],
    },
    "DEFAULT_SCHEMA_CLASS": "nabu.web.rest.schema.ScopedSchema",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Nabu",
    "DESCRIPTION": "Tournaments of the Babylon board games, with results proven by replayed game logs.",
    "VERSION": "1.0.0",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    # Without this the page would ask a validator on another site to fetch our schema.
    "SWAGGER_UI_SETTINGS": {
        "deepLinking": True,
        "docExpansion": "none",
        "persistAuthorization": True,
        "validatorUrl": None,
    },
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "nabu.web.rest.base.add_common_answers",
        "nabu.web.rest.examples.add_examples",
        "nabu.messages.webhooks.described.add_headers",
    ],
    "WEBHOOKS": "nabu.messages.webhooks.described.WEBHOOKS",
    "ENUM_NAME_OVERRIDES": {
        "TournamentStatus": "nabu.contests.tournaments.models.Tournament.Status",
        "EntryStatus": "nabu.contests.tournaments.models.Entry.Status",
        "ClaimStatus": "nabu.people.claims.models.ClaimRequest.Status",
        "RegistrationStatus": "nabu.contests.tournaments.models.Registration.Status",
        "StageStatus": "nabu.contests.tournaments.models.Stage.Status",
        "RoundStatus": "nabu.contests.tournaments.models.Round.Status",
        "PenaltyKind": "nabu.contests.tournaments.models.Penalty.Kind",
        "RestrictionKind": "nabu.contests.tournaments.models.Restriction.Kind",
        "RoleKind": "nabu.contests.tournaments.models.Role.Kind",
        "MembershipKind": "nabu.contests.clubs.models.Membership.Kind",
        "DataKind": "nabu.statistics.dashboards.files.listing.KINDS",
        "LevelOfProof": "nabu.contests.tournaments.models.NEEDED",
        "LevelToAskFor": "nabu.contests.tournaments.serializers.LEVELS",
        "TableStatus": "nabu.contests.matches.models.Table.Status",
        "ReportStatus": "nabu.contests.matches.models.ResultReport.Status",
        "VerificationStatus": "nabu.contests.matches.models.Verification.Status",
        "ConversationState": "nabu.contests.calls.models.Conversation.State",
        "ExperimentStatus": "nabu.statistics.lab.models.Experiment.Status",
    },
    "TAGS": [
        {"name": "account", "description": "Log in once, send the token with every request."},
        {"name": "games", "description": "The games, and the options that a tournament can choose from."},
        {"name": "variants", "description": "Named ways to play a game, for comparison."},
        {"name": "players", "description": "Players, with or without an account."},
        {"name": "clubs", "description": "Groups of organisers."},
        {"name": "tournaments", "description": "Tournaments, from draft to finish."},
        {"name": "entries", "description": "Players in a tournament."},
        {"name": "stages", "description": "Stages of a tournament with their standings and brackets."},
        {"name": "rounds", "description": "Pairing and publishing."},
        {"name": "dates", "description": "When rounds begin and are due, and tables past their deadline."},
        {"name": "tables", "description": "Results: reported, confirmed, disputed, ruled."},
        {"name": "history", "description": "Changes, undo, and approval for the ratings."},
        {"name": "logs", "description": "Game logs and what the engine says about them."},
        {"name": "ratings", "description": "One Elo rating per player and game, with its journal."},
        {"name": "webhooks", "description": "Messages to other programs about events in a tournament."},
        {"name": "events", "description": "What happens in public tournaments, for programs that ask again and again."},
        {"name": "index", "description": "Where the API begins."},
        {"name": "dashboards", "description": "Statistics over verified games."},
        {"name": "reviews", "description": "Decisions of finished games, judged by a bot."},
        {"name": "lab", "description": "Experiments: bots play the same games under several variants."},
    ],
}

# --- Webhooks ---------------------------------------------------------------------------------------------------------

# Whether webhooks may lead to private addresses: on one's own machine, or where all organisers are trusted.
WEBHOOK_PRIVATE = env[given.WEBHOOK_PRIVATE]

# --- Notifications on devices -----------------------------------------------------------------------------------------

# Signs what goes to the push services of browsers (RFC 8292). Without it no device is offered notifications.
PUSH_KEY = env[given.PUSH_KEY] or (local_push_key(SECRET_KEY) if LOCAL else "")

# --- Statistics -------------------------------------------------------------------------------------------------------

# The store of the statistics, a folder or an address of an object store: all processes read the same one. It can be
# made again from the database.
FACTS = env[given.FACTS] or str(VAR / "facts")
if "://" not in FACTS:
    FACTS = str(Path(FACTS).resolve())

# --- Backups ----------------------------------------------------------------------------------------------------------

# Where scheduled backups go: an absolute path or an address of an object store; empty if they are off.
BACKUPS = "" if env[given.BACKUPS].casefold() == "off" else env[given.BACKUPS] or str(VAR / "backups")
if BACKUPS and "://" not in BACKUPS:
    BACKUPS = str(Path(BACKUPS).resolve())

# --- A site on one machine --------------------------------------------------------------------------------------------

# What `manage.py up` serves, starts and loads; None: it chooses.
LOCAL_PORT, LOCAL_WORKERS, LOCAL_DEMO = env[given.PORT], env[given.WORKERS], env[given.DEMO]

# --- Jobs -------------------------------------------------------------------------------------------------------------

CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://")
# A task that outlives the visibility timeout is delivered a second time: the limits stay well below it. The restore
# options make a killed worker's tasks come back within seconds of the timeout instead of ten times as late.
CELERY_TASK_TIME_LIMIT, CELERY_TASK_SOFT_TIME_LIMIT = 120, 110
# What the workers do, the most urgent first: somebody waits for the verdict on a log, nobody for the lab. Whenever a
# worker is free, it looks into the queues in this order, except that some take turns (`nabu.core.queue_turns`).
QUEUES = (
    "sweeps",
    "logs",
    "pairing",
    "announcements",
    "mails",
    "webhooks",
    "practice",
    "statistics",
    "maintenance",
    "reviews",
    "lab",
)
URGENT_QUEUES = QUEUES[:3]
"""Somebody waits for these: a worker of their own does nothing else."""
QUEUES_IN_TURN = QUEUES[3:8]
"""People look at what these bring about, announcements to statistics: each gets its share, however much waits in the
others."""
CELERY_TASK_QUEUES = [Queue(name, Exchange(name), routing_key=name) for name in QUEUES]
CELERY_TASK_DEFAULT_QUEUE = CELERY_TASK_DEFAULT_EXCHANGE = CELERY_TASK_DEFAULT_ROUTING_KEY = "maintenance"
CELERY_TASK_ROUTES = {"nabu.jobs.tasks.sweep": {"queue": "sweeps"}}
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "queue_order_strategy": "nabu.core.queue_turns:TurnsCycle",
    "priority_steps": [0],
    "visibility_timeout": 300,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    # An upload must not wait for a broker that is away or hangs: one more try, then the sweep sends the task later.
    # Workers have more patience (nabu/celery.py).
    "socket_connect_timeout": 2,
    "socket_timeout": 2,
    "max_retries": 1,
    "interval_start": 0.1,
}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = CELERY_RESULT_SERIALIZER = CELERY_EVENT_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
# Whoever queues a task must not hang while the broker is away; the sweep picks up what was not queued.
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0.1, "interval_max": 0.2}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# Celery kills a pool process that has not come up within 4 seconds, and starts another one: on a busy machine for ever.
# One that dies is noticed at once.
CELERY_WORKER_PROC_ALIVE_TIMEOUT = 600.0
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SYNC_EVERY = 1
CELERY_BEAT_SCHEDULER = "nabu.core.beat:Scheduler"
# So many parts of experiments are with the workers at a time, some seconds of work each. Not more than there are worker
# processes: people wait for the verification of their logs behind them.
LAB_CHUNKS_AT_ONCE = env[given.LAB_CHUNKS]
# What an experiment may take of one processor; staff may start longer ones.
LAB_MOST_SECONDS = 3600 * env[given.LAB_HOURS]
# A review of a game is made in parts of about so many seconds, so that whatever is more urgent need not wait.
REVIEW_PART_SECONDS = 5
# So many games one account may have reviewed in 24 hours, besides those of tournaments.
REVIEWS_A_DAY = env[given.ACCOUNT_REVIEWS]
# Whether typed scores are compared with those of bots as long as a site has too few verified games.
USUAL_SCORES_OF_BOTS = True
# Counted from beat's clock to the worker's, which may be some minutes apart: a sweep that is always late is never done.
SWEEP_EXPIRES = 300
CELERY_BEAT_SCHEDULE = {
    "refused logs": {
        "task": "nabu.results.tasks.look_for_refused",
        "schedule": 15.0,
        "options": {"expires": SWEEP_EXPIRES},
    },
    "usual scores": {
        "task": "nabu.results.tasks.count_scores",
        "schedule": 86400.0,
        "options": {"expires": 3600},
    },
    "jobs": {"task": "nabu.jobs.tasks.sweep", "schedule": 15.0, "options": {"expires": SWEEP_EXPIRES}},
    "purge jobs": {"task": "nabu.jobs.tasks.purge", "schedule": 86400.0, "options": {"expires": 3600}},
    "forget keys": {"task": "nabu.idempotency.tasks.forget_keys", "schedule": 3600.0, "options": {"expires": 3600}},
    "statistics": {
        "task": "nabu.dashboards.tasks.look_after_store",
        "schedule": 15.0,
        "options": {"expires": SWEEP_EXPIRES},
    },
    "forget wrong codes": {
        "task": "nabu.claims.tasks.forget_wrong_codes",
        "schedule": 3600.0,
        "options": {"expires": 3600},
    },
    "forget uploads": {
        "task": "nabu.quotas.tasks.forget_uploads",
        "schedule": 3600.0,
        "options": {"expires": 3600},
    },
    "fit models": {
        "task": "nabu.dashboards.tasks.ask_for_fits",
        "schedule": 3600.0,
        "options": {"expires": 3600},
    },
    "tidy statistics": {
        "task": "nabu.dashboards.tasks.tidy_stores",
        "schedule": 900.0,
        "options": {"expires": 900},
    },
    "renew ratings": {
        "task": "nabu.ratings.tasks.renew_journals",
        "schedule": 900.0,
        "options": {"expires": 900},
    },
    "measure ratings": {
        "task": "nabu.ratings.tasks.measure_all",
        "schedule": 86400.0,
        "options": {"expires": 3600},
    },
    "series": {"task": "nabu.series.tasks.make_events", "schedule": 900.0, "options": {"expires": 900}},
    "backups": {
        "task": "nabu.backups.tasks.look_after_backups",
        "schedule": 900.0,
        "options": {"expires": 900},
    },
    "deadlines": {
        "task": "nabu.dates.tasks.look_for_deadlines",
        "schedule": 300.0,
        "options": {"expires": SWEEP_EXPIRES},
    },
    "purge link pictures": {
        "task": "nabu.link_pictures.tasks.purge",
        "schedule": 3600.0,
        "options": {"expires": 3600},
    },
    "purge webhooks": {"task": "nabu.webhooks.tasks.purge", "schedule": 86400.0, "options": {"expires": 3600}},
    "purge mails": {
        "task": "nabu.notifications.tasks.purge",
        "schedule": 86400.0,
        "options": {"expires": 3600},
    },
    "purge access": {
        "task": "nabu.operating.tasks.purge_access",
        "schedule": 86400.0,
        "options": {"expires": 3600},
    },
    "refresh names": {
        "task": "nabu.operating.tasks.refresh_names",
        "schedule": 86400.0,
        "options": {"expires": 3600},
    },
    "purge conversations": {"task": "nabu.calls.tasks.purge", "schedule": 86400.0, "options": {"expires": 3600}},
    "purge tokens": {"task": "nabu.players.tasks.purge", "schedule": 86400.0, "options": {"expires": 3600}},
}

# --- Languages and time -----------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("es", _("Spanish")), ("de", _("German"))]
LOCALE_PATHS = [ROOT / "platform/nabu/catalogue/locale"]
FORMAT_MODULE_PATH = ["nabu.core.date_formats"]
USE_TZ = True
TIME_ZONE = env[given.TIME_ZONE]

# --- Static files -----------------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
# The symbols of the pictures belong to the engine; pages take them from the same file.
STATICFILES_DIRS = [ROOT / "static", ("nabu/board/symbols", ROOT / "engine" / "data")]
STATIC_ROOT = env[given.STATIC_ROOT] or str(VAR / "static")
# What was collected has the names of its content and is compressed. Tests, `manage.py runserver` and sites with debug
# pages serve the source folders as they are; `manage.py up` collects them and says so to what it starts.
FROM_SOURCES = LOCAL and not env[given.STATIC_ROOT]
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = FROM_SOURCES
# Only tools of developers ask for maps of scripts, which are half of all there is and take as long to compress.
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = (*Compressor.SKIP_COMPRESS_EXTENSIONS, "map")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if FROM_SOURCES
        else "nabu.core.serving.assets.HashedAssets"
    },
}

# --- Metrics ----------------------------------------------------------------------------------------------------------

# Whoever sends this token may read /metrics; without it only staff may.
METRICS_TOKEN = env[given.METRICS_TOKEN]
# The Prometheus library reads it from the environment, when it is imported. What another site has left there, or the
# tests that started this one, is not this site's folder.
os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(counters_folder(VAR))

# --- Logs -------------------------------------------------------------------------------------------------------------

LOG_FORMAT = env[given.LOG_FORMAT]
LOGGING = log_settings(LOG_FORMAT, env[given.LOG_LEVEL])
