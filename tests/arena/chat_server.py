"""A small server of the chat-completions format on loopback, which behaves as a test tells it to."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.arena.scripted_model import answer

Respond = Callable[[dict[str, Any], int], tuple[int, dict[str, str], bytes]]
"""Gets a request's body and its number, gives status, headers and body."""


def completion(text: object) -> bytes:
    usage = {"prompt_tokens": 7, "completion_tokens": 3}
    return json.dumps({"choices": [{"message": {"content": text}}], "usage": usage}).encode()


def always(answer: tuple[int, dict[str, str], bytes]) -> Respond:
    return lambda *_: answer


def play(body: dict[str, Any], _: int) -> tuple[int, dict[str, str], bytes]:
    """As a model that plays."""
    return 200, {}, completion(answer(body["messages"]))


class ChatServer(ThreadingHTTPServer):
    """Keeps what it was asked."""

    daemon_threads = True
    respond: Respond

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), ChatHandler)
        self.asked: list[tuple[str, dict[str, str], dict[str, Any]]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class ChatHandler(BaseHTTPRequestHandler):
    server: ChatServer

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append((self.path, dict(self.headers), body))
        status, headers, content = self.server.respond(body, len(self.server.asked))
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(content))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        """Quietly."""


@contextmanager
def chat_server(respond: Respond = play) -> Iterator[ChatServer]:
    with ChatServer() as server:
        server.respond = respond
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
