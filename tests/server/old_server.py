"""A server from before protocol 2, as clients may meet one during an upgrade: a relay that refuses the new hello."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.sync.server import ServerConnection, serve

from tests.server.running import RunningServer

REFUSAL = {
    "type": "error",
    "version": 0,
    "key": None,
    "error": {"code": "bad-message", "message": "hello.protocol: input should be 1", "rule": None},
}
"""What such a server answers, and hangs up with code 1008."""


def is_refused(hello: str) -> bool:
    return bool(json.loads(hello).get("protocol", 1) != 1)


@contextmanager
def old_server(server: RunningServer) -> Iterator[str]:
    """The address of a relay for sockets that only lets clients of protocol 1 through."""

    def relay(line: ServerConnection) -> None:
        assert line.request is not None
        hello = str(line.recv())
        if is_refused(hello):
            line.send(json.dumps(REFUSAL))
            line.close(1008, "bad-message")
            return
        with connect(server.url.replace("http", "ws") + line.request.path, proxy=None) as inner:
            inner.send(hello)
            threading.Thread(target=pass_on, args=(inner, line), daemon=True).start()
            pass_on(line, inner)

    with serve(relay, "127.0.0.1", 0) as listening:
        thread = threading.Thread(target=listening.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listening.socket.getsockname()[1]}"
        listening.shutdown()
        thread.join()


def pass_on(one: object, other: object) -> None:
    try:
        for message in one:  # type: ignore[attr-defined]
            other.send(message)  # type: ignore[attr-defined]
    except ConnectionClosed:
        pass
    finally:
        other.close()  # type: ignore[attr-defined]
