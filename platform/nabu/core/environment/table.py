"""Every environment variable of a site, in the order of the table in docs/operating.md.

A sentence here is a cell of that table (`python -m nabu.core.environment` prints it), so it is Markdown.
"""

from __future__ import annotations

from nabu.core.environment import kinds
from nabu.core.environment.reading import Variable, variable
from nabu.core.settings_checks import problem_of_hosts, problem_of_secret

DAYS = kinds.whole(1, 3650)
FILES = kinds.whole(0, 10**9)
MEGABYTES = kinds.whole(0, 10**9)
SECONDS = kinds.whole(0, 3600)
PROCESSES = kinds.whole(1, 256)

# --- What production needs --------------------------------------------------------------------------------------------

SECRET_KEY = variable(
    "SECRET_KEY",
    kinds.SECRET_TEXT,
    "",
    "signs sessions; at least 50 random characters, without repeated patterns",
    unset="local: created in `var/`",
    required=True,
    strict=problem_of_secret,
)
ALLOWED_HOSTS = variable(
    "ALLOWED_HOSTS",
    kinds.NAMES,
    (),
    "host names of the site, without `*`, spaces or ports; `.name.example` includes its subdomains",
    unset="local: this machine",
    required=True,
    strict=lambda text: problem_of_hosts(text.split(",")),
)
DATABASE_URL = variable(
    "DATABASE_URL", kinds.DATABASE, None, "the database", unset="local: `var/nabu.sqlite3`", required=True
)
REDIS_URL = variable("REDIS_URL", kinds.BROKER, "", "the broker", unset="local: the embedded Valkey", required=True)

# --- Where it runs ----------------------------------------------------------------------------------------------------

LOCAL = variable("NABU_LOCAL", kinds.SWITCH, False, "a site for this machine only, as `dev.py` sets it")
DEBUG = variable("NABU_DEBUG", kinds.SWITCH, False, "Django's debug pages; never where others can reach it")
VAR = variable("NABU_VAR", kinds.FOLDER, "", "the folder for all data", unset="`var/`")
FACTS = variable(
    "NABU_FACTS",
    kinds.PLACE,
    "",
    "[the statistics store](#the-statistics-store); all web services and workers use the same one",
    unset="`facts/` in `NABU_VAR`",
)
BACKUPS = variable(
    "NABU_BACKUPS",
    kinds.PLACE_OR_OFF,
    "",
    "where [scheduled backups](#on-schedule) go; the workers write there",
    unset="`backups/` in `NABU_VAR`",
)
STATIC_ROOT = variable(
    "STATIC_ROOT",
    kinds.FOLDER,
    "",
    "where collectstatic puts files; a local site serves from there only if it is set, as `dev.py run` does for it",
    unset="`static/` in `NABU_VAR`",
)
TIME_ZONE = variable(
    "NABU_TIME_ZONE",
    kinds.ZONE,
    "UTC",
    "the time zone until staff choose one: at the first start, or under *Site settings*",
)

# --- Addresses and safety ---------------------------------------------------------------------------------------------

SITE_ADDRESS = variable(
    "NABU_ADDRESS",
    kinds.ADDRESS,
    "",
    "the site as others reach it, for links in mails and webhooks",
    unset="`https://` and the first of `ALLOWED_HOSTS`; local: 127.0.0.1",
)
HTTPS = variable(
    "NABU_HTTPS", kinds.SWITCH, True, "`0`: no HTTPS anywhere (no redirect, no secure cookies)", local=False
)
PROXIES = variable(
    "NABU_PROXIES",
    kinds.whole(0, 10),
    0,
    "how many proxies of yours set the forwarded headers; behind one that speaks HTTPS it must not be 0. "
    "`7.7.7.7:1234` and `[2001:db8::1]:443` are read too; an entry that is no address counts as the proxy itself",
    unset="0: the headers are ignored",
)
HSTS_SECONDS = variable(
    "NABU_HSTS_SECONDS",
    kinds.whole(0, 10 * 366 * 86400),
    30 * 86400,
    "how long browsers insist on HTTPS",
    unset="30 days",
)
HSTS_SUBDOMAINS = variable("NABU_HSTS_SUBDOMAINS", kinds.SWITCH, True, "whether they do so for subdomains too")
CSRF_TRUSTED_ORIGINS = variable(
    "CSRF_TRUSTED_ORIGINS", kinds.ORIGINS, (), "other sites that may send forms here", unset="none"
)

# --- Logs and metrics -------------------------------------------------------------------------------------------------

LOG_LEVEL = variable("NABU_LOG_LEVEL", kinds.LEVEL, "INFO", "what is [logged](#logs)")
LOG_FORMAT = variable(
    "NABU_LOG_FORMAT",
    kinds.choice("json", "text"),
    "json",
    "`json`: one JSON object per line; `text`: lines for people",
    local="text",
)
METRICS_TOKEN = variable(
    "NABU_METRICS_TOKEN",
    kinds.TOKEN,
    "",
    "a token that gives access to [`/metrics`](#metrics)",
    unset="only staff have access",
)

# --- Mail -------------------------------------------------------------------------------------------------------------

EMAIL_URL = variable(
    "EMAIL_URL",
    kinds.MAIL_SERVER,
    kinds.MAIL_SERVER.read("dummymail://"),
    "the mail server. In production anything else, like `consolemail://`, counts as none",
    unset="no mail is sent; staff read [sent mails](#accounts) on a page",
)
FROM_EMAIL = variable("NABU_FROM_EMAIL", kinds.MAIL_ADDRESS, "nabu@localhost", "the sender of mails")

# --- Privacy ----------------------------------------------------------------------------------------------------------

OWNER = variable(
    "NABU_OWNER", kinds.ANY_TEXT, "", "who runs the site, for the [privacy page](#personal-data)", unset="not shown"
)
CONTACT = variable(
    "NABU_CONTACT",
    kinds.CONTACT,
    "",
    "for questions about data and for security reports; shown on the privacy page and in `/.well-known/security.txt`",
    unset="none: no `security.txt`",
)
KEEP_SESSIONS = variable("NABU_KEEP_SESSIONS_DAYS", DAYS, 14, "days until people have to sign in again")
KEEP_SIGN_INS = variable(
    "NABU_KEEP_SIGN_INS_DAYS", DAYS, 30, "days for which sign-ins and failed attempts are kept, with addresses"
)
KEEP_TOKENS = variable("NABU_KEEP_TOKENS_DAYS", DAYS, 30, "days for which ended API tokens are kept")
KEEP_MAILS = variable("NABU_KEEP_MAILS_DAYS", DAYS, 30, "days for which mails are kept")
KEEP_WEBHOOKS = variable(
    "NABU_KEEP_WEBHOOKS_DAYS", DAYS, 30, "days for which messages for webhooks and events of the feed are kept"
)
KEEP_JOBS = variable("NABU_KEEP_JOBS_DAYS", DAYS, 30, "days for which failed jobs are kept")
KEEP_ANSWERS = variable(
    "NABU_KEEP_ANSWERS_DAYS", DAYS, 1, "days for which answers to requests with an idempotency key are kept"
)
KEEP_CONTACT = variable(
    "NABU_KEEP_CONTACT_DAYS",
    DAYS,
    180,
    "days after its last message for which a conversation with an organiser is kept",
)

# --- Limits -----------------------------------------------------------------------------------------------------------

WEBHOOK_PRIVATE = variable(
    "NABU_WEBHOOK_PRIVATE",
    kinds.SWITCH,
    False,
    "`1`: [webhooks](webhooks.md#which-addresses) may reach private networks, there over `http://` too",
    local=True,
)
PUSH_KEY = variable(
    "NABU_PUSH_KEY",
    kinds.PUSH_KEY,
    "",
    "the key for [notifications on devices](#notifications-on-devices)",
    unset="local: derived from the secret key; production: none, no device is offered notifications",
)
RATE_ANON = variable("NABU_API_RATE_ANON", kinds.RATE, "3000/min", "most API requests of a visitor, per web process")
RATE_USER = variable("NABU_API_RATE_USER", kinds.RATE, "1200/min", "most API requests of an account, per web process")
ACCOUNT_FILES = variable("NABU_ACCOUNT_FILES", FILES, 1000, "most [files](#the-disk) of an account in 24 hours")
ACCOUNT_MB = variable("NABU_ACCOUNT_MB", MEGABYTES, 500, "most MB of an account in 24 hours")
NETWORK_FILES = variable(
    "NABU_NETWORK_FILES", FILES, 20_000, "most files from one address (of IPv6: from one /64) in 24 hours"
)
NETWORK_MB = variable("NABU_NETWORK_MB", MEGABYTES, 5000, "most MB from one address in 24 hours")
DISK_RESERVE_MB = variable(
    "NABU_DISK_RESERVE_MB", MEGABYTES, 100, "below this much free space, files are refused; `0`: never"
)
OBJECTION_DAYS = variable(
    "NABU_OBJECTION_DAYS",
    kinds.whole(0, 365),
    7,
    "days in which rated players can [object](ratings.md#what-counts) to an approval",
)
LOCK_SECONDS = variable(
    "NABU_LOCK_SECONDS", SECONDS, 10, "longest time that a request waits in PostgreSQL for a lock; `0`: no limit"
)
STATEMENT_SECONDS = variable(
    "NABU_STATEMENT_SECONDS", SECONDS, 20, "longest time that a request waits for one statement; `0`: no limit"
)

# --- Processes --------------------------------------------------------------------------------------------------------

BIND = variable("NABU_BIND", kinds.BIND, "127.0.0.1:8000", "address of gunicorn")
WEB_CONCURRENCY = variable("WEB_CONCURRENCY", PROCESSES, 2, "web processes; one for each processor")
WEB_THREADS = variable(
    "NABU_WEB_THREADS",
    kinds.whole(1, 64),
    4,
    "threads in which a web process runs Django; more do not make it faster ([why](performance.md#few-threads))",
)
STREAMS = variable(
    "NABU_STREAMS",
    kinds.whole(0, 3900),
    2000,
    "open streams of live pages that one web process holds; `0`: no live pages",
)
WORKERS = variable(
    "NABU_WORKERS",
    PROCESSES,
    None,
    "worker processes of `dev.py run` and of compose",
    unset="CPUs, at most 4 (compose: 2)",
)
LAB_CHUNKS = variable(
    "NABU_LAB_CHUNKS",
    kinds.whole(1, 1000),
    2,
    "parts of [experiments](lab.md) queued at a time; not more than there are workers",
)
LAB_HOURS = variable(
    "NABU_LAB_HOURS",
    kinds.number(0, 10_000),
    2.0,
    "estimated hours of computing time that an experiment may take; staff may start longer ones",
    unset="2",
)
ACCOUNT_REVIEWS = variable(
    "NABU_ACCOUNT_REVIEWS",
    kinds.whole(0, 10**6),
    10,
    "games that one account may have [reviewed](review.md) in 24 hours, besides those of whole tournaments",
)
PORT = variable(
    "NABU_PORT",
    kinds.whole(1, 65535),
    None,
    "port of `dev.py run` and of compose",
    unset="the first free one from 8000; compose: 8000",
)
DEMO = variable(
    "NABU_DEMO", kinds.SWITCH, True, "`0`: `dev.py run` loads no demo", unset="loaded into an empty database"
)
BEAT_SCHEDULE = variable(
    "NABU_BEAT_SCHEDULE", kinds.FOLDER, "", "beat's file, for its health check", unset="required by that check only"
)

MAKE_LOCAL = (LOCAL, DEBUG)
TABLE: tuple[Variable[object], ...] = tuple(found for found in globals().values() if isinstance(found, Variable))

OF_A_HOST = {
    DATABASE_URL, REDIS_URL, LOCAL, VAR, FACTS, STATIC_ROOT, PROXIES, LOG_LEVEL, LOG_FORMAT, DISK_RESERVE_MB, BIND,
    WEB_CONCURRENCY, WEB_THREADS, STREAMS, WORKERS, PORT, DEMO, BEAT_SCHEDULE,
}  # fmt: skip
"""What may differ between the hosts of a site: where they find things, and how large they are. The first of
`ALLOWED_HOSTS` may be the address in mails, so it may not."""

OF_THE_SITE = tuple(each for each in TABLE if each not in OF_A_HOST)
