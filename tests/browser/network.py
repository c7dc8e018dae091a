"""Networks that can be taken away, or are bad: connections to the site go through here."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress
from queue import Queue
from random import Random


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


class BadNetwork(Network):
    """One with latency, on which packets are lost (sent again after a second, as TCP does) and connections break off.

    `latency`: seconds there and back. `loss`: the share of packets of 1,400 bytes that are lost. `cut`: the share of
    what browsers send at once after which the connection is gone, so that nobody knows what has arrived.
    """

    def __init__(self, port: int, latency: float, loss: float, cut: float, seed: int = 1) -> None:
        self.latency, self.loss, self.cut = latency, loss, cut
        self.cuts = 0
        self._random = Random(seed)
        super().__init__(port)

    def _forward(self, source: socket.socket, sink: socket.socket) -> None:
        """What comes in leaves later, and in order."""
        underway: Queue[tuple[float, bytes]] = Queue(50)
        threading.Thread(target=self._deliver, args=(underway, sink), daemon=True).start()
        due = 0.0
        with suppress(OSError):
            while data := source.recv(65536):
                due = max(due, time.monotonic() + self.latency / 2) + self._sent_again(len(data))
                underway.put((due, data))
        underway.put((due, b""))

    def _deliver(self, underway: Queue[tuple[float, bytes]], sink: socket.socket) -> None:
        to_site = sink.getpeername()[1] == self._target
        data = b"-"
        with suppress(OSError):
            while data:
                due, data = underway.get()
                time.sleep(max(0, due - time.monotonic()))
                sink.sendall(data)
                if to_site and self._random.random() < self.cut:
                    self.cuts += 1
                    break
        for end in (socket.SHUT_RDWR,) if data else (socket.SHUT_WR,):
            with suppress(OSError):
                sink.shutdown(end)

    def _sent_again(self, size: int) -> float:
        """Seconds until the last of these packets has come through: one for each time that any of them is lost."""
        packets, seconds = -(-size // 1400), 0.0
        while packets:
            packets = sum(self._random.random() < self.loss for _packet in range(packets))
            seconds += 1.0 if packets else 0.0
        return seconds
