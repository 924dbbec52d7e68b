"""An endpoint of the chat-completions format, over real HTTP on loopback: what is sent, and what can go wrong."""

from collections.abc import Callable

import pytest

from tests.arena.chat_server import always, chat_server, completion
from whistlestop.envs.text import ModelUnavailable, Reply, endpoint
from whistlestop.envs.text.endpoint import ChatEndpoint, checked_base_url

ASKED = [{"role": "system", "content": "rules"}, {"role": "user", "content": "state"}]
Answer = tuple[int, dict[str, str], bytes]
KEY = "sk-secret-0123456789"


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "FIRST_PAUSE", 0.001)
    monkeypatch.setattr(endpoint, "LONGEST_PAUSE", 0.01)


def test_the_question_is_sent_as_the_format_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", KEY)
    with chat_server(always((200, {}, completion("ACTION: pass")))) as server:
        ask = ChatEndpoint(server.url, "m", key_variable="MY_KEY", temperature=0.5, max_tokens=9)
        assert ask(ASKED) == Reply("ACTION: pass", {"prompt_tokens": 7, "completion_tokens": 3})
        ((path, headers, body),) = server.asked
    assert path == "/v1/chat/completions"
    assert headers["Authorization"] == f"Bearer {KEY}"
    assert body == {"model": "m", "temperature": 0.5, "max_tokens": 9, "messages": ASKED}


def test_without_a_key_none_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with chat_server(always((200, {}, completion("x")))) as server:
        ChatEndpoint(server.url, "m")(ASKED)
        assert "Authorization" not in server.asked[0][1]
        assert server.asked[0][2] == {"model": "m", "messages": ASKED}


@pytest.mark.parametrize("trouble", [(429, {"Retry-After": "0"}, b"slow down"), (503, {}, b""), (200, {}, b"not JSON")])
def test_trouble_that_passes_is_tried_again(trouble: Answer) -> None:
    with chat_server(lambda _, number: trouble if number < 3 else (200, {}, completion("at last"))) as server:
        assert ChatEndpoint(server.url, "m")(ASKED).text == "at last"
        assert len(server.asked) == 3


@pytest.mark.parametrize(
    ("answer", "said", "asked"),
    [
        ((401, {}, b'{"error": "no such key"}'), r"status 401: .*no such key.* Is the key in OPENAI_API_KEY right", 1),
        ((404, {}, b"no such model"), "status 404: no such model", 1),
        ((307, {"Location": "http://127.0.0.1:1/"}, b""), "status 307", 1),
        ((500, {}, b"broken"), r"status 500: broken Asked 3 times", 3),
        ((200, {}, b'{"choices": []}'), "not in the chat-completions format", 3),
        ((200, {}, b"[" * 100_000), "not in the chat-completions format", 3),
        ((200, {}, b"x" * 200_000), "more than 150,000 bytes", 1),
    ],
)  # fmt: skip
def test_what_does_not_pass_says_what_is_wrong_and_never_the_key(
    monkeypatch: pytest.MonkeyPatch, answer: Answer, said: str, asked: int
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setattr(endpoint, "LARGEST_ANSWER", 150_000)
    with chat_server(always(answer)) as server:
        with pytest.raises(ModelUnavailable, match=said) as caught:
            ChatEndpoint(server.url, "m", retries=2)(ASKED)
        assert len(server.asked) == asked
    assert KEY not in str(caught.value)
    assert len(str(caught.value)) < 700


def test_nobody_there_is_said() -> None:
    with chat_server() as server:
        url = server.url
    with pytest.raises(ModelUnavailable, match=r"no answer \(ConnectError"):
        ChatEndpoint(url, "m", retries=1)(ASKED)


@pytest.mark.parametrize("content", [None, ["no text"]])
def test_a_model_that_says_nothing_has_answered_nothing(content: object) -> None:
    with chat_server(always((200, {}, completion(content)))) as server:
        assert ChatEndpoint(server.url, "m")(ASKED).text == ""


@pytest.mark.parametrize("make", [checked_base_url, lambda url: ChatEndpoint(url, "m")])
@pytest.mark.parametrize("url", ["", "localhost:80", "ftp://a/v1", "http://", "http://a:x/v1", "https://me:pw@a/v1"])
def test_a_base_url_that_is_none_is_refused(url: str, make: Callable[[str], object]) -> None:
    with pytest.raises(ValueError, match="base URL"):
        make(url)
