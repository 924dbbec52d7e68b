"""The error for an action that the rules don't allow; verbs.py says why."""


class IllegalAction(ValueError):
    """An action that the rules don't allow here. `rule` is the number of the rule, `reason` the rest of the message."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{rule}: {reason}")
        self.rule = rule
        self.reason = reason
