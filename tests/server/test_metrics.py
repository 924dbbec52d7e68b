"""Metrics: what is counted, who may read it, and that several processes add up."""

import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

from tests.server.small_app import small_app
from whistlestop.server.running.metrics import Metrics, share_metrics
from whistlestop.server.running.settings import Settings


def samples(text: str) -> dict[str, float]:
    """Values by name and labels."""
    return {
        f"{sample.name}{sorted(sample.labels.values())}": sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_requests_are_counted_by_route_and_status() -> None:
    metrics = Metrics()
    visitor = TestClient(small_app(Settings(), metrics))
    visitor.get("/api/stations/denver")
    visitor.get("/api/stations/omaha")
    visitor.get("/api/stations/omaha?limit=0")
    visitor.get("/api/breaks")
    visitor.get("/address")
    visitor.request("BREW", "/pot")
    counts = samples(visitor.get("/metrics").text)
    name = "whistlestop_http_seconds_count"
    assert counts[f"{name}{sorted(['GET', '/api/stations/{station}', '200'])}"] == 2
    assert counts[f"{name}{sorted(['GET', '/api/stations/{station}', '422'])}"] == 1
    assert counts[f"{name}{sorted(['GET', '/api/breaks', '500'])}"] == 1
    assert counts[f"{name}{sorted(['GET', '/address', '200'])}"] == 1
    assert counts[f"{name}{sorted(['other', 'none', '404'])}"] == 1


def test_clients_can_not_make_up_labels() -> None:
    metrics = Metrics()
    visitor = TestClient(small_app(Settings(), metrics))
    for number in range(20):
        visitor.request(f"M{number}", f"/nowhere/{number}")
        visitor.get(f"/api/stations/{number}")
    counts = [key for key in samples(metrics.text().decode()) if key.startswith("whistlestop_http_seconds_count")]
    assert len(counts) == 2


def test_open_sockets_are_counted() -> None:
    metrics = Metrics()
    visitor = TestClient(small_app(Settings(), metrics))

    def open_count() -> float:
        return samples(metrics.text().decode())["whistlestop_sockets_open[]"]

    with ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(visitor.websocket_connect("/socket"))
        assert open_count() == 3
    assert open_count() == 0


def test_a_token_guards_the_metrics_if_set() -> None:
    visitor = TestClient(small_app(Settings(metrics_token="a-long-enough-token")))
    refused = visitor.get("/metrics")
    assert (refused.status_code, refused.json()["error"]["code"]) == (401, "metrics-token-needed")
    assert refused.headers["www-authenticate"] == "Bearer"
    assert visitor.get("/metrics", headers={"authorization": "Bearer a-long-enough-tokem"}).status_code == 401
    granted = visitor.get("/metrics", headers={"authorization": "Bearer a-long-enough-token"})
    assert granted.status_code == 200
    assert granted.headers["content-type"].startswith("text/plain")


CHILD = """
import sys
from whistlestop.server.running.metrics import Metrics
metrics = Metrics()
metrics.actions_accepted.inc(5)
metrics.sockets_open.inc(2)
metrics.append_seconds.observe(0.002)
print("ready", flush=True)
sys.stdin.readline()
print(metrics.text().decode(), flush=True)
"""


def test_processes_that_share_a_folder_answer_for_all_that_live() -> None:
    environment = dict(os.environ)
    share_metrics(environment)
    with ExitStack() as stack:
        children = [
            stack.enter_context(
                subprocess.Popen(
                    [sys.executable, "-c", CHILD],
                    env=environment,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
            )
            for _ in range(3)
        ]
        for child in children:
            assert child.stdout is not None
            assert child.stdout.readline() == "ready\n"
        children[0].kill()
        children[0].wait()
        counts = samples(children[1].communicate("go\n", timeout=30)[0])
        children[2].kill()
    assert counts["whistlestop_actions_accepted_total[]"] == 15
    assert counts["whistlestop_append_seconds_count[]"] == 3
    assert counts["whistlestop_sockets_open[]"] == 4


def test_the_shared_folder_lives_as_long_as_the_process_that_made_it() -> None:
    program = (
        "import gc; from whistlestop.server.running.metrics import *; share_metrics(); gc.collect(); "
        "print(Path(os.environ[FOLDER_VARIABLE]).is_dir(), os.environ[FOLDER_VARIABLE])"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    was_there, folder = result.stdout.split()
    assert was_there == "True"
    assert not Path(folder).exists()
