"""How often an address may ask; memory stays bounded whatever comes."""

from contextlib import ExitStack

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import WebSocketDenialResponse

from tests.server.small_app import client
from whistlestop.server.running.settings import Settings, load_settings
from whistlestop.server.web.rates import Buckets, RateLimit, address_key


def test_a_burst_then_one_by_one() -> None:
    buckets = Buckets(burst=3, per_second=2)
    assert [buckets.take("a", 100.0) for _ in range(4)] == [True, True, True, False]
    assert buckets.retry_after("a", 100.0) == pytest.approx(0.5)
    assert not buckets.take("a", 100.4)
    assert buckets.take("a", 100.5)
    assert not buckets.take("a", 100.5)
    assert buckets.take("b", 100.5)


def test_a_refused_try_costs_nothing() -> None:
    buckets = Buckets(burst=1, per_second=1)
    assert buckets.take("a", 0.0)
    assert not any(buckets.take("a", 0.5) for _ in range(100))
    assert buckets.take("a", 1.0)


@given(st.lists(st.floats(0, 0.7), max_size=60), st.integers(1, 5), st.floats(0.5, 5))
def test_never_more_than_the_burst_and_what_has_flowed_in(gaps: list[float], burst: int, per_second: float) -> None:
    buckets, now, taken = Buckets(burst, per_second), 0.0, 0
    for gap in gaps:
        now += gap
        could = buckets.retry_after("a", now) == 0
        assert buckets.take("a", now) == could
        taken += could
        assert taken <= burst + now * per_second + 1e-6


def test_a_million_addresses_do_not_grow_memory() -> None:
    buckets = Buckets(burst=10, per_second=0.001, keys=1000)
    for number in range(1_000_000):
        buckets.take(str(number), number * 1e-6)
    assert len(buckets) == 1000
    assert buckets.retry_after("999999", 1.0) == 0
    for _ in range(9):
        buckets.take("999999", 1.0)
    assert not buckets.take("999999", 1.0)


def test_full_buckets_are_forgotten() -> None:
    buckets = Buckets(burst=2, per_second=1)
    for number in range(100):
        buckets.take(str(number), 0.0)
    assert len(buckets) == 100
    buckets.take("later", 1.0)
    assert len(buckets) == 1


def test_an_ipv6_household_is_one_address() -> None:
    assert address_key("2001:db8:1:2::1") == address_key("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    assert address_key("2001:db8:1:3::1") != address_key("2001:db8:1:2::1")
    assert address_key("::ffff:203.0.113.9") == "203.0.113.9"
    assert address_key("203.0.113.9") != address_key("203.0.113.8")
    assert address_key("testclient") == "testclient"


def test_too_many_requests_are_told_when_to_come_back() -> None:
    visitor = client(Settings(requests_per_minute=3))
    assert [visitor.get("/address").status_code for _ in range(4)] == [200, 200, 200, 429]
    refused = visitor.get("/address")
    assert 1 <= int(refused.headers["retry-after"]) <= 20
    assert refused.json()["error"]["code"] == "too-often"
    with pytest.raises(WebSocketDenialResponse) as caught, visitor.websocket_connect("/socket"):
        pass
    assert caught.value.status_code == 429


def test_behind_a_proxy_visitors_are_counted_apart() -> None:
    proxy = client(load_settings(requests_per_minute=1, trusted_proxies="10.0.0.1"), "10.0.0.1")

    def ask(address: str) -> int:
        return proxy.get("/address", headers={"x-forwarded-for": address}).status_code

    assert [ask("198.51.100.7"), ask("198.51.100.8"), ask("198.51.100.7")] == [200, 200, 429]


def test_invented_addresses_do_not_help() -> None:
    visitor = client(Settings(requests_per_minute=2))
    answers = [visitor.get("/address", headers={"x-forwarded-for": f"198.51.100.{i}"}) for i in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]


def test_sockets_per_address_are_limited_and_given_back() -> None:
    visitor = client(Settings(connections_per_address=2))
    with ExitStack() as stack:
        for _ in range(2):
            stack.enter_context(visitor.websocket_connect("/socket"))
        with pytest.raises(WebSocketDenialResponse) as caught, visitor.websocket_connect("/socket"):
            pass
        assert caught.value.json()["error"]["code"] == "too-many-connections"
    with visitor.websocket_connect("/socket") as socket:
        socket.send_text("again")
        assert socket.receive_text() == "again"


def test_addresses_without_sockets_are_forgotten() -> None:
    async def app(*_: object) -> None:
        raise OSError

    async def visit(rate_limit: RateLimit) -> None:
        scope = {"type": "websocket", "scheme": "ws", "headers": [], "client": ("203.0.113.9", 1)}
        with pytest.raises(OSError):  # noqa: PT011
            await rate_limit(scope, None, None)  # type: ignore[arg-type]

    rate_limit = RateLimit(app, Settings())
    with pytest.raises(StopIteration):
        visit(rate_limit).send(None)
    assert not rate_limit.sockets
