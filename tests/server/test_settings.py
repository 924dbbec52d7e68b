"""Settings: read from the environment, explained when wrong, documented completely."""

from ipaddress import ip_network
from pathlib import Path

import pytest
from pydantic import ValidationError

from whistlestop.server.running.settings import Settings, SettingsError, load_settings, settings_table, variable

DOCS = Path(__file__).parents[2] / "docs" / "server.md"


@pytest.fixture(autouse=True)
def no_settings_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(variable(name), raising=False)


def test_without_anything_set_the_defaults_hold() -> None:
    settings = load_settings()
    assert (settings.host, settings.port, settings.workers) == ("127.0.0.1", 8377, 1)
    assert settings.database_url.startswith("sqlite+aiosqlite:///")
    assert settings.database_url.endswith("whistlestop.db")


def test_the_environment_sets_and_options_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WHISTLESTOP_PORT", "81")
    monkeypatch.setenv("WHISTLESTOP_LOG_FORMAT", "text")
    settings = load_settings(port=82)
    assert (settings.port, settings.log_format) == (82, "text")


def test_lists_are_written_with_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WHISTLESTOP_TRUSTED_PROXIES", "10.0.0.1, fd00::/8")
    monkeypatch.setenv("WHISTLESTOP_ALLOWED_ORIGINS", "https://Example.org:443,http://localhost:5173")
    settings = load_settings()
    assert settings.trusted_proxies == (ip_network("10.0.0.1/32"), ip_network("fd00::/8"))
    assert settings.allowed_origins == ("https://example.org", "http://localhost:5173")


def test_an_empty_variable_is_as_none_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WHISTLESTOP_PUBLIC_URL", "")
    assert load_settings().public_url is None


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("PORT", "http", "unable to parse"),
        ("PORT", "70000", "less than or equal to 65535"),
        ("WORKERS", "0", "greater than or equal to 1"),
        ("WORKERS", "3", "SQLite serves one process"),
        ("LEASE_SECONDS", "inf", "finite"),
        ("PUBLIC_URL", "play.example.org", "an origin looks like"),
        ("PUBLIC_URL", "https://example.org/games", "without a path"),
        ("ALLOWED_ORIGINS", "https://a.org,b.org", "an origin looks like"),
        ("TRUSTED_PROXIES", "proxy.local", "network"),
        ("ALLOWED_HOSTS", "a.org,https://b.org", "without scheme and port"),
        ("LOG_LEVEL", "loud", "'debug', 'info', 'warning' or 'error'"),
        ("DATABASE_URL", "mysql://host/name", "begins with sqlite:/// or postgresql://"),
        ("METRICS_TOKEN", "short", "at least 16 characters"),
    ],
)
def test_a_bad_value_is_explained_by_its_variable(
    monkeypatch: pytest.MonkeyPatch, name: str, text: str, reason: str
) -> None:
    monkeypatch.setenv(f"WHISTLESTOP_{name}", text)
    with pytest.raises(SettingsError) as caught:
        load_settings()
    lines = str(caught.value).splitlines()
    assert all(line.startswith(f"WHISTLESTOP_{name}") for line in lines)
    assert reason.lower() in lines[0].lower()


def test_every_problem_gets_a_line_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WHISTLESTOP_PORT", "http")
    monkeypatch.setenv("WHISTLESTOP_IDLE_SECONDS", "-1")
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert [line.split(" ")[0] for line in str(caught.value).splitlines()] == [
        "WHISTLESTOP_PORT",
        "WHISTLESTOP_IDLE_SECONDS",
    ]


def test_secret_values_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WHISTLESTOP_DATABASE_URL", "mysql://me:hunter2@host/name")
    monkeypatch.setenv("WHISTLESTOP_METRICS_TOKEN", "hunter2")
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert len(str(caught.value).splitlines()) == 2
    assert "hunter2" not in str(caught.value)
    good = Settings(database_url="postgresql://me:hunter2@host/name", metrics_token="hunter2-hunter2-hunter2")
    assert "hunter2" not in repr(good)


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(SettingsError, match="prot: there is no such setting"):
        load_settings(prot=80)


def test_settings_do_not_change() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        Settings().port = 80


def test_every_setting_has_a_meaning() -> None:
    assert [name for name, field in Settings.model_fields.items() if not field.description] == []


def test_the_table_in_the_docs_is_the_table_of_the_settings() -> None:
    lines = [line for line in DOCS.read_text(encoding="utf-8").splitlines() if line.startswith("| `WHISTLESTOP_")]
    assert lines == settings_table().splitlines()[2:]
