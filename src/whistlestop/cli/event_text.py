"""What happened, as one readable line per turn, from the events that a view shows."""

from collections.abc import Iterable, Iterator

from rich.text import Text

from whistlestop.cli.names import Names
from whistlestop.english import counted, plural
from whistlestop.game.turns import JsonEvent, split_turns


def turn_lines(names: Names, events: Iterable[JsonEvent]) -> list[Text]:
    """One line for each turn or choice, and one for each event that concerns the whole table."""
    return [line for turn in split_turns(events) for line in _lines(names, turn)]


def _lines(names: Names, turn: list[JsonEvent]) -> Iterator[Text]:
    phrases = [*_draw_phrases(names, turn), *(phrase for event in turn if (phrase := _phrase(names, event)))]
    phrases = _hidden_ticket_phrases(turn) or phrases
    if phrases:
        seat = next(event["seat"] for event in turn if event["seat"] is not None)
        yield names.seat_text(seat).append(f" {' and '.join(phrases)}.", style="not bold default")
    for event in turn:
        if line := _table_event(names, event):
            yield line


def _draw_phrases(names: Names, turn: list[JsonEvent]) -> list[str]:
    """R4.3: a card taken face up is public, one from the deck is known to who drew it."""
    draws = [event for event in turn if event["event"] == "draw"]
    face_up = [event["card"] for event in draws if event["from"] == "row"]
    unseen = [event["card"] for event in draws if event["from"] == "deck"]
    parts = [f"{_cards(names, face_up)} from the row"] if face_up else []
    if unseen and None in unseen:
        parts.append(f"{counted(len(unseen), 'card')} from the deck")
    elif unseen:
        parts.append(f"{_cards(names, unseen)} from the deck")
    return [f"drew {' and '.join(parts)}"] if parts else []


def _cards(names: Names, cards: list[str]) -> str:
    if len(cards) == 2 and cards[0] == cards[1]:
        return names.cards({cards[0]: 2})
    return " and ".join(map(names.card, cards))


def _hidden_ticket_phrases(turn: list[JsonEvent]) -> list[str]:
    """R4.3: of another seat's ticket action only the counts are known."""
    kept = {event["event"]: event for event in turn}.get("keep")
    if kept is None or kept["tickets"] is not None or not any(event["event"] == "tickets" for event in turn):
        return []
    return [f"drew {counted(kept['kept'] + kept['returned'], 'ticket')} and kept {kept['kept']}"]


def _phrase(names: Names, event: JsonEvent) -> str:
    match event["event"]:
        case "claim":
            paid = names.cards(event["payment"])
            return f"claimed {names.pair(event['route'])} for {paid}, {counted(event['points'], 'point')}"
        case "tickets":
            return f"drew {counted(event['count'], 'ticket')}"
        case "keep":
            return _keep_phrase(names, event)
        case "place":
            return f"put the {event['symbol']} on {names.place(event['location'])}"
        case "take":
            return f"took the {event['symbol']} at {names.place(event['location'])}"
        case "pass":
            return "passed"
    return ""


def _keep_phrase(names: Names, event: JsonEvent) -> str:
    if event["tickets"] is None:
        return f"kept {event['kept']} of {counted(event['kept'] + event['returned'], 'ticket')}"
    return f"kept {', '.join(map(names.pair, event['tickets']))}"


def _table_event(names: Names, event: JsonEvent) -> Text | None:
    match event["event"]:
        case "sweep":
            wilds = plural(names.words.wild)
            return Text(f"  Too many {wilds} face up: the whole row is discarded and dealt anew.", style="dim")
        case "reshuffle":
            return Text(f"  The discards are shuffled into the deck: {counted(event['count'], 'card')}.", style="dim")
        case "final-round":
            seat_name = names.seat(event["seat"]).replace("You", "you")
            return Text(f"FINAL ROUND, triggered by {seat_name}: one more turn for everybody.", style="bold red")
    return None
