"""All settings of the server, from the environment: WHISTLESTOP_PORT=80 whistlestop serve (table in docs/server.md).

>>> Settings(port=80).host
'127.0.0.1'
"""

import os
import re
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Annotated, Any, Literal

import platformdirs
from pydantic import AfterValidator, BeforeValidator, Field, ValidationError, ValidationInfo, field_validator
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from whistlestop.server.running.origins import normal_origin

PREFIX = "WHISTLESTOP_"
ANY_HOST = "*"
DATABASES = ("sqlite:", "sqlite+aiosqlite:", "postgres:", "postgresql:", "postgresql+asyncpg:")
SECRET_FIELDS = {"database_url", "metrics_token"}
"""Their values appear neither in error messages nor in the settings' own repr."""


class SettingsError(ValueError):
    """Settings that can't be used: one line per problem, each naming the environment variable."""


def default_database_folder() -> Path:
    """Where the system keeps data of a user's programs."""
    return platformdirs.user_data_path("whistlestop", appauthor=False)


def default_database_url() -> str:
    """A SQLite file in the user's data folder."""
    return f"sqlite+aiosqlite:///{default_database_folder() / 'whistlestop.db'}"


def _split(value: Any) -> Any:
    """Lists are written with commas in the environment."""
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


def _origin(text: str) -> str:
    origin = normal_origin(text)
    if origin is None:
        raise ValueError("an origin looks like https://play.example.org, without a path")
    return origin


def _host(text: str) -> str:
    if text != ANY_HOST and not re.fullmatch(r"[\w.-]+|[0-9a-fA-F:.]+", text):
        raise ValueError("a host is a name or an address, without scheme and port: play.example.org")
    return text.lower().rstrip(".")


Origin = Annotated[str, AfterValidator(_origin)]
Origins = Annotated[tuple[Origin, ...], NoDecode, BeforeValidator(_split)]
Hosts = Annotated[tuple[Annotated[str, AfterValidator(_host)], ...], NoDecode, BeforeValidator(_split)]
Networks = Annotated[tuple[IPv4Network | IPv6Network, ...], NoDecode, BeforeValidator(_split)]
Count = Annotated[int, Field(ge=1)]
Seconds = Annotated[float, Field(gt=0, allow_inf_nan=False)]


class Settings(BaseSettings):
    """What an operator can choose."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="forbid", env_ignore_empty=True)

    database_url: str = Field(
        default_factory=default_database_url,
        repr=False,
        description="where matches are stored: sqlite:///path/to/file.db, or postgresql://user:password@host/name",
        json_schema_extra={"default_in_words": "`whistlestop.db` in the user's data folder (SQLite)"},
    )
    host: str = Field(default="127.0.0.1", description="address to listen on; 0.0.0.0 or :: for all of this machine's")
    port: int = Field(default=8377, ge=0, le=65535, description="port to listen on; 0 takes a free one")
    workers: Count = Field(default=1, description="server processes; more than one needs PostgreSQL")
    bot_workers: Count = Field(
        default_factory=lambda: os.cpu_count() or 1,
        description="processes per server process in which bots search",
        json_schema_extra={"default_in_words": "number of CPUs"},
    )
    public_url: Origin | None = Field(
        default=None,
        description="links to tables begin with this; unset, with the address that the request was sent to",
    )
    allowed_hosts: Hosts = Field(
        default=(),
        description="other names that browsers may ask for, separated by commas; * for any. Addresses, PUBLIC_URL's "
        "name and those of home networks are always right",
    )
    allowed_origins: Origins = Field(
        default=(), description="other origins whose pages may open sockets here, separated by commas"
    )
    trusted_proxies: Networks = Field(
        default=(),
        description="addresses or networks whose X-Forwarded-For, -Proto and -Host are believed, separated by commas",
    )
    log_format: Literal["json", "text"] = Field(default="json", description="json for programs, text for people")
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="least level that is logged"
    )
    max_open_tables: Count = Field(
        default=2000,
        description="tables that wait for players, of all people together; a tenth is kept for games with bots",
    )
    max_open_tables_per_address: Count = Field(
        default=20, description="tables that wait for players, of those that one address has opened"
    )
    max_tables_per_address: Count = Field(default=60, description="tables that one address may open per hour")
    max_body_bytes: Count = Field(default=300_000, description="size of a request's body")
    max_map_bytes: Count = Field(default=200_000, description="size of an uploaded map")
    max_shared_maps: Count = Field(default=5000, description="maps that are shared by links, of all people together")
    max_shared_maps_per_address: Count = Field(
        default=30, description="maps that one address may share by a link per hour"
    )
    max_balance_runs: Count = Field(
        default=1, description="maps that are played for their balance at a time, of all people together"
    )
    max_balance_runs_per_address: Count = Field(
        default=30, description="maps that one address may have played for their balance per hour"
    )
    balance_niceness: int = Field(
        default=19,
        ge=10,
        le=19,
        description="how far these games stand back behind other work; bots that think have 10",
    )
    max_message_bytes: Count = Field(default=16_384, description="size of a message on a socket")
    requests_per_minute: Count = Field(
        default=600, description="requests that one address may make, sockets it opens included"
    )
    messages_per_second: Count = Field(default=10, description="messages that one seat may send, on average")
    message_burst: Count = Field(default=40, description="messages that one seat may send at once")
    connections_per_address: Count = Field(
        default=1000, description="connections that one address may have open; never more than half of all there may be"
    )
    request_seconds: Seconds = Field(
        default=30, description="time for a request's headers, once more for its body, and to read an answer"
    )
    lease_seconds: Seconds = Field(
        default=5, description="time after which another process takes over the bots and clocks of one that died"
    )
    drain_seconds: Seconds = Field(
        default=10, description="time that a server being shut down gives to what is under way"
    )
    idle_seconds: Seconds = Field(default=60, description="time after which a match that nobody uses leaves memory")
    hand_over: bool = Field(
        default=True,
        description="whether a socket goes to its match's home among the processes on this machine, wherever it lands",
    )
    absence_seconds: Seconds = Field(
        default=120,
        description="time that a player may keep the others waiting before they may vote for a bot; at least half of"
        " what the clock allows",
    )
    notice_seconds: Seconds = Field(
        default=30, description="time to object for a player for whom a bot is to play by the others' vote"
    )
    keep_open_days: int = Field(
        default=3, ge=0, description="days after which tables that never began are deleted; 0: never"
    )
    keep_finished_days: int = Field(
        default=0, ge=0, description="days after which finished matches are deleted; 0: never"
    )
    keep_shared_days: int = Field(
        default=180, ge=0, description="days after which shared maps that nobody has opened are deleted; 0: never"
    )
    metrics_token: str | None = Field(
        default=None, min_length=16, repr=False, description="if set, /metrics asks for it as a bearer token"
    )

    @field_validator("database_url")
    @classmethod
    def _is_a_database_we_know(cls, url: str) -> str:
        if not url.startswith(DATABASES):
            raise ValueError("begins with sqlite:/// or postgresql://")
        return url

    @field_validator("workers")
    @classmethod
    def _fits_the_database(cls, workers: int, other: ValidationInfo) -> int:
        if workers > 1 and other.data.get("database_url", "").startswith("sqlite"):
            raise ValueError(
                "SQLite serves one process; for more set WHISTLESTOP_DATABASE_URL to a PostgreSQL database"
            )
        return workers


def load_settings(**given: Any) -> Settings:
    """The settings of the environment; what is `given` (options of a command) goes first."""
    try:
        return Settings(**given)
    except ValidationError as error:
        lines = [_problem_line(problem) for problem in error.errors()]
        raise SettingsError("\n".join(lines)) from None


def make_default_folder(settings: Settings) -> None:
    """Before the first start the user's data folder is missing. No other folder is made: a wrong path is an error."""
    if settings.database_url == default_database_url():
        with suppress(OSError):  # opening the database says it better
            default_database_folder().mkdir(parents=True, exist_ok=True)


def _problem_line(problem: Any) -> str:
    name = str(problem["loc"][0]) if problem["loc"] else ""
    reason = problem["msg"].removeprefix("Value error, ")
    if name not in Settings.model_fields:
        return f"{name}: there is no such setting"
    quoted = "" if name in SECRET_FIELDS else f" = {str(problem['input'])[:100]!r}"
    if reason[1].islower():  # "SQLite" stays as it is
        reason = reason[0].lower() + reason[1:]
    return f"{variable(name)}{quoted}: {reason}"


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return f"{PREFIX}{name.upper()}"


def settings_table() -> str:
    """The table of docs/server.md, which a test compares with this."""
    rows = [
        f"| `{variable(name)}` | {_default_text(field)} | {field.description} |"
        for name, field in Settings.model_fields.items()
    ]
    return "\n".join(["| variable | default | meaning |", "|---|---|---|", *rows])


def _default_text(field: FieldInfo) -> str:
    extra = field.json_schema_extra
    if isinstance(extra, dict) and "default_in_words" in extra:
        return str(extra["default_in_words"])
    return "" if field.default in (None, ()) else f"`{field.default}`"
