"""`whistlestop report`: a series of games as one HTML page."""

import webbrowser
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from whistlestop.arena.report import StoredSeries, Tally, open_stored, report_page, tally
from whistlestop.arena.series import BadSeries
from whistlestop.cli.options import refuse
from whistlestop.draw import FontsNotBuilt

READINGS = 2

OpenOption = Annotated[bool, typer.Option("--open", help="Show the page in the browser.")]


def report(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="What `simulate --out` or `tournament` wrote.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="OUT", help="The page [default: DIR/report.html]")
    ] = None,
    open_page: OpenOption = False,
) -> None:
    """Make a page of tables, plots and boards from a series of games. It is one file and needs no network."""
    try:
        series = open_stored(folder)
    except BadSeries as error:
        refuse(str(error))
    try:
        page = report_page(read_with_bar(series))
    except FontsNotBuilt as error:
        refuse(str(error))
    write_page(output or folder / "report.html", page, open_page)


def read_with_bar(series: StoredSeries) -> Tally:
    """Count a series under a progress bar: a million games take a while."""
    columns = (TextColumn("reading"), BarColumn(), TaskProgressColumn(show_speed=True), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("rows", total=READINGS * series.row_count)
        return tally(series, lambda rows: progress.advance(task, rows))


def write_page(output: Path, page: str, open_page: bool) -> None:
    """Write a page and say where it is."""
    try:
        output.write_text(page, encoding="utf-8")
    except OSError as error:
        refuse(f"{output}: can't be written: {error.strerror}. Name another file with --output.")
    typer.echo(f"{output}: {len(page.encode()) / 1000:,.0f} KB, opens in any browser", err=True)
    if open_page:
        webbrowser.open(output.resolve().as_uri())
