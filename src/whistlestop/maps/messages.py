"""All that can be said of a map's mistakes and of what can't be done with it, in English: by id, with values put in.

The page has them in its other languages by the same ids (`web/src/i18n/texts/*/checks.json`);
tests/web/test_texts.py holds them together.

>>> english("too-small", {"value": "0", "least": 1})
'= 0 is too small. Write at least 1.'
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

Values = Mapping[str, str | int | float]
NO_VALUES: Values = MappingProxyType({})

ENGLISH = {
    # The text as a whole, and the models of `mapfile` (check/shape.py).
    "not-toml": "is not TOML: {reason}. Correct it; nothing after it was checked.",
    "missing": "is missing. Add it; docs/maps.md says what it means.",
    "unknown-key": "is not a key of a map file. Known here: {known}.",
    "unknown-key-near": 'is not a key of a map file. Did you mean "{meant}"?',
    "list-inside-table": "stands inside the table [{table}]. Move {list} up, before the first [table].",
    "not-a-whole-number": "= {value} has the wrong type. Write a whole number.",
    "not-a-number": "= {value} has the wrong type. Write a number.",
    "not-a-finite-number": "= {value} has the wrong type. Write a finite number.",
    "not-a-text": '= {value} has the wrong type. Write a text in "quotes".',
    "not-a-list": "= {value} has the wrong type. Write a list in [brackets].",
    "not-a-table": "= {value} has the wrong type. Write a table in {{ braces }}.",
    "not-a-player-count": "is not a number of players. Write whole numbers, as in {{ 2 = 1, 3 = 2 }}.",
    "not-allowed": "= {value} is not allowed here. Write {allowed}.",
    "not-one-of": "= {value} is not allowed here. Write one of {allowed}.",
    "too-small": "= {value} is too small. Write at least {least}.",
    "too-large": "= {value} is too large. Write at most {most}.",
    "list-too-short": "has {count} entries, which is too few. Write at least {least}.",
    "list-too-long": "has {count} entries, which is too many. Write at most {most}.",
    "list-far-too-long": "has more than {most} entries, which is too many. Write at most {most}.",
    "text-too-long": "= {value} is too long. Write at most {most} letters.",
    "empty-text": "is an empty text. Write a name.",
    "wrong": "= {value} is wrong: {reason}.",
    # Too much of something (check/oversize.py, check/outlines.py).
    "too-many-signs": "has {count} commas, equals signs, brackets and lines; a map has at most {most}. Send a map.",
    "too-many-equals": "has {count} equals signs; the largest board needs fewer than {most}. Use fewer places.",
    "too-many-tables": "has {count} tables; a map has at most {most}. Send a map.",
    "long-key": "has a key of more than {most} parts joined by dots. No key of a map is that long.",
    "too-many-keys": "has {count} keys; a map has a dozen.",
    "too-many-rows": "has {count} entries; the engine takes at most {most}. Use fewer.",
    "too-many-values": "has more than {most} values in it. No map has that many.",
    "too-many-entries": "has {count} entries; {most} are more than any map needs.",
    "huge-number": "has a number in it that is far too large. Write a smaller one.",
    "half-surrogate": "has half a surrogate pair in it, which is not text. Write whole characters.",
    "too-deep": "has more than {most} lists or tables inside each other. No map is that deep.",
    "many-unknown-places": "names {count} places that are not among the locations. Add them, or correct the names.",
    "outline-far-away": "lies far outside the board. Write points on it or near it.",
    "outlines-too-long": "are {length} units long together, too long to draw. Leave out points, or whole outlines.",
    # Entries (check/entries.py, check/names.py).
    "invisible": "= {value} can't be seen. Write a letter, a digit or a sign.",
    "no-id": "= {value} has no letter a-z or digit to make an id from. Add one.",
    "same-id": "= {value} has the same id ({id}) as {other}. Rename one of them.",
    "off-board": "= {value} lies outside the board. Write 0 to {size} (board.{side}).",
    "unknown-place": "= {value} is not one of the locations. Add it to locations, or correct the name.",
    "unknown-place-near": '= {value} is not one of the locations. Did you mean "{meant}"?',
    "same-ends": "= {value} is the same place as a. Name two different places.",
    "unknown-colour": "= {value} is not a colour of this deck ({known}).",
    "unknown-colour-near": '= {value} is not a colour of this deck ({known}). Did you mean "{meant}"?',
    "ferries-over-length": "= {ferries} is more than the route's {length} spaces. Write at most {length}.",
    "ferries-over-wilds": "= {ferries} is more than the {wilds} wild cards of the deck (R3.3). Write fewer.",
    "length-over-pieces": "= {length} is more than a player's {pieces} pieces (R3.1). Write at most {pieces}.",
    "length-without-points": "= {length} has no points: rules.route_points ends at {most} (R3.5). Lengthen that list.",
    "unequal-tracks": (
        "= {length} differs from {other}, which connects the same places ({id}) with length {other_length}: "
        "the two tracks of a double route are equally long (R3.4). Correct one, then make them one entry."
    ),
    "route-repeated": 'repeats {id}, which is {other}. For a double route write one entry: colors = ["red", "blue"].',
    "ticket-repeated": "repeats {id}, which is {other}. Remove one of them.",
    "no-route": "({place}) has no route. Add one, or remove the location.",
    "not-joined": "asks for {a} – {b}, but no routes connect these places. Add routes, or change the ticket.",
    # The numbers of the rules (check/numbers.py, check/longest_path.py).
    "players-swapped": "= {fewest} is more than rules.players.max = {most}. Swap them or correct one.",
    "both-tracks-never": "= {value} is more than any table has. Write 2 to {most}, or {never} for never (R3.4).",
    "over-at-once": "= {value} would end the game at once. Write less than rules.pieces = {pieces}.",
    "reserved-colour": "is a reserved word ({reserved} mean something else). Choose another name.",
    "colour-not-a-word": 'is not a kebab-case word. Write "{word}".',
    "keep-over-dealt": "= {keep} is more than the {dealt} dealt. Write at most {dealt}.",
    "too-few-tickets": (
        "are {count}, but {players} players are dealt {dealt} each (R1.2). Add {missing}, or deal fewer."
    ),
    "too-many-cards": "add up to {count} cards; the engine takes at most {most}. Use fewer.",
    "too-few-cards": (
        "add up to {count} cards, but {players} hands of {hand} and a row of {row} need {needed} (R1.1). Add cards."
    ),
    "too-few-token-points": (
        "has {count} entries, but a player may hold 0 to {symbols} different tourist tokens (R6.4). Write {needed}."
    ),
    "too-few-places": "are {symbols} stacks, but there are {count} locations. Add locations.",
    "symbol-repeated": "= {value} appears twice. Name every symbol once.",
    "symbol-not-a-word": '= {value} is not a kebab-case word. Write "{word}".',
    "spot-repeated": "= {value} appears twice. A location takes one stack (R1.4).",
    "unknown-spot": "= {value} is not one of the locations. Name one of them.",
    "unknown-spot-near": '= {value} is not one of the locations. Did you mean "{meant}"?',
    "players-missing": "has no entry for {players} players. Add {players} = …",
    "players-not-allowed": "is for a table that rules.players does not allow. Remove it.",
    "too-many-spots": "are {count} more than the symbols. Every spot needs a symbol of its own (R1.4).",
    "too-few-spots": (
        "leave {count} stacks for players to place, more than there are players (R1.5). Name at least {missing} more."
    ),
    "too-many-tracks": "make {count} tracks; the engine takes at most {most}. Use fewer or simpler routes.",
    "too-many-kinds": (
        "make {count} different combinations of colour, length and ferries; the engine takes at most {most}. "
        "Use fewer or simpler routes."
    ),
    "too-many-actions": (
        "make {count} possible actions; the engine takes at most {most}. Use fewer or simpler routes."
    ),
    "too-interwoven": (
        "are too interwoven to find the longest path (R6.3) in time: whichever way one goes over the board, "
        "{count} places have routes behind and ahead at the same time ({places}). "
        "Remove routes there that reach far, such as {routes}; or set rules.longest_path = 0."
    ),
    # Warnings (check/smells.py).
    "colour-without-route": "has no route of its own. Colour one, or drop it from the deck.",
    "colours-unequal": (
        "have {most} spaces of {common} but {fewest} of {rare}: {common} cards are worth more. Recolour some routes."
    ),
    "never-paid": (
        '= "{colour}" can never be paid: the deck has {supply} cards for {length} spaces. Shorten the route.'
    ),
    "single-connection": "({place}) has a single connection: one claim cuts it off. Add a route.",
    "hard-to-reach": "({place}) is hard to reach: no route to it is shorter than {length}.",
    "too-close": "{a} and {b} are drawn {apart} apart, too close. Move one of them.",
    "ticket-too-long": "({a} – {b}) needs {length} pieces; a player has {pieces}. Drop the ticket.",
    "ticket-off-value": "= {points} for {a} – {b}, whose shortest path is {length} spaces. Write about {length}.",
    # Files that can't be read, or not all of them (mapfile.py, cli/map_commands.py; studio/salvage.py, sheets.py).
    "not-utf-8": "is not UTF-8. Save the file as UTF-8 text.",
    "unreadable-file": "can't be read: {reason}",
    "unreadable-line": "could not be read: {reason}. It is kept as a comment.",
    "unreadable-text": "could not be read: the text is not TOML in too many places. It is kept as a comment.",
    "unreadable-rest": "could not be read: {reason}; the rest was left out.",
    "too-many-lines": "could not be read: a table has at most {most} rows; the rest was left out.",
    "empty-column": "could not be read: {column} is empty.",
    "unreadable-bend": 'could not be read: bend is not like "120 80; 140 95".',
    # Maps that can't be taken at all (studio/opening.py).
    "not-an-object": "A map is a JSON object with the keys of a map's file.",
    "no-places": "There are no places in it. Draw some first.",
    # Prints (printing/).
    "pieces-too-small": "Pieces of {length} × {breadth} mm can't be: each side needs at least {least} mm.",
    "too-many-pages": (
        "This print would need {pages:,} pages, and {most} are the most: the board would be {width} × {height} m, so "
        "that pieces of {length} × {breadth} mm fit on its spaces. Choose smaller pieces, larger paper (up to A1), or "
        "one large page for a copy shop; or give the route with the shortest spaces on the map, {a} – {b}, more room."
    ),
    "too-many-pages-but": (
        "This print would need {pages:,} pages, and {most} are the most: the board would be {width} × {height} m, so "
        "that pieces of {length} × {breadth} mm fit on its spaces. Choose pieces of {fitting_length} × "
        "{fitting_breadth} mm, larger paper (up to A1), or one large page for a copy shop; or give the route with the "
        "shortest spaces on the map, {a} – {b}, more room."
    ),
    "too-detailed": (
        "The drawing is too detailed for a print of {pages:,} pages. Leave out some points of its outlines, or choose "
        "larger paper or smaller pieces."
    ),
    "page-too-large": (
        "In one piece the board would be {width} × {height} m, and a page of a PDF has at most {most} m. "
        "Print it in several sheets, or for smaller pieces."
    ),
    "file-too-large": "This print would be too large a file. Choose fewer parts, or larger paper.",
    # Tickets by proposal (maps/tickets.py).
    "no-such-place": "'{name}' is no place of {map}.",
    "no-such-place-near": "'{name}' is no place of {map}. Did you mean '{meant}'?",
    "two-places-needed": "A ticket needs two places. Name at least two.",
    "none-joined": "No two of these places can be joined with {pieces} pieces. Name others, or add routes.",
    "none-that-far": (
        "No two of these places are that far apart. Their shortest paths have {nearest} to {farthest} spaces."
    ),
    "no-such-deck": "{count} tickets can't be. A deck has 1 to {most}.",
    "more-are-kept": "The map has {count} tickets to keep already. Ask for more than that.",
    "too-few-pairs": (
        "{count} different tickets can't be: these places have {others} other pairs that can be joined. "
        "Ask for {most}, or name more places."
    ),
}

REASONS = {
    # Of TOML's parser.
    "no-value": "invalid value",
    "no-equals": "expected '=' after a key",
    "no-statement": "invalid statement",
    "open-list": "unclosed array",
    "open-table": "unclosed inline table",
    "open-text": r"unterminated string|expected [\"']+$",
    "open-header": r"expected '\]+' at the end",
    "rest-of-line": "expected newline",
    "no-key": "invalid initial character for a key",
    "key-twice": "duplicate inline table key|cannot overwrite a value",
    "table-twice": "cannot (declare|redefine|mutate)",
    "bad-character": "illegal character|found invalid character",
    "bad-escape": "unescaped|invalid hex value|escaped character",
    "bad-date": "invalid date",
    # Of the reader of CSV.
    "open-quote": "unexpected end of data",
    "after-quote": "expected after",
    "long-cell": "field larger",
    "line-break": "new-line character",
}
"""What others tell us in English, by how it begins or what is in it; the page says it in its other languages."""


def reason(text: str) -> Values:
    """Why others could not read something, in their words, and as an id where it is known.

    >>> reason("Unclosed array")
    {'reason': 'unclosed array', 'why': 'open-list'}
    """
    text = f"{text[:1].lower()}{text[1:]}"
    return {"reason": text, "why": next((id for id, words in REASONS.items() if re.search(words, text)), "")}


def english(id: str, values: Values) -> str:
    """The message of an id, with its values."""
    return ENGLISH[id].format_map(values)


class MapRefusal(ValueError):
    """What can't be done with a map. The message says why and what to do, in English; `id` and `values` say it in any
    language; `key` is the part of the map it is about.

    >>> str(MapRefusal("too-many-rows", {"count": 99, "most": 96}, key="locations"))
    'locations has 99 entries; the engine takes at most 96. Use fewer.'
    """

    def __init__(self, id: str, values: Values = NO_VALUES, *, key: str = "") -> None:
        super().__init__(f"{key} {english(id, values)}".strip())
        self.id, self.values, self.key = id, values, key
