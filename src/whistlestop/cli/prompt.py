"""The prompt with tab completion."""

from collections.abc import Callable, Iterable

from whistlestop.extras import needs_extra

with needs_extra("play"):
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document


class ActionCompleter(Completer):
    """Completes the last word of the line with what may be typed at this moment."""

    def __init__(self, words: Callable[[str], list[str]]) -> None:
        self._words = words

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:  # noqa: ARG002
        """What may follow the last word."""
        text = document.text_before_cursor
        last = text.rsplit(" ", 1)[-1]
        for word in self._words(text):
            yield Completion(word, start_position=-len(last))


def prompt_reader(words: Callable[[str], list[str]]) -> Callable[[str], str]:
    """A reader whose Tab offers what `words` says an unfinished line may become."""
    session: PromptSession[str] = PromptSession(completer=ActionCompleter(words), complete_while_typing=False)
    return session.prompt
