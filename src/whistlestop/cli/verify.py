"""`whistlestop verify RECORD`: was the game dealt by its seed, as promised?"""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from whistlestop.cli.options import JsonOption, refuse
from whistlestop.game.record import BadRecord
from whistlestop.verify import Verdict, verify


def verify_command(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="A record that contains its seed.")],
    promised: Annotated[
        str | None, typer.Option("--commitment", metavar="HEX", help="What was shown before the game.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Deal a recorded game again from its seed and check the start, every action, every card and the result.

    Exit code 1 if something is not as the seed deals it: the message names the first such line.
    """
    try:
        verdict = verify(file.read_text(encoding="utf-8"), promised)
    except (OSError, UnicodeDecodeError) as error:
        refuse(f"{file}: can't be read: {error}")
    except BadRecord as error:
        typer.secho(f"{file}: {error}", fg=typer.colors.RED, err=True)
        raise typer.Exit(1) from None
    if as_json:
        print(json.dumps(asdict(verdict)))
        return
    print("\n".join(_describe(verdict, promised is not None)))


def _describe(verdict: Verdict, is_promised: bool) -> list[str]:
    """What was checked, in words."""
    result = "none yet: the game is not over"
    if verdict.result is not None:
        result = " ".join(map(str, verdict.result))
    return [
        "start       as the seed deals it",
        f"actions     {verdict.action_count}, all legal",
        f"cards       {verdict.card_count} from the deck, all as the seed brings them",
        f"result      {result}",
        f"commitment  {verdict.commitment}{', as promised' if is_promised else ''}",
    ]
