"""Is today's search better than every expert that has shipped? `make ladder LADDER="--bot search"`, or `--help`.

Both maps, two and four players, equal budgets. A rung ends when it is clear whether the new one is better, and can be
stopped and continued: its games are in whistlestop-runs/ladder. Prints a table in Markdown. What the docs say of
strength, with fixed numbers of games and playouts, is `ladder.py`'s.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from whistlestop.bots.search.versions import version_names

MAPS = ("usa", "san-francisco")
BARS = {2: "50:58", 4: "25:35"}
"""By players: an even share, and what a new expert must have of the wins."""
RUNS = Path("whistlestop-runs/ladder")


class Rung(NamedTuple):
    map: str
    players: int
    bot: str
    version: str

    @property
    def command(self) -> list[str]:
        bots = ",".join([self.bot] + [self.version] * (self.players - 1))
        folder = RUNS / f"{self.bot}-{self.version}-{self.map}-{self.players}p"
        words = ["--map", self.map, "--players", str(self.players), "--bots", bots, "--bar", BARS[self.players]]
        return ["tournament", *words, "--out", str(folder), "--json"]

    def row(self, result: dict[str, Any]) -> str:
        bot = next(bot for bot in result["bots"] if bot["bot"] == self.bot)
        low, high = (f"{100 * end:.1f}" for end in bot["win_rate_interval"])
        answer = {True: "better", False: "not better", None: "not clear"}[result["is_passed"]]
        wins = f"{100 * bot['win_rate']:.1f} % ({low}–{high})"
        cells = (self.map, self.players, f"`{self.bot}`", f"`{self.version}`", wins, f"{result['games']:,}", answer)
        return f"| {' | '.join(map(str, cells))} |"


def rungs(bot: str, budget: str, versions: list[str]) -> Iterator[Rung]:
    for version in versions:
        for map_name in MAPS:
            for players in BARS:
                yield Rung(map_name, players, f"{bot}@{budget}", f"{version}@{budget}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="search", help="who is to prove better: search, or an expert that has shipped")
    parser.add_argument("--against", default=",".join(version_names()), help="the others [default: all that shipped]")
    parser.add_argument("--budget", default="0.2cpu", help="of all, a move: 0.2cpu, 0.2s or 500 (playouts)")
    parser.add_argument("--games", type=int, default=2000, help="of a rung at most")
    parser.add_argument("--workers", type=int, default=2)
    chosen = parser.parse_args()
    print("| map | players | bot | against | wins | games | |\n|---|---|---|---|---|---|---|", flush=True)
    for rung in rungs(chosen.bot, chosen.budget, chosen.against.split(",")):
        command = [str(Path(sys.executable).with_name("whistlestop")), *rung.command]
        command += ["--games", str(chosen.games), "--workers", str(chosen.workers)]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)  # its bar is on standard error
        if done.returncode:
            sys.exit(done.returncode)
        print(rung.row(json.loads(done.stdout)), flush=True)


if __name__ == "__main__":
    main()
