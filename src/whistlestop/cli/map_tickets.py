"""`whistlestop map tickets`."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from whistlestop.cli.map_commands import MapFile, fail, reason
from whistlestop.english import counted
from whistlestop.maps.mapfile import MapError, read_map_toml
from whistlestop.maps.tickets import (
    CannotPropose,
    Mix,
    ProposedDeck,
    ProposedTicket,
    find_places,
    propose_tickets,
    read_map_for_tickets,
)


def tickets(
    file: MapFile,
    count: Annotated[
        int | None, typer.Option("--count", "-n", help="Tickets in all [default: six for each player]")
    ] = None,
    places: Annotated[
        str | None, typer.Option(metavar="PLACE,…", help="Names or ids of places to use [default: all]")
    ] = None,
    least: Annotated[
        int, typer.Option("--least", min=1, help="Spaces that the places of a ticket are apart, at least.")
    ] = 1,
    most: Annotated[int | None, typer.Option("--most", min=1, help="And at most [default: a player's pieces]")] = None,
    mix: Annotated[Mix, typer.Option("--mix", help="More short ones, or more long ones, than usual.")] = "usual",
    seed: Annotated[int, typer.Option("--seed", help="Another seed proposes another deck.")] = 1,
    keep: Annotated[bool, typer.Option("--keep", help="Keep the map's tickets, and propose what is missing.")] = False,
    as_toml: Annotated[bool, typer.Option("--toml", help="Print lines for the map's file.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")] = False,
) -> None:
    """Propose tickets for a map: spread over all places, as long and as valuable as those of USA are."""
    if as_toml and as_json:
        fail("--toml and --json are two ways to print the same. Choose one.")
    try:
        board_map = read_map_for_tickets(*read_map_toml(file))
        if keep and not board_map.tickets:
            fail(f"{file}: there are no tickets to keep, or they have errors: see `whistlestop map check`.")
        deck = propose_tickets(
            board_map,
            count=count,
            places=None if places is None else find_places(board_map, split_list(places)),
            kept=board_map.tickets if keep else (),
            least=least,
            most=most,
            mix=mix,
            seed=seed,
        )
    except MapError as error:
        fail(f"{error}\nThe map has errors, so no tickets were proposed.")
    except CannotPropose as error:
        fail(str(error))
    except OSError as error:
        fail(reason(error))
    if as_json:
        typer.echo(json.dumps(deck_as_json(file, seed, deck), ensure_ascii=False, indent=2))
    elif as_toml:
        typer.echo("\n".join(["tickets = [", *(f"  {toml_line(ticket)}" for ticket in deck.tickets), "]"]))
    else:
        print_deck(board_map.name, deck)


def split_list(text: str) -> list[str]:
    """The words between commas."""
    return [word.strip() for word in text.split(",") if word.strip()]


def deck_as_json(file: str, seed: int, deck: ProposedDeck) -> dict[str, object]:
    """What `--json` prints."""
    return {
        "file": file,
        "seed": seed,
        "kinds": deck.kind_counts(),
        "without_ticket": deck.without_ticket,
        "tickets": [{"id": ticket.id, **ticket._asdict()} for ticket in deck.tickets],
    }


def toml_line(ticket: ProposedTicket) -> str:
    """A ticket as a line of a map's file."""
    # A JSON string is a TOML string, but for DEL, which no name has.
    a, b = (json.dumps(name, ensure_ascii=False) for name in (ticket.a, ticket.b))
    return f"{{ a = {a}, b = {b}, points = {ticket.points} }},"


def print_deck(name: str, deck: ProposedDeck) -> None:
    """The deck as text, and as lines for the map's file."""
    kinds = ", ".join(f"{count} {kind}" for kind, count in deck.kind_counts().items())
    typer.echo(f"{name}: {counted(len(deck.tickets), 'ticket')} ({kinds})\n")
    typer.echo("points")
    for ticket in deck.tickets:
        notes = ["kept"] if ticket.is_kept else []
        notes += ["neighbours"] if ticket.is_between_neighbours else []
        notes += [f"shortest path {ticket.length}"] if ticket.length != ticket.points else []
        note = f"  ({', '.join(notes)})" if notes else ""
        typer.echo(f"{ticket.points:6}  {ticket.a} – {ticket.b}{note}")
    if deck.without_ticket:
        typer.echo(f"\nWithout a ticket: {', '.join(deck.without_ticket)}.")
    typer.echo("\n--toml prints these as lines for the map's file; another --seed proposes others.")
