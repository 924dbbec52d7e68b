"""What was said to a model and what it answered in one game, a line of JSON for each question.

The first line has what all questions have in common. A game that was stopped goes on from its transcript: as long as
the questions are the same, the answers that stand there are used again, and nobody pays for them twice.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from whistlestop.envs.text import Ask, Exchange, Message, Reply
from whistlestop.json_types import JsonObject


class Transcript:
    """The transcript of a game that is being played."""

    def __init__(self, file: Path, settings: JsonObject) -> None:
        self._settings = settings
        self._stored: list[JsonObject] = []
        self._is_stored = False
        """Whether the answer given last stands in the file already."""
        first, *lines = read_lines(file) if file.exists() else [{}]
        if first.get("settings") == settings:
            self._stored = lines
        self._first = first if self._stored else {}
        self._file = file.open("r+b" if self._stored else "wb")
        if self._stored:
            self._file.readline()

    def answers_before(self, ask: Ask) -> Ask:
        """A model that is asked only what the file has no answer to."""

        def answer(messages: list[Message]) -> str | Reply:
            system, *others = messages
            self._is_stored = bool(self._stored) and (
                self._first["system"] == system["content"] and self._stored[0]["messages"] == others
            )
            if not self._is_stored:
                return ask(messages)
            found = self._stored.pop(0)
            self._file.readline()
            return Reply(found["answer"], found["usage"])

        return answer

    def add(self, exchange: Exchange) -> None:
        """Write a question and its answer, in place of whatever followed here in an earlier run."""
        if self._is_stored:
            return
        self._stored = []
        self._file.truncate()
        if not self._first:
            self._first = {"settings": self._settings, "system": exchange.messages[0]["content"]}
            self._write(self._first)
        self._write(asdict(exchange) | {"messages": exchange.messages[1:]})

    def _write(self, line: JsonObject) -> None:
        self._file.write(json.dumps(line, ensure_ascii=False).encode(errors="backslashreplace") + b"\n")
        self._file.flush()

    def close(self) -> None:
        """Everything that was asked is in the file already."""
        self._file.close()


def read_lines(file: Path) -> list[JsonObject]:
    """The lines of a transcript; one that was cut off at the end counts for nothing."""
    found: list[JsonObject] = []
    for line in file.read_bytes().split(b"\n")[:-1]:
        try:
            content = json.loads(line)
        except ValueError:
            break
        found.append(content)
    return found or [{}]


def count_answers(files: list[Path]) -> Iterator[Counter[str]]:
    """By transcript: how many `answers` the model gave, how many were wrong and in which way, how many choices were
    `forced` on it by lot."""
    for file in files:
        counts: Counter[str] = Counter()
        for exchange in read_lines(file)[1:]:
            counts["answers"] += 1
            counts["choices"] += exchange["attempt"] == 1
            counts["forced"] += exchange["is_forced"]
            if exchange["mistake"]:
                counts["wrong"] += 1
                counts[exchange["mistake"]] += 1
        yield counts
