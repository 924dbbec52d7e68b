"""Maps shared by a link: stored once, within limits, and pruned when nobody opens them."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from tests.maps.sample import changed, tiny_map
from tests.server.at_table import ask, code_of
from tests.server.forked import ForkedServer
from tests.server.running import RunningServer
from whistlestop.server.store import Store
from whistlestop.server.store.move import open_move
from whistlestop.server.store.reader import open_reader
from whistlestop.server.store.shared_maps import NOTED_SECONDS, shared_id


def with_store(url: str, scene: Callable[[Store], Awaitable[None]]) -> None:
    async def play() -> None:
        store = await Store.open(url, owner="test")
        try:
            await scene(store)
        finally:
            await store.close()

    asyncio.run(play())


def test_a_map_is_stored_once_and_as_long_as_somebody_opens_it(store_url: str) -> None:
    async def scene(store: Store) -> None:
        maps = store.shared_maps
        id = await maps.add("text", 0.0, most=2)
        assert id == await maps.add("text", 1.0, most=2) == shared_id("text")
        assert await maps.add("other", 2.0, most=2) is not None
        assert await maps.add("third", 3.0, most=2) is None, "there are two"
        assert await maps.add("text", 4.0, most=2) == id, "but that one is there already"
        assert await maps.open(id, 2 * NOTED_SECONDS) == "text"
        assert await maps.prune(NOTED_SECONDS) == 1
        assert await maps.open(id, 0.0) == "text"
        assert await maps.open(shared_id("other"), 0.0) is None

    with_store(store_url, scene)


def test_shared_maps_move_with_the_matches(sqlite_url: str, postgres_url: str) -> None:
    async def fill(store: Store) -> None:
        for number in range(45):
            await store.shared_maps.add(f"map {number}", float(number), most=100)

    async def move() -> None:
        for _ in range(2):  # the second time it finds everything there
            async with open_move(sqlite_url, postgres_url) as moving:
                async for _ in moving.copy():
                    pass
                async for _ in moving.check():
                    pass
        async with open_reader(sqlite_url) as source, open_reader(postgres_url) as target:
            assert await source.shared_maps("", 100) == await target.shared_maps("", 100)
            assert (await target.counts())["shared_map"] == 45

    with_store(sqlite_url, fill)
    asyncio.run(move())


def test_a_link_opens_a_copy_for_everybody(server: RunningServer) -> None:
    answer = ask(server, "POST", "/studio/shared", {"text": tiny_map()})
    assert answer.status_code == 201
    shared = answer.json()
    assert shared["link"] == f"{server.url}/studio?shared={shared['id']}"
    opened = ask(server, "GET", f"/studio/shared/{shared['id']}").json()
    assert (opened["kind"], opened["text"]) == ("map", tiny_map())
    assert ask(server, "POST", "/studio/shared", {"text": tiny_map()}).json() == shared
    unfinished = changed(tiny_map(), '"red", "blue"]', '"reed"]')
    assert ask(server, "POST", "/studio/shared", {"text": unfinished}).status_code == 201


def test_what_is_no_map_is_not_kept(server: RunningServer) -> None:
    for text in ("", "hello", "name,x,y\nA,1,2\n", "format = 1"):
        assert code_of(ask(server, "POST", "/studio/shared", {"text": text})) == (422, "bad-map")
    large = tiny_map() + "#" * 200_000
    assert code_of(ask(server, "POST", "/studio/shared", {"text": large})) == (413, "map-too-large")
    assert code_of(ask(server, "GET", "/studio/shared/atlantis")) == (404, "no-such-map")


def test_an_address_and_all_together_share_a_few(tmp_path: Path) -> None:
    server = ForkedServer(tmp_path, max_shared_maps=2, max_shared_maps_per_address=4)
    server.start()
    try:
        texts = [changed(tiny_map(), "pieces = 10", f"pieces = {number}") for number in (10, 11, 12, 13)]
        answers = [ask(server, "POST", "/studio/shared", {"text": text}) for text in texts]
        assert [answer.status_code for answer in answers] == [201, 201, 503, 503]
        assert code_of(ask(server, "POST", "/studio/shared", {"text": texts[0]})) == (429, "too-often")
    finally:
        server.end()
