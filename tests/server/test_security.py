"""Secrets, origins, headers, body sizes, proxies, error answers."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import WebSocketDenialResponse

from tests.server.small_app import client
from whistlestop.server.play.refusal import Invalid
from whistlestop.server.play.secrets import bearer, equal_in_constant_time, hash_secret, new_secret
from whistlestop.server.running.origins import normal_origin
from whistlestop.server.running.redaction import redact
from whistlestop.server.running.settings import Settings, load_settings
from whistlestop.server.web.errors import error_response
from whistlestop.server.web.headers import CONTENT_SECURITY_POLICY
from whistlestop.server.web.host_check import host_allowed, own_names
from whistlestop.server.web.origin_check import origin_allowed


def error_of(response: Any) -> dict[str, Any]:
    """The error of an answer, which has to have exactly our shape."""
    answer = response.json()
    assert set(answer) == {"error"}
    assert set(answer["error"]) == {"code", "message", "rule"}
    return dict(answer["error"])


def test_secrets_differ_have_192_bits_and_only_their_hash_is_comparable() -> None:
    made = {new_secret() for _ in range(1000)}
    assert len(made) == 1000
    assert {len(secret) for secret in made} == {32}
    assert hash_secret("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert equal_in_constant_time("abc", "abc")
    assert not equal_in_constant_time("abc", "abd")
    assert not equal_in_constant_time("ab\ud800", "abé")


def test_bearer_reads_the_authorization_header_only() -> None:
    assert bearer({"authorization": "bearer  abc "}) == "abc"
    assert bearer({"authorization": "Basic abc"}) is None
    assert bearer({"authorization": "Bearer"}) is None
    assert bearer({}) is None


@pytest.mark.parametrize("glue", ["{}", "#{}", "%23{}", "x{}y", "secret={}&", '{{"secret": "{}"}}', "\\n{}", "a/{}/b"])
def test_no_secret_survives_redaction_whatever_it_is_glued_to(glue: str) -> None:
    for _ in range(200):
        secret = new_secret()
        assert secret not in redact(glue.format(secret))


def test_redaction_leaves_the_rest_readable() -> None:
    text = "GET /api/tables/x7Kq2mPz 200 test_the_engine_imports_numpy_and_numba_only ConnectionRefusedError"
    assert redact(text) == text
    assert redact("postgresql://me:hunter2@host/name") == "postgresql://me:[secret]@host/name"
    assert redact("Authorization: Bearer short.token=") == "Authorization: Bearer [secret]"


def socket_scope(origin: str | None, host: str = "play.example.org", scheme: str = "wss") -> dict[str, Any]:
    headers = [(b"host", host.encode())] + ([(b"origin", origin.encode())] if origin is not None else [])
    return {"type": "websocket", "scheme": scheme, "headers": headers}


@pytest.mark.parametrize(
    ("origin", "is_allowed"),
    [
        (None, True),
        ("https://play.example.org", True),
        ("https://PLAY.example.org:443", True),
        ("https://links.example.org", True),
        ("http://localhost:5173", True),
        ("http://play.example.org", False),
        ("https://play.example.org:8443", False),
        ("https://play.example.org.evil.example", False),
        ("https://evil.example", False),
        ("https://play.example.org@evil.example", False),
        ("null", False),
        ("", False),
    ],
)
def test_a_socket_is_for_our_own_pages_and_those_allowed(origin: str | None, is_allowed: bool) -> None:
    settings = Settings(public_url="https://links.example.org", allowed_origins=("http://localhost:5173",))
    assert origin_allowed(socket_scope(origin), settings) == is_allowed


@pytest.mark.parametrize(
    ("host", "is_allowed"),
    [
        ("127.0.0.1:8377", True),
        ("192.168.1.20:8377", True),
        ("[::1]:8377", True),
        ("[fe80::1]", True),
        ("localhost:8377", True),
        ("laptop:8377", True),
        ("laptop.local:8377", True),
        ("train.home.arpa", True),
        ("play.example.org", True),
        ("PLAY.example.org.:443", True),
        ("other.example.org", True),
        ("evil.example", False),
        ("evil.example:8377", False),
        ("play.example.org.evil.example", False),
        ("localhost.evil.example", False),
        ("play.example.org@evil.example", False),
        ("evil.example/play.example.org", False),
        ("play.example.org:x", False),
        (" ", False),
        ("", True),
    ],
)
def test_only_names_of_this_server_are_answered(host: str, is_allowed: bool) -> None:
    settings = load_settings(public_url="https://play.example.org", allowed_hosts="Other.example.org, third.example")
    scope = {"type": "http", "headers": [(b"host", host.encode())]}
    assert host_allowed(scope, own_names(settings)) == is_allowed


def test_a_program_may_send_no_host_but_not_two() -> None:
    hosts = [(b"host", b"localhost"), (b"host", b"evil.example")]
    assert host_allowed({"type": "http", "headers": []}, own_names(Settings()))
    assert not host_allowed({"type": "http", "headers": hosts}, own_names(Settings()))
    assert host_allowed({"type": "http", "headers": hosts[1:]}, own_names(load_settings(allowed_hosts="*")))


def test_a_page_that_gives_its_name_our_address_gets_nothing() -> None:
    visitor = client(base_url="http://evil.example:8377")
    assert error_of(visitor.get("/address"))["code"] == "unknown-host"
    assert visitor.get("/address").status_code == 421
    with (
        pytest.raises(WebSocketDenialResponse) as caught,
        visitor.websocket_connect("ws://evil.example:8377/socket", headers={"origin": "http://evil.example:8377"}),
    ):
        pass
    assert caught.value.status_code == 421
    assert client(base_url="http://192.168.1.20:8377").get("/address").status_code == 200


def test_behind_a_proxy_the_name_that_counts_is_the_browsers() -> None:
    settings = load_settings(public_url="https://play.example.org", trusted_proxies="10.0.0.1")
    proxy = client(settings, "10.0.0.1")
    for host, status in {"play.example.org": 200, "evil.example": 421}.items():
        assert proxy.get("/address", headers={"x-forwarded-host": host}).status_code == status


def test_two_origins_are_none() -> None:
    scope = socket_scope("https://play.example.org")
    scope["headers"].append((b"origin", b"https://play.example.org"))
    assert not origin_allowed(scope, Settings())


def test_without_a_host_no_origin_is_our_own() -> None:
    assert not origin_allowed(socket_scope("https://", host=""), Settings())
    assert not origin_allowed(socket_scope("null", host=""), Settings())


def test_origins_have_one_spelling() -> None:
    assert normal_origin("http://[::1]:8377/") == "http://[::1]:8377"
    for bad in ("http://a.org:x", "ftp://a.org", "http://", "http://a.org/b", "http://a.org?b", "http://a b", "a.org"):
        assert normal_origin(bad) is None, bad


def test_a_foreign_page_gets_no_socket_but_a_program_does() -> None:
    visitor = client()
    with visitor.websocket_connect("/socket") as socket:
        socket.send_text("hello")
        assert socket.receive_text() == "hello"
    with (
        pytest.raises(WebSocketDenialResponse) as caught,
        visitor.websocket_connect("/socket", headers={"origin": "https://evil.example"}),
    ):
        pass
    assert caught.value.status_code == 403
    assert error_of(caught.value)["code"] == "foreign-origin"
    assert caught.value.headers["x-content-type-options"] == "nosniff"


PATHS = ["/api/stations/a", "/api/nowhere", "/api/refused", "/api/breaks", "/address", "/api/passengers", "/nowhere"]


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_carries_the_headers(path: str) -> None:
    response = client().get(path)
    assert response.headers["content-security-policy"] == CONTENT_SECURITY_POLICY
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["referrer-policy"] == "no-referrer"
    assert response.headers["cross-origin-opener-policy"] == "same-origin"
    assert response.headers["cross-origin-resource-policy"] == "same-origin"
    assert "camera=()" in response.headers["permissions-policy"]
    assert len(response.headers["x-request-id"]) == 12
    assert response.headers.get("cache-control") == ("no-store" if path.startswith("/api") else None)
    assert "strict-transport-security" not in response.headers


def test_https_is_asked_for_again_only_over_https() -> None:
    response = client(Settings(allowed_hosts=("play.example.org",)), base_url="https://play.example.org").get(
        "/address"
    )
    assert response.headers["strict-transport-security"] == "max-age=31536000"


def test_the_policy_allows_no_inline_and_no_foreign_code() -> None:
    assert "unsafe" not in CONTENT_SECURITY_POLICY
    assert "default-src 'none'; script-src 'self'; style-src 'self';" in CONTENT_SECURITY_POLICY
    assert "http" not in CONTENT_SECURITY_POLICY


def test_a_body_that_is_too_large_is_refused_by_its_length() -> None:
    visitor = client(Settings(max_body_bytes=100))
    assert visitor.post("/api/passengers", json={"name": "A"}).status_code == 200
    response = visitor.post("/api/passengers", content=b"x" * 101)
    assert response.status_code == 413
    assert error_of(response)["code"] == "too-large"


def test_a_body_that_hides_its_length_is_refused_while_it_is_read() -> None:
    sent = 0

    def chunks() -> Iterator[bytes]:
        nonlocal sent
        for _ in range(30):
            sent += 10
            yield b"x" * 10

    response = client(Settings(max_body_bytes=100)).post("/api/passengers", content=chunks())
    assert response.status_code == 413
    assert sent > 100


def test_a_body_in_pieces_arrives_whole() -> None:
    text = json.dumps({"name": "Ada", "wagon": "first"}).encode()
    pieces = (text[i : i + 5] for i in range(0, len(text), 5))
    response = client().post("/api/passengers", content=pieces, headers={"content-type": "application/json"})
    assert response.json() == {"name": "Ada", "wagon": "first", "friends": []}


def test_a_refusal_has_status_code_message_and_rule() -> None:
    response = client().get("/api/refused")
    assert response.status_code == 409
    assert error_of(response) == {"code": "not-your-turn", "message": "It is not your turn.", "rule": "R2.1"}


def test_a_message_that_is_no_valid_unicode_can_be_sent() -> None:
    assert json.loads(bytes(error_response(Invalid("odd", "half a pair: \ud800")).body))["error"]["code"] == "odd"


def test_an_invalid_request_is_explained_without_repeating_what_was_sent() -> None:
    response = client().post("/api/passengers", json={"name": "x" * 21, "friends": [{"wagon": "third-secret"}]})
    assert response.status_code == 422
    error = error_of(response)
    assert error["code"] == "invalid-request"
    assert "body.name: String should have at most 20 characters" in error["message"]
    assert "body.friends[0].wagon: Input should be 'first' or 'second'" in error["message"]
    assert "third-secret" not in response.text


@pytest.mark.parametrize("body", [b"{", b"\xff\xfe", b'{"name": "\\ud800", "\\ud800": 1}', b"[" * 100_000, b"NaN", b""])
def test_no_body_breaks_the_server(body: bytes) -> None:
    response = client().post("/api/passengers", content=body, headers={"content-type": "application/json"})
    assert response.status_code in (400, 422)
    assert error_of(response)["message"]


def test_many_problems_are_cut_short() -> None:
    response = client().post("/api/passengers", json={f"k{i}": 1 for i in range(50)} | {"z" * 500: 1})
    assert "and 47 more." in error_of(response)["message"]
    assert len(response.text) < 1000


def test_unknown_paths_and_methods_answer_in_our_words() -> None:
    missing = client().get("/api/nowhere")
    assert (missing.status_code, error_of(missing)["code"]) == (404, "not-found")
    wrong = client().put("/api/passengers")
    assert (wrong.status_code, error_of(wrong)["code"]) == (405, "method-not-allowed")
    assert wrong.headers["allow"] == "POST"


def test_a_mistake_of_ours_tells_nothing_but_a_request_id() -> None:
    response = client().get("/api/breaks", headers={"authorization": "hunter2"})
    assert response.status_code == 500
    error = error_of(response)
    assert error["code"] == "internal"
    assert response.headers["x-request-id"] in error["message"]
    assert "hunter2" not in response.text
    assert "RuntimeError" not in response.text


def test_a_mistake_of_ours_closes_the_socket_with_1011() -> None:
    with client().websocket_connect("/socket") as socket:
        socket.send_text("break")
        closing = socket.receive()
    assert (closing["type"], closing["code"]) == ("websocket.close", 1011)


FORWARDED = {
    "x-forwarded-for": "6.6.6.6, 198.51.100.7, 10.0.0.2",
    "x-forwarded-proto": "https",
    "x-forwarded-host": "play.example.org",
}


def test_a_trusted_proxy_is_believed() -> None:
    settings = load_settings(trusted_proxies="10.0.0.0/8", allowed_hosts="play.example.org")
    answer = client(settings, "10.0.0.1").get("/address", headers=FORWARDED)
    assert answer.json() == {"address": "198.51.100.7", "url": "https://play.example.org/"}
    assert "strict-transport-security" in answer.headers


def test_anybody_else_is_not_believed() -> None:
    for settings in (Settings(), load_settings(trusted_proxies="10.0.0.0/8")):
        answer = client(settings, "203.0.113.9").get("/address", headers=FORWARDED)
        assert answer.json() == {"address": "203.0.113.9", "url": "http://testserver/"}


def test_nonsense_of_a_trusted_proxy_changes_nothing() -> None:
    nonsense = {"x-forwarded-for": "me, unknown", "x-forwarded-proto": "gopher"}
    answer = client(load_settings(trusted_proxies="10.0.0.0/8"), "10.0.0.1").get("/address", headers=nonsense)
    assert answer.json() == {"address": "10.0.0.1", "url": "http://testserver/"}


def test_a_page_behind_a_trusted_proxy_may_open_a_socket() -> None:
    headers = {"origin": "https://play.example.org", **FORWARDED}
    settings = load_settings(trusted_proxies="10.0.0.1", allowed_hosts="play.example.org")
    with client(settings, "10.0.0.1").websocket_connect("/socket", headers=headers):
        pass
    with (
        pytest.raises(WebSocketDenialResponse),
        client(Settings(), "10.0.0.1").websocket_connect("/socket", headers=headers),
    ):
        pass
