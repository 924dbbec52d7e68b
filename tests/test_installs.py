"""The wheel with each of its extras, in environments that have what they ask for and nothing else."""

import importlib.metadata
import json
import re
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from tests.installed import Installed, build_wheel

SECONDS_TO_START = 180
COMBINATIONS = ["", "play", "arena", "rl", "play,arena", "mcp", "models", "all"]
Install = Callable[[str], Installed]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def install(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Iterator[Install]:
    """`install("play,arena")` is what `pip install "whistlestop[play,arena]"` gives; each is made once."""
    made = {"": Installed(tmp_path_factory.mktemp("installed"), wheel, [])}

    def make(extras: str) -> Installed:
        if extras not in made:
            made[extras] = Installed(tmp_path_factory.mktemp("installed"), wheel, extras.split(","), first=made[""])
        return made[extras]

    yield make
    for installed in made.values():
        installed.close()


def message(module: str, extra: str) -> str:
    return f'this needs {module}: pip install "whistlestop[{extra}]"'


@pytest.fixture(scope="module")
def owners() -> Mapping[str, list[str]]:
    """Which packages have a module, of all that are installed here."""
    return importlib.metadata.packages_distributions()


@pytest.mark.parametrize("extras", COMBINATIONS)
def test_an_environment_has_what_the_extras_ask_for_and_nothing_else(
    install: Install, owners: Mapping[str, list[str]], extras: str
) -> None:
    installed = install(extras)
    allowed = {distribution.name for distribution in installed.needed.values()} | {"whistlestop"}
    others = [name for name, names in owners.items() if allowed.isdisjoint(names)]
    assert "pytest" in others
    program = f"import importlib.util as u; print(*[name for name in {others} if u.find_spec(name)])"
    assert installed.evaluate(program).split() == []


IMPORT_EVERYTHING = """
import importlib, json, pkgutil, whistlestop
from whistlestop.extras import MissingExtra
missing = {}
def visit(package):
    for module in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
        # Alembic runs its migrations itself; the commands are imported by the program, which is tested below.
        if "migrations" in module.name or module.name.startswith("whistlestop.cli.") or "__main__" in module.name:
            continue
        try:
            found = importlib.import_module(module.name)
        except MissingExtra as error:
            missing[module.name.removeprefix("whistlestop.")] = str(error)
            continue
        if module.ispkg:
            visit(found)
visit(whistlestop)
print(json.dumps(missing))
"""
"""The modules that can't be imported, and what they say. Any other error than that of a missing extra is one."""

NEED_PLAY = {
    "client": message("websockets", "play"),
    "server": message("fastapi", "play"),
    "studio.toml_text": message("tomlkit", "play"),
    "mcp.seats": message("websockets", "play"),
}
NEED_ARENA = {
    f"arena.{name}": message("pyarrow", "arena")
    for name in ("balance_page", "report", "rows", "sequential", "series", "tournament")
}
NEED_MODELS = {"envs.text.endpoint": message("httpx", "models")}
NEED_MCP = {"mcp.server": message("mcp", "mcp")}
NEED_PLAY_FOR_MCP = {"mcp.server": message("websockets", "play")}
"""Without the client there is not even a seat."""
NEED_RL = {
    "envs.compiled_game": message("gymnasium", "rl"),
    "envs.game_by_views": message("gymnasium", "rl"),
    "envs.gymnasium": message("gymnasium", "rl"),
    "envs.gymnasium_vector": message("gymnasium", "rl"),
    "envs.puffer": message("gymnasium", "rl"),
    "envs.single_game": message("gymnasium", "rl"),
    "envs.pettingzoo": message("gymnasium", "rl"),
    "envs.pettingzoo_wrappers": message("pettingzoo", "rl"),
    "envs.open_spiel": message("pyspiel", "rl"),
}


@pytest.mark.parametrize(
    ("extras", "missing"),
    [
        ("", NEED_PLAY | NEED_ARENA | NEED_RL | NEED_MODELS | NEED_PLAY_FOR_MCP),
        ("play", NEED_ARENA | NEED_RL | NEED_MCP),
        ("arena", NEED_PLAY | NEED_RL | NEED_MODELS | NEED_PLAY_FOR_MCP),
        ("rl", NEED_PLAY | NEED_ARENA | NEED_MODELS | NEED_PLAY_FOR_MCP),
        ("play,arena", NEED_RL | NEED_MCP),
        ("mcp", NEED_ARENA | NEED_RL),
        ("models", NEED_PLAY | NEED_RL | NEED_PLAY_FOR_MCP),
        ("all", {}),
    ],
)
def test_every_module_can_be_imported_or_says_what_to_install(
    install: Install, extras: str, missing: dict[str, str]
) -> None:
    assert json.loads(install(extras).evaluate(IMPORT_EVERYTHING)) == missing


def test_a_bare_install_plays_games_with_bots_draws_boards_and_steps_environments(install: Install) -> None:
    program = """
import whistlestop as ws
from whistlestop.bots import make_bot
from whistlestop.draw import draw_board
from whistlestop.envs.vector import VectorEnv

game = ws.Game("san-francisco", players=2, seed=1)
bots = [make_bot(name, game.board, 1) for name in ("hard", "greedy")]
while not game.is_over:
    game.apply(bots[game.to_play].choose(game.view(game.to_play)))
assert ws.Game.from_record(game.record()).position() == game.position()
env = VectorEnv("san-francisco", players=2, games=3, seed=1)
for _ in range(5):
    env.step(env.sample())
print(game.winners(), draw_board(game.board.map)[:4])
"""
    assert install("").evaluate(program) == "[0] <svg\n"


@pytest.mark.parametrize(
    ("extras", "command", "module", "extra"),
    [
        ("", "", "typer", "play"),
        ("", "play", "typer", "play"),
        ("", "map check usa", "typer", "play"),
        ("", "simulate", "typer", "arena"),
        ("", "map balance usa", "typer", "arena"),
        ("rl", "--help", "typer", "play"),
        ("play", "tournament --bots greedy,random", "pyarrow", "arena"),
        ("play", "simulate", "pyarrow", "arena"),
        ("play", "report .", "pyarrow", "arena"),
        ("play", "map balance usa", "pyarrow", "arena"),
        ("arena", "play", "uvicorn", "play"),
        ("arena", "serve", "uvicorn", "play"),
        ("arena", "bot --join http://127.0.0.1/ --bot greedy", "websockets", "play"),
        ("arena", "map draw usa -o usa.png", "resvg_py", "play"),
        ("arena", "map print usa -o usa.pdf", "typst", "play"),
        ("arena", "simulate --executor ray", "ray", "cluster"),
        ("play", "mcp", "mcp", "mcp"),
        ("play", "rate --model m --base-url http://127.0.0.1:1/v1", "pyarrow", "arena"),
        ("arena", "rate --model m --base-url http://127.0.0.1:1/v1", "httpx", "models"),
    ],
)
def test_a_command_without_its_part_says_the_line_that_installs_it(
    install: Install, extras: str, command: str, module: str, extra: str
) -> None:
    assert install(extras).refusal(*command.split()) == f"whistlestop: {message(module, extra)}\n"


def test_an_install_to_play_has_the_page_the_client_maps_and_the_terminal(install: Install) -> None:
    installed = install("play")
    assert "No errors" in installed.whistlestop("map", "check", "usa")
    installed.whistlestop("map", "draw", "usa", "-o", "usa.png")
    assert (installed.folder / "usa.png").read_bytes().startswith(b"\x89PNG")
    installed.whistlestop("map", "print", "usa", "-o", "usa.pdf")
    assert (installed.folder / "usa.pdf").read_bytes().startswith(b"%PDF")
    record = 'import whistlestop as ws; open("g.record", "w").write(ws.Game("usa", players=2, seed=1).record())'
    installed.evaluate(record)
    assert "Not over" in installed.whistlestop("replay", "g.record")
    program = [str(installed.bin / "whistlestop"), "play", "--no-browser"]
    with subprocess.Popen(program, env=installed.environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            address = server.stdout.readline().split()[3]
            page = fetch(f"{address}/")
            script = re.search(r'src="(/[^"]+\.js)"', page)
            assert script, page
            assert "serviceWorker" in fetch(address + script[1])
            seat = f"""
from whistlestop import client
table = client.open_table({address!r}, map="san-francisco", seats=["person", "easy"])
with client.Seat(table.links[table.host]) as seat:
    seat.wait_for_turn()
    print(seat.view["phase"])
"""
            assert installed.evaluate(seat) == "keep-tickets\n"
        finally:
            server.send_signal(signal.SIGTERM)
    assert server.returncode == 0


def fetch(address: str) -> str:
    """The text at an address, once the server answers."""
    deadline = time.monotonic() + SECONDS_TO_START
    while True:
        try:
            with urllib.request.urlopen(address) as answer:
                text: str = answer.read().decode()
                return text
        except urllib.error.URLError:
            assert time.monotonic() < deadline
            time.sleep(0.05)


def test_an_install_for_the_arena_simulates_and_reports(install: Install) -> None:
    installed = install("arena")
    played = installed.whistlestop(
        "simulate", "--bots", "greedy", "--map", "san-francisco", "-n", "3", "--out", "games", "--json"
    )
    assert json.loads(played)["games"] == 3
    installed.whistlestop("report", "games")
    assert "<svg" in (installed.folder / "games" / "report.html").read_text(encoding="utf-8")
    ranked = installed.whistlestop(
        "tournament", "--bots", "greedy,random", "--map", "san-francisco", "-n", "2", "--json"
    )
    assert "greedy" in ranked


def test_a_map_maker_s_install_finds_what_is_out_of_balance(install: Install) -> None:
    installed = install("play,arena")
    installed.whistlestop("map", "balance", "san-francisco", "--bot", "greedy", "-p", "2", "-n", "2", "-o", "b.html")
    assert (installed.folder / "b.html").exists()


def test_an_install_for_learning_has_every_environment(install: Install) -> None:
    program = """
import gymnasium, pettingzoo, pyspiel
import whistlestop.envs.gymnasium, whistlestop.envs.open_spiel, whistlestop.envs.pettingzoo as aec

env = gymnasium.make("Whistlestop-SanFrancisco-v0", opponents=["greedy"], players=2, render_mode="rgb_array")
_, info = env.reset(seed=1)
env.step(env.action_space.sample(info["action_mask"]))
shape = env.render().shape
seats = aec.env(map="san-francisco", players=2)
seats.reset(seed=1)
game = pyspiel.load_game("python_whistlestop(map=san-francisco,players=2)")
print(shape, seats.agent_selection, game.num_players())
"""
    assert install("rl").evaluate(program) == "(684, 900, 3) seat_0 2\n"


def test_an_install_of_all_has_ray_too(install: Install) -> None:
    installed = install("all")
    _, _, errors = installed.command("simulate", "--executor", "ray")
    assert "Ray cluster" in errors


def test_the_extras_of_the_table_are_those_of_the_wheel(wheel: Path) -> None:
    (distribution,) = importlib.metadata.distributions(path=[str(wheel)])
    from whistlestop import extras

    documented = set(re.findall(r"^\| `(\w+)` \|", extras.__doc__ or "", re.MULTILINE))
    parts_of_others, for_this_clone = {"commands", "png", "print"}, {"run", "dev"}
    extras_of_wheel = set(distribution.metadata.get_all("Provides-Extra") or [])
    assert documented | {"all"} | parts_of_others | for_this_clone == extras_of_wheel
