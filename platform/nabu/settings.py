"""One settings file, read from the environment. docs/operating.md explains every variable.

Without `NABU_LOCAL` or `NABU_DEBUG` these are production settings, and they refuse to load while a secret is missing.
`dev.py` and the tests set `NABU_LOCAL`: a site for this machine only, with a secret of its own and embedded services.
"""

import os
from datetime import timedelta
from pathlib import Path

import environ
from csp.constants import NONE, SELF, UNSAFE_INLINE
from django.contrib.messages.constants import ERROR
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _
from kombu import Exchange, Queue
from whitenoise.compress import Compressor

from nabu.local import broker_socket, counters_folder, local_push_key, local_secret
from nabu.logs import FORMATTERS, log_settings
from nabu.strict import problem_of_hosts, problem_of_push_key, problem_of_secret

ROOT = Path(__file__).resolve().parents[2]
env = environ.Env()

# --- Where we run -----------------------------------------------------------------------------------------------------

DEBUG = env.bool("NABU_DEBUG", default=False)
LOCAL = env.bool("NABU_LOCAL", default=False) or DEBUG
VAR = Path(env.str("NABU_VAR", default=str(ROOT / "var"))).resolve()

if LOCAL:
    VAR.mkdir(mode=0o700, parents=True, exist_ok=True)
    SECRET_KEY = env.str("SECRET_KEY", default="") or local_secret(VAR)
    ALLOWED_HOSTS = [*env.list("ALLOWED_HOSTS", default=[]), "localhost", "127.0.0.1", "[::1]"]
    DATABASE_URL = env.str("DATABASE_URL", default="") or f"sqlite:///{VAR}/nabu.sqlite3"
    REDIS_URL = env.str("REDIS_URL", default="") or f"unix://{broker_socket(VAR)}"
else:
    SECRET_KEY = env.str("SECRET_KEY", default="")
    ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[])
    DATABASE_URL = env.str("DATABASE_URL", default="")
    REDIS_URL = env.str("REDIS_URL", default="")
    missing = [name for name in ("SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "REDIS_URL") if not globals()[name]]
    if missing:
        raise ImproperlyConfigured(
            f"Set {', '.join(missing)} (docs/operating.md explains them). "
            "On your own machine use `python3 dev.py run`, or `python3 dev.py manage ...` for Django's commands."
        )
    problem = problem_of_secret(SECRET_KEY) or problem_of_hosts(env.str("ALLOWED_HOSTS").split(","))
    if problem:
        raise ImproperlyConfigured(problem)

# The address under which others reach the site: it stands in mails and webhooks, where no request says it.
SITE_ADDRESS = env.str("NABU_ADDRESS", default="").rstrip("/") or (
    f"http://127.0.0.1:{env.str('NABU_PORT', default='8000')}" if LOCAL else f"https://{ALLOWED_HOSTS[0].lstrip('.')}"
)

HTTPS = env.bool("NABU_HTTPS", default=not LOCAL)

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
    "nabu.schema",
    "nabu.versions",
    "nabu.shared_pages",
    "nabu.audit",
    "nabu.players",
    "nabu.jobs",
    "nabu.idempotency",
    "nabu.live",
    "nabu.quotas",
    "nabu.site_time",
    "nabu.clubs",
    "nabu.games",
    "nabu.variants",
    "nabu.lab",
    "nabu.tournaments",
    "nabu.matches",
    "nabu.ratings",
    "nabu.announcements",
    "nabu.webhooks",
    "nabu.notifications",
    "nabu.push",
    "nabu.dashboards",
    "nabu.results",
    "nabu.reviews",
    "nabu.browser_engine",
    "nabu.records",
    "nabu.practice",
    "nabu.claims",
    "nabu.profiles",
    "nabu.first_start",
    "nabu.operating",
    "nabu.supervisor",
    "nabu.backups",
]
MIDDLEWARE = [
    "nabu.operating.middleware.RequestLog",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "nabu.serving.compression.CompressedSources" if LOCAL else "whitenoise.middleware.WhiteNoiseMiddleware",
    "nabu.browser_engine.middleware.PackedFiles",
    "nabu.serving.compression.CompressedPages",
    "nabu.site_time.middleware.SiteTimeZone",
    "nabu.shared_pages.middleware.SharedPages",
    "nabu.answers.Answers",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "nabu.uploads.RefuseLargeRequests",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "nabu.languages.AccountLanguage",
    "nabu.sent_forms.SentForms",
    "nabu.idempotency.middleware.IdempotencyKeys",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "axes.middleware.AxesMiddleware",
    "nabu.outages.AnswerOutages",
]
ROOT_URLCONF = "nabu.urls"
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
            "libraries": {"numbers": "nabu.charts.numbers"},
        },
    }
]

FORM_RENDERER = "nabu.forms.TablerRenderer"
# The names of Tabler's alerts.
MESSAGE_TAGS = {ERROR: "danger"}

# --- Database ---------------------------------------------------------------------------------------------------------

DATABASES = {"default": env.db_url_config(DATABASE_URL)}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # Writers queue for the lock when they begin instead of failing half way, and take turns; docs/decisions.md.
    DATABASES["default"]["ENGINE"] = "nabu.sqlite"
    DATABASES["default"]["OPTIONS"] = {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA journal_size_limit=27103364;",
    }
else:
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
WEB_LOCK_SECONDS = env.int("NABU_LOCK_SECONDS", default=10)
WEB_STATEMENT_SECONDS = env.int("NABU_STATEMENT_SECONDS", default=20)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
_SOFT_CACHE = {
    # It lies beside the queue, and nothing breaks while it is away, hangs or is full.
    "BACKEND": "nabu.shared_pages.cache.SoftCache",
    "LOCATION": REDIS_URL,
    "TIMEOUT": 600,
}
_SOFT_OPTIONS = {"socket_timeout": 0.25, "socket_connect_timeout": 0.25, "retry": None}
CACHES = {
    # What allauth counts: how often somebody signs up, or asks for a mail.
    "default": {
        **_SOFT_CACHE,
        "KEY_PREFIX": "nabu-counts",
        "OPTIONS": {**_SOFT_OPTIONS, "serializer": "nabu.shared_pages.cache.Json"},
    },
    # Pages that are made once.
    "pages": {
        **_SOFT_CACHE,
        "KEY_PREFIX": "nabu",
        "OPTIONS": {**_SOFT_OPTIONS, "serializer": "nabu.shared_pages.cache.PlainBytes"},
    },
    # Per process, on purpose: it only counts API requests, and the API must not depend on the broker.
    "throttle": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
}
# Pages that many look at are made once for each version; not while somebody edits templates.
NABU_SHARED_PAGES = not DEBUG

# --- Mail -------------------------------------------------------------------------------------------------------------

_NO_MAIL = "dummymail://"
vars().update(env.email_url_config(env.str("EMAIL_URL", default="") or _NO_MAIL))
_backend = globals()["EMAIL_BACKEND"]
# Without a mail server mails are only kept, and staff read them on a page.
MAIL_SERVER = _backend == "django.core.mail.backends.smtp.EmailBackend"
# Into the console or a file: on one's own machine only, because they hold links that open accounts.
MAIL_WOULD_BE_WRITTEN_DOWN = not (LOCAL or MAIL_SERVER) and _backend != env.EMAIL_SCHEMES["dummymail"]
if MAIL_WOULD_BE_WRITTEN_DOWN:
    EMAIL_BACKEND = "nabu.notifications.no_mail.NoMail"
# A mail server that does not answer must not hold a worker.
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("NABU_FROM_EMAIL", default="nabu@localhost")

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
AUTH_PASSWORD_VALIDATORS.append({"NAME": "nabu.players.passwords.EndsTokens"})
PASSWORD_RESET_TIMEOUT = 4 * 3600
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "nabu.profiles.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "nabu.profiles.accounts.forms.LogInForm",
    "signup": "nabu.profiles.accounts.forms.SignUpForm",
    "change_password": "nabu.profiles.accounts.forms.NewPasswordForm",
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
MFA_ADAPTER = "nabu.profiles.accounts.adapter.TwoFactorAdapter"
MFA_FORMS = {
    "activate_totp": "nabu.profiles.accounts.forms.NewAppForm",
    "authenticate": "nabu.profiles.accounts.forms.CodeForm",
    "reauthenticate": "nabu.profiles.accounts.forms.CodeAgainForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Nabu"
# A code also counts in the half minutes beside its own: a phone's clock is off, a code is typed as it changes.
# RFC 6238, section 5.2, recommends one step. Guesses are counted by axes.
MFA_TOTP_TOLERANCE = 1
# Browsers do so too, on one's own machine only.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = LOCAL
AXES_HANDLER = "nabu.players.attempts.Attempts"
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_TEMPLATE = "429.html"
AXES_CLIENT_IP_CALLABLE = "nabu.proxies.network_of"
AXES_USERNAME_CALLABLE = "nabu.players.attempts.name_of_attempt"
AXES_SENSITIVE_PARAMETERS = ["username", "ip_address", "login", "code", "password1", "password2", "oldpassword"]
AXES_VERBOSE = False

# --- Safety -----------------------------------------------------------------------------------------------------------

# How many proxies of ours stand before the web server and may be believed about the client's address and HTTPS.
NABU_PROXIES = env.int("NABU_PROXIES", default=0)
if NABU_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_HSTS_SECONDS = env.int("NABU_HSTS_SECONDS", default=30 * 24 * 3600) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("NABU_HSTS_SUBDOMAINS", default=True)
# To be in the browsers' preload list is a promise for years; only the owner of the domain can give it.
SILENCED_SYSTEM_CHECKS = ["security.W021"]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        # plotly.js sets style attributes and adds a style element; scripts stay strict.
        "style-src": [SELF, UNSAFE_INLINE],
        "img-src": [SELF, "data:", "blob:"],
        "font-src": [SELF, "data:"],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [SELF],
        "frame-ancestors": [NONE],
    }
}

# --- Privacy ----------------------------------------------------------------------------------------------------------

# Who runs the site, and where people write to about their data or a security hole: a mail or web address. Both stand on
# /privacy/, the address in /.well-known/security.txt too.
SITE_OWNER = env.str("NABU_OWNER", default="")
SITE_CONTACT = env.str("NABU_CONTACT", default="")
# How many days things are kept that nobody needs for ever: the beat deletes what is older, /privacy/ shows the numbers.
KEEP_DAYS = {
    "sessions": env.int("NABU_KEEP_SESSIONS_DAYS", default=14),
    "sign_ins": env.int("NABU_KEEP_SIGN_INS_DAYS", default=30),
    "tokens": env.int("NABU_KEEP_TOKENS_DAYS", default=30),
    "mails": env.int("NABU_KEEP_MAILS_DAYS", default=30),
    "webhooks": env.int("NABU_KEEP_WEBHOOKS_DAYS", default=30),
    "jobs": env.int("NABU_KEEP_JOBS_DAYS", default=30),
    "answers": env.int("NABU_KEEP_ANSWERS_DAYS", default=1),
}
if not all(1 <= days <= 3650 for days in KEEP_DAYS.values()):
    raise ImproperlyConfigured("NABU_KEEP_..._DAYS must be whole numbers from 1 to 3650.")
SESSION_COOKIE_AGE = KEEP_DAYS["sessions"] * 24 * 3600

# --- Uploads ----------------------------------------------------------------------------------------------------------

# A game log has at most 4 MiB, and a form around it. Anything larger than this gets status 413 and is not kept.
MAX_REQUEST_BYTES = 8 * 2**20
DATA_UPLOAD_MAX_MEMORY_SIZE = MAX_REQUEST_BYTES
FILE_UPLOAD_MAX_MEMORY_SIZE = MAX_REQUEST_BYTES
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000
DATA_UPLOAD_MAX_NUMBER_FILES = 50
# What one account, and one network (a hall behind one address), may send in 24 hours: files and MB.
UPLOAD_QUOTA_ACCOUNT = env.int("NABU_ACCOUNT_FILES", default=1000), env.int("NABU_ACCOUNT_MB", default=500)
UPLOAD_QUOTA_NETWORK = env.int("NABU_NETWORK_FILES", default=20_000), env.int("NABU_NETWORK_MB", default=5000)
# No more files come in while less is free: results, verdicts and the queue still need room.
DISK_RESERVE_BYTES = env.int("NABU_DISK_RESERVE_MB", default=100) * 2**20

# --- Ratings ----------------------------------------------------------------------------------------------------------

# For so many days rated players can object to the approval of a tournament.
OBJECTION_DAYS = env.int("NABU_OBJECTION_DAYS", default=7)

# --- Serving ----------------------------------------------------------------------------------------------------------

# Threads of a web process in which Django runs. Python runs one of them at a time; the others may wait for a database.
WEB_THREADS = env.int("NABU_WEB_THREADS", default=4)
# Pages are told here that they have changed (nabu.live), and so many of them by one process.
LIVE_PATH = "/live/"
MOST_STREAMS = env.int("NABU_STREAMS", default=2000)

# --- API --------------------------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "nabu.rest_tokens.ScopedTokens",
        "rest_framework.authentication.SessionAuthentication",
    ],
    # No browsable API: its pages need inline scripts. The schema has its own page.
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["nabu.rest_defaults.JsonParser"],
    "EXCEPTION_HANDLER": "nabu.rest.answer_error",
    "DEFAULT_PAGINATION_CLASS": "nabu.rest_defaults.Pages",
    "PAGE_SIZE": 50,
    "DEFAULT_THROTTLE_CLASSES": [
        "nabu.rest_defaults.VisitorRate",
        "nabu.rest_defaults.AccountRate",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": env.str("NABU_API_RATE_ANON", default="120/min"),
        "user": env.str("NABU_API_RATE_USER", default="1200/min"),
    },
    "DEFAULT_SCHEMA_CLASS": "nabu.rest_schema.ScopedSchema",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Nabu",
    "DESCRIPTION": "Tournaments of the Babylon board games, with results proven by replayed game logs.",
    "VERSION": "1.0.0",
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
        "nabu.rest.add_common_answers",
    ],
    "ENUM_NAME_OVERRIDES": {
        "TournamentStatus": "nabu.tournaments.models.Tournament.Status",
        "EntryStatus": "nabu.tournaments.models.Entry.Status",
        "ClaimStatus": "nabu.claims.models.ClaimRequest.Status",
        "RegistrationStatus": "nabu.tournaments.models.Registration.Status",
        "StageStatus": "nabu.tournaments.models.Stage.Status",
        "RoundStatus": "nabu.tournaments.models.Round.Status",
        "PenaltyKind": "nabu.tournaments.models.Penalty.Kind",
        "RestrictionKind": "nabu.tournaments.models.Restriction.Kind",
        "RoleKind": "nabu.tournaments.models.Role.Kind",
        "MembershipKind": "nabu.clubs.models.Membership.Kind",
        "LevelOfProof": "nabu.tournaments.models.NEEDED",
        "LevelToAskFor": "nabu.tournaments.serializers.LEVELS",
        "TableStatus": "nabu.matches.models.Table.Status",
        "ReportStatus": "nabu.matches.models.ResultReport.Status",
        "VerificationStatus": "nabu.matches.models.Verification.Status",
        "ExperimentStatus": "nabu.lab.models.Experiment.Status",
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
        {"name": "tables", "description": "Results: reported, confirmed, disputed, ruled."},
        {"name": "history", "description": "Changes, undo, and approval for the ratings."},
        {"name": "logs", "description": "Game logs and what the engine says about them."},
        {"name": "ratings", "description": "One Elo rating per player and game, with its journal."},
        {"name": "webhooks", "description": "Messages to other programs about events in a tournament."},
        {"name": "dashboards", "description": "Statistics over verified games."},
        {"name": "reviews", "description": "Decisions of finished games, judged by a bot."},
        {"name": "lab", "description": "Experiments: bots play the same games under several variants."},
    ],
}

# --- Webhooks ---------------------------------------------------------------------------------------------------------

# Whether webhooks may lead to private addresses: on one's own machine, or where all organisers are trusted.
WEBHOOK_PRIVATE = env.bool("NABU_WEBHOOK_PRIVATE", default=LOCAL)

# --- Notifications on devices -----------------------------------------------------------------------------------------

# Signs what goes to the push services of browsers (RFC 8292). Without it no device is offered notifications.
PUSH_KEY = env.str("NABU_PUSH_KEY", default="") or (local_push_key(SECRET_KEY) if LOCAL else "")
if PUSH_KEY and (problem := problem_of_push_key(PUSH_KEY)):
    raise ImproperlyConfigured(problem)

# --- Statistics -------------------------------------------------------------------------------------------------------

# The store of the statistics: web server and workers read the same folder. It can be made again from the database.
FACTS = Path(env.str("NABU_FACTS", default=str(VAR / "facts"))).resolve()

# --- Jobs -------------------------------------------------------------------------------------------------------------

CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://")
# A task that outlives the visibility timeout is delivered a second time: the limits stay well below it. The restore
# options make a killed worker's tasks come back within seconds of the timeout instead of ten times as late.
CELERY_TASK_TIME_LIMIT, CELERY_TASK_SOFT_TIME_LIMIT = 120, 110
# What the workers do, the most urgent first: somebody waits for the verdict on a log, nobody for the lab. Whenever a
# worker is free, it looks into the queues in this order, except that some take turns (`nabu.queue_turns`).
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
    "queue_order_strategy": "nabu.queue_turns:TurnsCycle",
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
CELERY_BEAT_SCHEDULER = "nabu.beat:Scheduler"
# So many parts of experiments are with the workers at a time, some seconds of work each. Not more than there are worker
# processes: people wait for the verification of their logs behind them.
LAB_CHUNKS_AT_ONCE = env.int("NABU_LAB_CHUNKS", default=2)
# What an experiment may take of one processor; staff may start longer ones.
LAB_MOST_SECONDS = 3600 * env.float("NABU_LAB_HOURS", default=2.0)
# A review of a game is made in parts of about so many seconds, so that whatever is more urgent need not wait.
REVIEW_PART_SECONDS = 5
# So many games one account may have reviewed in 24 hours, besides those of tournaments.
REVIEWS_A_DAY = env.int("NABU_ACCOUNT_REVIEWS", default=10)
# Whether typed scores are compared with those of bots as long as a site has too few verified games.
USUAL_SCORES_OF_BOTS = True
CELERY_BEAT_SCHEDULE = {
    "refused logs": {"task": "nabu.results.tasks.look_for_refused", "schedule": 15.0, "options": {"expires": 15}},
    "usual scores": {"task": "nabu.results.tasks.count_scores", "schedule": 86400.0, "options": {"expires": 3600}},
    "jobs": {"task": "nabu.jobs.tasks.sweep", "schedule": 15.0, "options": {"expires": 15}},
    "purge jobs": {"task": "nabu.jobs.tasks.purge", "schedule": 86400.0, "options": {"expires": 3600}},
    "forget keys": {"task": "nabu.idempotency.tasks.forget_keys", "schedule": 3600.0, "options": {"expires": 3600}},
    "statistics": {"task": "nabu.dashboards.tasks.look_after_store", "schedule": 15.0, "options": {"expires": 15}},
    "forget wrong codes": {
        "task": "nabu.claims.tasks.forget_wrong_codes",
        "schedule": 3600.0,
        "options": {"expires": 3600},
    },
    "forget uploads": {"task": "nabu.quotas.tasks.forget_uploads", "schedule": 3600.0, "options": {"expires": 3600}},
    "fit models": {"task": "nabu.dashboards.tasks.ask_for_fits", "schedule": 3600.0, "options": {"expires": 3600}},
    "measure ratings": {"task": "nabu.ratings.tasks.measure_all", "schedule": 86400.0, "options": {"expires": 3600}},
    "purge webhooks": {"task": "nabu.webhooks.tasks.purge", "schedule": 86400.0, "options": {"expires": 3600}},
    "purge mails": {"task": "nabu.notifications.tasks.purge", "schedule": 86400.0, "options": {"expires": 3600}},
    "purge access": {"task": "nabu.operating.tasks.purge_access", "schedule": 86400.0, "options": {"expires": 3600}},
    "purge tokens": {"task": "nabu.players.tasks.purge", "schedule": 86400.0, "options": {"expires": 3600}},
}

# --- Languages and time -----------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("es", _("Spanish")), ("de", _("German"))]
LOCALE_PATHS = [ROOT / "platform/nabu/locale"]
FORMAT_MODULE_PATH = ["nabu.formats"]
USE_TZ = True
TIME_ZONE = env.str("NABU_TIME_ZONE", default="UTC")

# --- Static files -----------------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATICFILES_DIRS = [ROOT / "static"]
STATIC_ROOT = env.str("STATIC_ROOT", default=str(VAR / "static"))
# Local sites serve straight from the source folders and compress at the first request; production serves what
# collectstatic has named and compressed.
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = LOCAL
# Only tools of developers ask for maps of scripts, which are half of all there is and take as long to compress.
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = (*Compressor.SKIP_COMPRESS_EXTENSIONS, "map")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if LOCAL
        else "nabu.serving.assets.HashedAssets"
    },
}

# --- Metrics ----------------------------------------------------------------------------------------------------------

# Whoever sends this token may read /metrics; without it only staff may.
METRICS_TOKEN = env.str("NABU_METRICS_TOKEN", default="")
if METRICS_TOKEN and len(METRICS_TOKEN) < 20:
    raise ImproperlyConfigured("NABU_METRICS_TOKEN must be random and at least 20 characters long.")
# The Prometheus library reads it from the environment, when it is imported. What another site has left there, or the
# tests that started this one, is not this site's folder.
os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(counters_folder(VAR))

# --- Logs -------------------------------------------------------------------------------------------------------------

LOG_FORMAT = env.str("NABU_LOG_FORMAT", default="text" if LOCAL else "json")
if LOG_FORMAT not in FORMATTERS:
    raise ImproperlyConfigured(f"NABU_LOG_FORMAT is {LOG_FORMAT!r}; it can be {' or '.join(FORMATTERS)}.")
LOGGING = log_settings(LOG_FORMAT, env.str("NABU_LOG_LEVEL", default="INFO"))
