"""A language model for tests: it reads nothing but its prompt, plays a simple plan, and now and then talks nonsense."""

import zlib

Messages = list[dict[str, str]]


def answer(messages: Messages) -> str:
    """Claims what takes the most cards, else draws from the deck. One answer in eight is no action."""
    state = messages[1]["content"]
    if len(messages) == 2 and zlib.crc32(state.encode()) % 8 == 0:
        return "I am not sure what to do. Let me think about it."
    return f"My plan is simple.\nACTION: {best(state.split('LEGAL ACTIONS')[1].splitlines()[1:])}"


def best(actions: list[str]) -> str:
    first_payments = [action.split(" | ")[0] for action in actions]
    claims = [action for action in first_payments if action.startswith("claim")]
    if claims:
        return max(claims, key=lambda claim: sum(int(part.split(":")[1]) for part in claim.split()[2].split(",")))
    return "draw deck" if "draw deck" in first_payments else first_payments[0]


def nonsense(_: Messages) -> str:
    """Never chooses anything."""
    return "claim the moon"


def failing(messages: Messages) -> str:
    """Breaks down at its tenth turn or so."""
    if messages[1]["content"].count("\nyou: ") > 9:
        raise OSError("the model has crashed")
    return answer(messages)
