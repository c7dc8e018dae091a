"""What a site on one machine keeps for itself in its var/ folder: its secret and the address of its broker."""

import base64
import fcntl
import hashlib
import os
import secrets
import stat
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO

# A unix socket's address holds 107 bytes; Valkey adds nothing to it, its clients may.
LONGEST_SOCKET_PATH = 100


def local_secret(var: Path) -> str:
    """Return the secret key of this folder's site; the first call makes it, readable by its owner only."""
    path = var / "secret_key"
    if not path.exists():
        handle, draft = tempfile.mkstemp(dir=var, prefix="secret_key.")  # mode 600
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(64))
        # A hard link never replaces: when two processes come here at once, both end up with the first one's secret.
        with suppress(FileExistsError):
            os.link(draft, path)
        os.unlink(draft)
    return path.read_text().strip()


def local_push_key(secret: str) -> str:
    """Return this folder's key for the push services of browsers: it stays as long as the secret key does."""
    return base64.urlsafe_b64encode(hashlib.sha256(f"push {secret}".encode()).digest()).decode().rstrip("=")


class FolderInUse(Exception):
    """A site runs in this folder; the text says which."""


def claim_folder(var: Path) -> IO[str]:
    """Be the only one who runs a site in this folder or restores one, until the file is closed. Raises FolderInUse."""
    (var / "run").mkdir(parents=True, exist_ok=True)
    lock = (var / "run" / "supervisor").open("a+")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        with lock:
            lock.seek(0)
            raise FolderInUse(
                f"Nabu is already running in this folder ({lock.read().strip() or 'starting'})."
            ) from None
    lock.truncate(0)
    return lock


def broker_socket(var: Path) -> Path:
    """Return the unix socket of the embedded broker: in `var`, or in a temporary folder when that path is too long."""
    path = var / "valkey.sock"
    if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH:
        return path
    return Path(tempfile.gettempdir()) / f"nabu-{os.getuid()}-{_short_hash(var)}" / "valkey.sock"


def make_socket_folder(path: Path) -> None:
    """Make the folder of a socket, closed to other users. Raises PermissionError like `make_private_folder`."""
    make_private_folder(path.parent)


def counters_folder(var: Path) -> Path:
    """Return where the web processes of this folder's site keep what they count: in memory, where the system can."""
    memory = Path("/dev/shm")
    base = memory if os.access(memory, os.W_OK) else Path(tempfile.gettempdir())
    return base / f"nabu-counters-{os.getuid()}-{_short_hash(var)}"


def forget_counters(folder: Path) -> None:
    """Begin to count anew, when the web server starts: every process that ever counted has left files."""
    for file in folder.glob("*.db"):
        file.unlink(missing_ok=True)


def make_private_folder(folder: Path) -> None:
    """Make a folder that is closed to other users.

    Raises PermissionError when somebody else made it first: a temporary folder's names can be guessed.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
        raise PermissionError(f"{folder} belongs to somebody else; remove it or set TMPDIR to a folder of your own")


def _short_hash(var: Path) -> str:
    return hashlib.sha256(os.fsencode(var)).hexdigest()[:16]
