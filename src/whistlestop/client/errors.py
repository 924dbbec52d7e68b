"""What can go wrong at a table of a remote server."""

from typing import Any


class ClientError(Exception):
    """Anything that keeps a client from going on."""


class Unreachable(ClientError):
    """No Whistlestop server answers, or none any more."""


class Refused(ClientError):
    """The server did not do it. `code` is for programs, `message` for people, `rule` the number of the rule broken."""

    def __init__(self, code: str, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.rule = rule


class IllegalChoice(Refused):
    """A bot chose an action that the rules don't allow: a mistake of the bot."""

    def __init__(self, action: str, refused: Refused) -> None:
        super().__init__(refused.code, f"The bot chose {action!r}. {refused.message}", refused.rule)
        self.action = action


def refused_by(answer: Any) -> Refused | None:
    """The refusal in an answer of the server: {"error": {"code": …, "message": …, "rule": …}}.

    >>> refused_by({"error": {"code": "over", "message": "The game is over.", "rule": "R6.1"}})
    Refused('The game is over.')
    """
    error = answer.get("error") if isinstance(answer, dict) else None
    if not isinstance(error, dict):
        return None
    rule = error.get("rule")
    return Refused(str(error.get("code")), str(error.get("message")), None if rule is None else str(rule))
