"""The grammar of ids: `denver` for a location, `denver/omaha` for a route or a ticket, `denver/omaha#2` for a second
track. Whatever takes an id apart or puts one together does it here; the page has `web/src/ids.ts` for the same."""

import re
import unicodedata
from functools import lru_cache

# Letters that Unicode does not take apart into a plain one and an accent.
UNDECOMPOSED = str.maketrans(
    {"Ł": "L", "ł": "l", "Ø": "O", "ø": "o", "Đ": "D", "đ": "d", "ß": "ss", "Æ": "Ae", "æ": "ae"}
)
SECOND_TRACK = "#2"


@lru_cache(maxsize=1024)  # every bot asks for the places of all routes
def location_id(name: str) -> str:
    """A name in kebab-case ASCII, as actions and records spell it.

    >>> location_id("Sault St. Marie"), location_id("Montréal"), location_id("Łódź")
    ('sault-st-marie', 'montreal', 'lodz')
    """
    plain = unicodedata.normalize("NFKD", name.translate(UNDECOMPOSED)).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall(r"[a-z0-9]+", plain.replace("'", "")))


def pair_id(a: str, b: str) -> str:
    """The id of a ticket, or of a route's first track, from the names of its locations: in alphabetical order.

    >>> pair_id("Omaha", "Denver")
    'denver/omaha'
    """
    return "/".join(sorted((location_id(a), location_id(b))))


def track_id(route: str, track: int) -> str:
    """The id of a route's track 0 or 1.

    >>> track_id("denver/omaha", 0), track_id("denver/omaha", 1)
    ('denver/omaha', 'denver/omaha#2')
    """
    return f"{route}{SECOND_TRACK}" if track else route


def first_track(route: str) -> str:
    """The id of the first track of any track's route, which is the route's own.

    >>> first_track("denver/omaha#2"), first_track("denver/omaha")
    ('denver/omaha', 'denver/omaha')
    """
    return route.removesuffix(SECOND_TRACK)


def other_track(route: str) -> str:
    """The id that the other track of a double route has, whether there is one or not.

    >>> other_track("denver/omaha"), other_track("denver/omaha#2")
    ('denver/omaha#2', 'denver/omaha')
    """
    return track_id(first_track(route), 0 if route.endswith(SECOND_TRACK) else 1)


def ends_of(route_or_ticket: str) -> tuple[str, str]:
    """The ids of the two locations, in alphabetical order.

    >>> ends_of("denver/omaha#2")
    ('denver', 'omaha')
    """
    a, b = first_track(route_or_ticket).split("/")
    return a, b


def tidy_id(typed: str) -> str:
    """An id as people type it: the ends in either order, `#1` for the first track. What is no id stays none.

    >>> tidy_id("omaha/denver#1"), tidy_id("omaha/denver#2"), tidy_id("omaha")
    ('denver/omaha', 'denver/omaha#2', 'omaha')
    """
    ends, mark, track = typed.partition("#")
    return "/".join(sorted(ends.split("/"))) + (mark + track if track != "1" else "")
