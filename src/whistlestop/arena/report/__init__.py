"""Reports: a series of games as one HTML page."""

from whistlestop.arena.report.page import report_page
from whistlestop.arena.report.read import StoredSeries, open_stored
from whistlestop.arena.tally import Tally, tally

__all__ = ["StoredSeries", "Tally", "open_stored", "report_page", "tally"]
