"""A model behind an HTTP endpoint that speaks the chat-completions format, as most servers of models do.

    ask = ChatEndpoint("http://127.0.0.1:8000/v1", "my-model")
    bot = ModelBot(board, ask)

The key, where one is needed, comes from an environment variable and is never written anywhere.
"""

import json
import os
import random
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from whistlestop.envs.text.player import KEY_VARIABLE, Message, ModelUnavailable, Reply
from whistlestop.extras import needs_extra

with needs_extra("models"):
    import httpx

TIMEOUT = 120.0
RETRIES = 5
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
LARGEST_ANSWER = 4_000_000
"""Bytes of a response; a longer one is no answer to our questions."""
PASSING = {408, 409, 425, 429}
"""Refusals after which asking again may help, as after any error of the server's own (500 and above)."""
SHOWN = 300


class _Passing(Exception):
    """Trouble that may pass, with the seconds to wait if the server named them."""

    def __init__(self, message: str, seconds: float | None = None) -> None:
        super().__init__(message)
        self.seconds = seconds


class ChatEndpoint:
    """Asks `POST BASE/chat/completions`. Whatever goes wrong for good raises ModelUnavailable, saying what to do.

    An answer has `timeout` seconds from the first byte sent to the last received; trouble that may pass is tried again
    `retries` times. Redirects are not followed, so the key goes to the named server and nowhere else.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        *,
        key_variable: str = KEY_VARIABLE,
        temperature: float | None = None,
        max_tokens: int | None = None,
        timeout: float = TIMEOUT,
        retries: int = RETRIES,
    ) -> None:
        self.url = f"{checked_base_url(base_url).rstrip('/')}/chat/completions"
        self.timeout, self.retries, self.key_variable = timeout, retries, key_variable
        options = {"temperature": temperature, "max_tokens": max_tokens}
        self._body = {"model": model, **{name: value for name, value in options.items() if value is not None}}
        key = os.environ.get(key_variable, "").strip()
        if not key.isascii() or not key.isprintable():
            raise ModelUnavailable(f"{key_variable} has characters that no key has.")
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._client = httpx.Client(timeout=httpx.Timeout(timeout, connect=min(timeout, 10.0)))

    def __call__(self, messages: list[Message]) -> Reply:
        """The model's answer to a conversation."""
        pauses = _pauses()
        for attempt in range(self.retries + 1):
            try:
                return self._ask(messages)
            except _Passing as trouble:
                if attempt == self.retries:
                    raise ModelUnavailable(f"{self.url}: {trouble} Asked {attempt + 1} times.") from None
                pause = next(pauses)
                time.sleep(min(LONGEST_PAUSE, pause if trouble.seconds is None else max(pause, trouble.seconds)))
        raise AssertionError("the last attempt returns or raises")

    def _ask(self, messages: list[Message]) -> Reply:
        body = self._body | {"messages": messages}
        try:
            with self._client.stream("POST", self.url, json=body, headers=self._headers) as response:
                content = self._content(response)
        except httpx.HTTPError as error:
            raise _Passing(f"no answer ({type(error).__name__}: {error}).") from None
        if response.status_code != 200:
            self._refuse(response, content)
        return _reply(content)

    def _content(self, response: httpx.Response) -> bytes:
        """The body, read within the time and the size that an answer may take."""
        deadline, content = time.monotonic() + self.timeout, bytearray()
        for chunk in response.iter_bytes():
            content += chunk
            if len(content) > LARGEST_ANSWER:
                raise ModelUnavailable(f"{self.url}: an answer of more than {LARGEST_ANSWER:,} bytes.")
            if time.monotonic() > deadline:
                raise _Passing(f"the answer took more than {self.timeout:g} seconds.")
        return bytes(content)

    def _refuse(self, response: httpx.Response, content: bytes) -> None:
        said = " ".join(content[:SHOWN].decode(errors="replace").split())
        status = response.status_code
        if status in PASSING or status >= 500:
            raise _Passing(f"status {status}: {said}", _seconds(response.headers.get("retry-after")))
        hint = f" Is the key in {self.key_variable} right?" if status in (401, 403) else ""
        raise ModelUnavailable(f"{self.url}: status {status}: {said}{hint}")


def checked_base_url(text: str) -> str:
    """A base URL that a key may be sent to; ValueError says what is wrong with it."""
    try:
        parts = urlsplit(text)
        is_right = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_right = False
    if not is_right:
        raise ValueError(f"{text!r} is not a base URL; one looks like http://127.0.0.1:8000/v1.")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise ValueError("A base URL has no name, password, query or fragment; the key comes from the environment.")
    return text


def _reply(content: bytes) -> Reply:
    """The text of the first choice. A model that says nothing, or only thinks, has given an empty answer."""
    try:
        answer: Any = json.loads(content)
        message = answer["choices"][0]["message"]
        text, usage = message.get("content"), answer.get("usage")
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        shown = content[:SHOWN].decode(errors="replace")
        raise _Passing(f"the answer is not in the chat-completions format: {shown!r}.") from None
    if isinstance(text, list):  # some servers send parts
        text = "".join(str(part.get("text", "")) for part in text if isinstance(part, dict))
    counts = {str(name)[:40]: n for name, n in usage.items() if type(n) is int} if isinstance(usage, dict) else None
    return Reply(text if isinstance(text, str) else "", counts)


def _seconds(header: str | None) -> float | None:
    """Of a Retry-After in seconds; one with a date is passed over."""
    return float(header) if header and header.isdecimal() and len(header) < 6 else None


def _pauses() -> Iterator[float]:
    pause = FIRST_PAUSE
    while True:
        yield pause * random.uniform(0.5, 1.0)
        pause = min(2 * pause, LONGEST_PAUSE)
