"""The page with the rules: every rule that the engine plays is on it, with the maps' own numbers."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import whistlestop as ws

ROOT = Path(__file__).parents[2]
RULES = ROOT / "web" / "src" / "rules"
NUMBERS: dict[str, Any] = json.loads((RULES / "numbers.json").read_text("utf-8"))


def test_the_page_has_every_rule_in_order() -> None:
    documented = re.findall(r"^- \*\*(R\d\.\d)\*\*", (ROOT / "docs" / "rules.md").read_text("utf-8"), re.MULTILINE)
    assert re.findall(r'id: "(R\d\.\d)"', (RULES / "chapters.ts").read_text("utf-8")) == documented


@pytest.mark.parametrize("language", ["en", "pt-BR", "pl", "ro"])
def test_every_rule_has_a_title_and_a_text(language: str) -> None:
    texts = json.loads((ROOT / "web" / "src" / "i18n" / "texts" / language / "rules.json").read_text("utf-8"))
    ids = re.findall(r'id: "R(\d)\.(\d)"', (RULES / "chapters.ts").read_text("utf-8"))
    for chapter, rule in ids:
        assert texts["title"][f"R{chapter}"][rule]
        assert texts["rule"][f"R{chapter}"][rule]
    assert all(text.count("**") % 2 == 0 for text in strings(texts)), "bold must end where it began"


def strings(texts: Any) -> list[str]:
    return [texts] if isinstance(texts, str) else [text for part in texts.values() for text in strings(part)]


@pytest.mark.parametrize("name", ["usa", "san-francisco"])
def test_the_numbers_are_those_of_the_map(name: str) -> None:
    board_map = ws.load_board(name).map
    rules, cards, tokens = board_map.rules, board_map.rules.cards, board_map.rules.tokens
    assert NUMBERS[name] == {
        "words": board_map.words.model_dump(),
        "players": {"min": rules.players.min, "max": rules.players.max},
        "pieces": rules.pieces,
        "cards": sum(cards.colors.values()) + cards.wild,
        "colours": list(cards.colors),
        "of_each": cards.colors["blue"],
        "wilds": cards.wild,
        "hand": cards.opening_hand,
        "tickets": len(board_map.tickets),
        "opening": {"dealt": rules.tickets.opening.dealt, "keep": rules.tickets.opening.keep},
        "action": {"dealt": rules.tickets.action.dealt, "keep": rules.tickets.action.keep},
        "both_tracks_from": rules.both_tracks_from,
        "route_points": list(rules.route_points),
        "longest_path": rules.longest_path,
        "symbols": len(tokens.symbols) if tokens else 0,
        "tokens_of_each": max(tokens.stack.values()) if tokens else 0,
        "token_points": list(tokens.points) if tokens else [],
        "final_round_at": rules.final_round_at,
    }
