"""A network that can be taken away: connections to the site go through here."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress


class Network:
    """Forwards connections to a port of this machine. While it is down nothing gets through, and nothing answers.

    Playwright's own switch leaves out service workers and the workers of pages.
    """

    def __init__(self, port: int) -> None:
        self._target = port
        self._open: set[socket.socket] = set()
        self._listening: socket.socket | None = None
        self.port = 0
        self.up()

    @property
    def address(self) -> str:
        """Where browsers find the site."""
        return f"http://localhost:{self.port}"

    def up(self) -> None:
        """The network is there."""
        listening = socket.socket()
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(("127.0.0.1", self.port))
        listening.listen(50)
        self._listening, self.port = listening, listening.getsockname()[1]
        threading.Thread(target=self._accept, args=(listening,), daemon=True).start()

    def down(self) -> None:
        """It is gone, in the middle of whatever was on its way."""
        if self._listening is not None:
            with suppress(OSError):
                self._listening.shutdown(socket.SHUT_RDWR)
            self._listening.close()
            self._listening = None
        for connection in list(self._open):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            connection.close()
        self._open.clear()

    def _accept(self, listening: socket.socket) -> None:
        with suppress(OSError):
            while True:
                near, _address = listening.accept()
                far = socket.create_connection(("localhost", self._target))
                self._open |= {near, far}
                for source, sink in ((near, far), (far, near)):
                    threading.Thread(target=self._forward, args=(source, sink), daemon=True).start()

    def _forward(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                sink.sendall(data)
        with suppress(OSError):
            sink.shutdown(socket.SHUT_WR)
