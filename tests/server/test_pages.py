"""The page is sent at all of its addresses, small and no older than it is; what is missing is said in the right way."""

import gzip
from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from whistlestop.server.app import make_app
from whistlestop.server.running.settings import Settings
from whistlestop.server.web.errors import add_error_handlers
from whistlestop.server.web.pages import ADDRESSES, add_pages, read_page

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Encoding": "gzip, deflate, br"}
SCRIPT = "console.log('all aboard');\n" * 100


def visitor_of(folder: Path) -> TestClient:
    app = FastAPI(docs_url=None)
    add_error_handlers(app)
    add_pages(app, read_page(folder))
    return TestClient(app)


@pytest.fixture
def visitor(tmp_path: Path) -> TestClient:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Whistlestop</title>", encoding="utf-8")
    (tmp_path / "docs.html").write_text("<!doctype html><title>API</title>", encoding="utf-8")
    (tmp_path / "sw.js").write_text("// later", encoding="utf-8")
    (tmp_path / "manifest.webmanifest").write_text("{}", encoding="utf-8")
    (tmp_path / "assets" / "index-BMhSrAh8.js").write_text(SCRIPT, encoding="utf-8")
    return visitor_of(tmp_path)


@pytest.fixture
def server() -> TestClient:
    return TestClient(make_app(Settings()))  # without its database: pages need none


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_address_of_the_page_shows_it(visitor: TestClient, address: str) -> None:
    answer = visitor.get(address.format(match="x7Kq"), headers=BROWSER)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert "<title>Whistlestop</title>" in answer.text
    assert answer.headers["Cache-Control"] == "no-cache"


def test_files_with_a_hash_in_their_name_are_kept_for_good_and_others_are_asked_for_again(visitor: TestClient) -> None:
    script = visitor.get("/assets/index-BMhSrAh8.js")
    assert script.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert script.headers["Content-Type"].startswith("text/javascript")
    for address in ("/sw.js", "/manifest.webmanifest"):
        assert visitor.get(address).headers["Cache-Control"] == "no-cache"
    assert visitor.get("/manifest.webmanifest").headers["Content-Type"] == "application/manifest+json"


def test_scripts_travel_compressed_to_who_can_read_that(visitor: TestClient) -> None:
    with visitor.stream("GET", "/assets/index-BMhSrAh8.js", headers={"Accept-Encoding": "gzip"}) as answer:
        sent = b"".join(answer.iter_raw())
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert gzip.decompress(sent).decode() == SCRIPT
    assert len(sent) < len(SCRIPT) / 10
    for refused in ("identity", "br", "gzip;q=0"):
        plain = visitor.get("/assets/index-BMhSrAh8.js", headers={"Accept-Encoding": refused})
        assert "Content-Encoding" not in plain.headers
        assert plain.text == SCRIPT


def test_what_the_browser_has_is_not_sent_again(visitor: TestClient) -> None:
    first = visitor.get("/", headers=BROWSER)
    again = visitor.get("/", headers=BROWSER | {"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert visitor.get("/", headers=BROWSER | {"If-None-Match": '"other"'}).status_code == 200


def test_a_mistyped_address_shows_the_page_to_people_and_json_to_programs(visitor: TestClient) -> None:
    people = visitor.get("/tabel/x7Kq", headers=BROWSER)
    assert (people.status_code, people.headers["Content-Type"]) == (404, "text/html; charset=utf-8")
    for address in ("/tabel/x7Kq", "/assets/index-gone.js", "/assets/../../secrets.py"):
        program = visitor.get(address)
        assert (program.status_code, program.json()["error"]["code"]) == (404, "not-found")


def test_below_api_everybody_gets_json(server: TestClient) -> None:
    answer = server.get("/api/unknown", headers=BROWSER)
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not-found")
    answer = server.get("/api/maps/check", headers=BROWSER)
    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")


def test_other_pages_stay_where_they_are(server: TestClient) -> None:
    assert server.get("/health").json()["status"] == "ok"
    assert server.get("/openapi.json").json()["info"]["title"] == "Whistlestop"


def test_the_api_is_described_by_a_document_of_its_own(visitor: TestClient) -> None:
    answer = visitor.get("/docs", headers=BROWSER)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert "<title>API</title>" in answer.text
    assert answer.headers["Cache-Control"] == "no-cache"


def test_every_part_of_the_api_has_a_heading(server: TestClient) -> None:
    operations = [one for path in server.get("/openapi.json").json()["paths"].values() for one in path.values()]
    assert operations
    assert all(len(one["tags"]) == 1 for one in operations)


@pytest.mark.parametrize("address", ["/", "/docs"])
def test_a_server_without_a_built_page_says_how_to_build_it(tmp_path: Path, address: str) -> None:
    answer = visitor_of(tmp_path / "nothing").get(address, headers=BROWSER)
    assert answer.status_code == 503
    assert "make play" in answer.text
