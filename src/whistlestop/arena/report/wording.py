"""Numbers as the report writes them."""

from whistlestop.arena.estimates import Estimate

DASH = "–"
SEAT_NAMES = ("first", "second", "third", "fourth", "fifth")


def percent(share: float, digits: int = 1) -> str:
    """
    >>> percent(0.5), percent(0.0312, 0)
    ('50.0%', '3%')
    """
    return f"{share * 100:.{digits}f}%"


def signed(number: float, digits: int = 1) -> str:
    """With its sign, the minus a real one.

    >>> signed(2.34), signed(-0.04), signed(-3)
    ('+2.3', '0.0', '−3.0')
    """
    rounded = round(number, digits) + 0.0
    sign = "+" if rounded > 0 else "−" if rounded < 0 else ""
    return f"{sign}{abs(rounded):.{digits}f}"


def plain(number: float, digits: int = 1) -> str:
    """
    >>> plain(-2.25), plain(1234.5)
    ('−2.2', '1,234.5')
    """
    return f"{number:,.{digits}f}".replace("-", "−")


def percent_interval(estimate: Estimate) -> str:
    """
    >>> percent_interval(Estimate(0.5, 0.42, 0.58, 100))
    '42.0 to 58.0%'
    """
    return f"{estimate.low * 100:.1f} to {estimate.high * 100:.1f}%" if estimate.is_known else DASH


def interval(estimate: Estimate) -> str:
    """
    >>> interval(Estimate(3, -1, 7, 100))
    '−1.0 to 7.0'
    """
    return f"{plain(estimate.low)} to {plain(estimate.high)}" if estimate.is_known else DASH


def plus_minus(estimate: Estimate, scale: float = 1.0) -> str:
    """
    >>> plus_minus(Estimate(3, 1, 5, 100))
    '± 2.0'
    """
    return f"± {(estimate.high - estimate.low) / 2 * scale:.1f}" if estimate.is_known else ""


def listed(words: list[str]) -> str:
    """
    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
