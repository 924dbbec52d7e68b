"""What operators take as it is: it speaks of metrics, settings and addresses that exist."""

import json
import re
from pathlib import Path

from whistlestop.server.running.metrics import Metrics
from whistlestop.server.running.settings import Settings, variable

DEPLOY = Path(__file__).parents[2] / "deploy"


def test_the_dashboard_shows_every_metric_and_no_other() -> None:
    dashboard = json.loads((DEPLOY / "grafana-dashboard.json").read_text(encoding="utf-8"))
    shown = " ".join(target["expr"] for panel in dashboard["panels"] for target in panel["targets"])
    asked = {re.sub("_(bucket|count|total)$", "", name) for name in re.findall(r"whistlestop_\w+", shown)}
    there = {family.name for family in Metrics().registry.collect() if family.name.startswith("whistlestop_")}
    assert asked == there


def test_the_containers_use_settings_that_exist() -> None:
    known = {variable(name) for name in Settings.model_fields}
    for name in ("Containerfile", "compose.yaml"):
        used = set(re.findall(r"WHISTLESTOP_[A-Z_]+", (DEPLOY / name).read_text(encoding="utf-8")))
        assert used <= known
        assert used


def test_the_proxy_finds_the_match_in_every_address_of_it() -> None:
    (pattern,) = re.findall(r'"~(.*)" \$match;', (DEPLOY / "nginx.conf").read_text(encoding="utf-8"))
    home = re.compile(pattern.replace("?<match>", "?P<match>"))
    for address in ("/api/matches/x7-K_q", "/api/matches/x7-K_q/socket", "/table/x7-K_q", "/replay/x7-K_q"):
        found = home.match(address)
        assert found
        assert found["match"] == "x7-K_q"
    assert not home.match("/api/matches")
    assert not home.match("/")
