"""Maps that strangers may send: as large as the limits allow, broken in many ways, or as the studio edits them."""

import csv
import io
import json
import random
import tomllib
from typing import Any

from longest_path import SHAPES, widest

from whistlestop.maps.sweep import Ends
from whistlestop.studio.sheets import Sheet

COLOURS = "red", "blue", "green", "black", "white", "pink", "amber", "grey-blue", "lime", "teal", "plum", "rust"


GRAPHS: list[list[Ends]] = []
"""Finding one that is just accepted takes a while."""


def word(rng: random.Random, letters: int) -> str:
    return "".join(rng.choices("abcde", k=letters))


def random_map(rng: random.Random) -> str:
    """A map that is accepted, mostly: as wide, with as many tickets and actions, and as long names, as there may be."""
    if len(GRAPHS) < 8 or rng.random() < 0.1:
        GRAPHS.append(widest(rng, rng.choice(SHAPES)(rng)))
    edges = rng.choice(GRAPHS)
    count = 1 + max(place for edge in edges for place in edge)
    letters = rng.choice([3, 20, 90])
    names = [f"{word(rng, letters)} {i}" for i in range(count)]
    colours = COLOURS[: rng.randint(1, 12)]
    kinds = [(rng.choice([*colours, "grey", "grey"]), rng.randint(1, 10)) for _ in range(20)]
    chosen = [rng.choice(kinds) for _ in edges]
    pairs = rng.sample([(a, b) for a in names for b in names if a < b], min(96, count * (count - 1) // 2))
    points = ", ".join(f"[{rng.uniform(0, 999):.0f}, {rng.uniform(0, 999):.0f}]" for _ in range(rng.choice([3, 60])))
    lines = [
        'format = 1\nname = "Fuzz"',
        "locations = [" + ",".join(place(rng, name) for name in names) + "]",
        "routes = ["
        + ",".join(
            f'{{a="{names[a]}",b="{names[b]}",length={length},colors=["{colour}"]}}'
            for (a, b), (colour, length) in zip(edges, chosen, strict=True)
        )
        + "]",
        "tickets = [" + ",".join(f'{{a="{a}",b="{b}",points=5}}' for a, b in pairs) + "]",
        "[rules]\nplayers = { min = 2, max = 2 }\npieces = 1000\nfinal_round_at = 2\nboth_tracks_from = 3",
        "route_points = [1, 2, 4, 7, 10, 15, 18, 21, 24, 27]\nlongest_path = 10",
        "[rules.cards]\ncolors = { " + ", ".join(f"{colour} = {140 // len(colours)}" for colour in colours) + " }",
        "wild = 14\nopening_hand = 4\nface_up = 5\nreset_at = 3\nreset_limit = 3",
        "[rules.tickets]\nopening = { dealt = 3, keep = 1 }\naction = { dealt = 3, keep = 1 }",
        f'[board]\nwidth = 1000\nheight = 1000\noutlines = [{{ kind = "land", points = [{points}] }}]',
    ]
    return "\n".join(lines) + "\n"


def place(rng: random.Random, name: str) -> str:
    return f'{{name="{name}",x={rng.randint(0, 1000)},y={rng.randint(0, 1000)}}}'


def bad_map(rng: random.Random) -> str:
    """A map that is refused, after as much looking as can be."""
    size = 190_000
    item = rng.choice(
        [
            "1,", "1.5,", "[],", "{},", "'',", "{a=1},", "{a.b.c.d.e.f.g.h=1},", f'"{word(rng, 5)}",',
            '{name="x",x=1,y=1},', "07:32:00,", '{name="x",x=1,y=1,zz=1,yy=2},', '"\\n",',
        ]
    )  # fmt: skip
    keys = ["a", "locations", "routes", "tickets", "board.outlines", "rules.cards.colors", "rules.tokens.spots"]
    key = rng.choice(keys)
    many = rng.choice([90, 150, 900, 20_000])
    kind = rng.randrange(6)
    if kind == 0:
        return f"{key} = [{item * min(many, size // len(item))}]"
    if kind == 1:
        return "\n".join(f"[a{i % 25}.b{i}.c.d.e]\n" + "q.w.e.r.k=1\n" * 4 + f"x=[{item * 5}]" for i in range(499))[
            :size
        ]
    if kind == 2:
        return ("#\n" * (size // 2))[:size]
    if kind == 3:
        rows = ",".join(f"{{{','.join(f'{word(rng, 6)}{i}=1' for i in range(150))}}}" for _ in range(90))
        return f"locations = [{rows}]"[:size]
    text = random_map(rng)
    if kind == 4:  # misspelt names, much like those that there are
        for _ in range(rng.randint(5, 60)):
            at = text.index('a="') + rng.randrange(len(text) // 2)
            text = text[:at] + rng.choice("abcde") + text[at + 1 :]
        return text
    return text.replace("width = 1000", "width = 5").replace('colors=["', f'colors=["{word(rng, 12)}')


def edited_map(rng: random.Random) -> str:
    """A map as the studio sends it: JSON, with more bends, outlines, words and odd values than any map has."""
    tables: dict[str, Any] = tomllib.loads(random_map(rng))
    points = [[rng.uniform(-10, 1010), rng.uniform(-10, 1010)] for _ in range(rng.choice([2, 20, 200, 4000]))]
    odd: list[Any] = [None, -1, 1e308, "x" * 5000, [], {}, [[[]]], {"a": {"b": {}}}, True, points]
    kind = rng.randrange(6)
    if kind == 0:
        for route in rng.sample(tables["routes"], min(len(tables["routes"]), rng.choice([1, 10, 100]))):
            route["bend"] = points[: rng.choice([2, 8, 60, 4000])]
    elif kind == 1:
        shapes = rng.choice([["land"], ["water", "ridge", "river", "land"]])
        outlines = [{"kind": rng.choice(shapes), "points": points} for _ in range(rng.choice([1, 20, 200]))]
        tables["board"]["outlines"] = outlines
    elif kind == 2:
        for _ in range(rng.choice([1, 20, 300])):
            row = rng.choice(tables[rng.choice(["locations", "routes", "tickets"])])
            row[rng.choice([*row, word(rng, 5)])] = rng.choice(odd)
    elif kind == 3:
        table = rng.choice(["locations", "routes", "tickets"])
        tables[table] = tables[table] * rng.choice([2, 10, 40])
    elif kind == 4:
        for _ in range(rng.randint(1, 5)):
            tables[rng.choice([*tables, "words", "notes"])] = rng.choice(odd)
    elif rng.random() < 0.5:
        crowd(rng, tables)
    return json.dumps(tables)


def crowd(rng: random.Random, tables: dict[str, Any]) -> None:
    """As many long names as there may be, in words that can be broken, and long double tracks below all of them."""
    words = rng.randint(1, 9)
    names = [f"{' '.join(word(rng, 88 // words) for _ in range(words))} {i}" for i in range(96)]
    spread = rng.choice([5, 300, 1000])
    tables["locations"] = [{"name": name, "x": rng.uniform(0, spread), "y": rng.uniform(0, spread)} for name in names]
    pairs = [rng.sample(names, 2) for _ in range(80)]
    tables["routes"] = [{"a": a, "b": b, "length": 10, "colors": ["grey", "grey"]} for a, b in pairs]
    tables["tickets"] = []


def sheet_text(rng: random.Random) -> str:
    """A spreadsheet, as long and as broken as may be."""
    columns: dict[Sheet, str] = {
        "locations": "name,x,y,label",
        "routes": "a,b,length,colors,ferries,bend",
        "tickets": "a,b,points",
    }
    head = rng.choice([*columns.values(), "a,b,c", ",".join(word(rng, 3) for _ in range(3000))])
    out = io.StringIO()
    lines = csv.writer(out, delimiter=rng.choice(",;\t"))
    cell = rng.choice(["1", "", "x" * 50, "1 2 " * 400, '"' * 30, "=1+1", "1e308", "red;blue", "1,2;3,4;" * 300])
    lines.writerow(head.split(","))
    for number in range(rng.choice([10, 1000, 20_000])):
        lines.writerow([f"{cell}{number}" if rng.random() < 0.5 else cell for _ in head.split(",")[:6]])
        if out.tell() > 190_000:
            break
    return out.getvalue()
