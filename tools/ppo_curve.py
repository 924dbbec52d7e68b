"""Draws how a PPO run has learned: `python tools/ppo_curve.py FOLDER docs/images/ppo-curve`.

FOLDER is what `examples/ppo_san_francisco.py --out` has filled. Every policy in it plays a tournament against `greedy`;
the rest comes from its curve.csv. Writes a .csv with all of it and an .svg.
"""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM, LINE = 720, 340, 48, 110, 24, 44, 17
COLOURS = {"random": "#2f7d4f", "greedy": "#b04a2f", "easy": "#2f5fb0"}
GAMES = 200


def beats_greedy(policy: Path) -> float:
    """The share of games won against `greedy`, every deal from both seats."""
    command = ["whistlestop", "tournament", "--map", "san-francisco", "--players", "2", "--games", str(GAMES), "--json"]
    command += ["--bots", "examples.trained_bot:Trained,greedy", "--seed", "77", "--out", str(policy.with_suffix(""))]
    environment = os.environ | {"WHISTLESTOP_POLICY": str(policy)}
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    trained = next(bot for bot in json.loads(result.stdout)["bots"] if bot["bot"] != "greedy")
    return float(trained["win_rate"])


def measured(folder: Path) -> list[dict[str, float]]:
    with (folder / "curve.csv").open(encoding="utf-8") as file:
        rows = [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]
    for number, row in enumerate(rows):
        is_last = number == len(rows) - 1
        row["beats greedy"] = beats_greedy(folder / ("policy.npz" if is_last else f"policy-{number:02}.npz"))
        print(f"{row['minutes']:5.1f} min: beats greedy {row['beats greedy']:.1%}", flush=True)
    return rows


def drawn(rows: list[dict[str, float]]) -> str:
    longest = max(row["minutes"] for row in rows)

    def x(minutes: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * minutes / longest

    def y(share: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share

    parts = [f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fffdf8"/>']
    for percent in range(0, 101, 20):
        at = y(percent / 100)
        parts.append(f'<path d="M{LEFT} {at:.1f}H{WIDTH - RIGHT}" stroke="#d3c9b5"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{at + 4:.1f}" text-anchor="end">{percent} %</text>')
    parts += [
        f'<text x="{x(minutes):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{minutes}</text>'
        for minutes in range(0, int(longest) + 1, 5)
    ]
    parts.append(f'<text x="{x(longest / 2):.1f}" y="{HEIGHT - 8}" text-anchor="middle">minutes on two cores</text>')
    label_at = 0.0
    for bot, colour in sorted(COLOURS.items(), key=lambda item: -rows[-1][f"beats {item[0]}"]):
        points = [(x(row["minutes"]), y(row[f"beats {bot}"])) for row in rows]
        line = "M" + "L".join(f"{px:.1f} {py:.1f}" for px, py in points)
        parts.append(f'<path d="{line}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        label_at = max(points[-1][1] + 4, label_at + LINE)  # lines that end together have labels below each other
        parts.append(f'<text x="{points[-1][0] + 8:.1f}" y="{label_at:.1f}" fill="{colour}">beats {bot}</text>')
    style = 'font-family="sans-serif" font-size="13" fill="#26302e"'
    parts.insert(0, "<title>Games won while learning San Francisco by self-play</title>")
    start = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" {style}>'
    return f"{start}{''.join(parts)}</svg>\n"


def main(folder: Path, out: Path) -> None:
    rows = measured(folder)
    with out.with_suffix(".csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    out.with_suffix(".svg").write_text(drawn(rows), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
