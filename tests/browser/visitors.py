"""People with a browser each. What their pages complain about is kept, and fails the test."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

LAPTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
PATIENCE = 15_000
"""Milliseconds until something that should be there is missing."""
BROKEN_LINE = r"WebSocket connection to .* failed|Failed to load resource: net::ERR_|ERR_INTERNET_DISCONNECTED"
"""What a browser says of a server that is away, or goes while it answers."""
BLOCKED_WORKER = "Service Worker registration blocked by Playwright"
UNSEEN = """{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    :root { transition: none !important; }
    :root:not(.is-seen) { opacity: 0; will-change: opacity; }
  `);
  document.adoptedStyleSheets = [sheet];
}"""
"""A page that nobody looks at is styled, laid out and touched as ever, but not drawn, which without a graphics card
spares a quarter of a game's CPU time.

`will-change` makes it a layer, which knows where it can be touched. Without transitions it can be seen at once when it
has to be."""


class Visitors:
    """Opens pages; one profile (keys, settings, language) per visitor."""

    def __init__(self, browser: Browser, url: str, *, are_seen: bool = True, have_worker: bool = True) -> None:
        self.browser = browser
        self.url = url
        self.are_seen = are_seen
        """Whether their pages are drawn."""
        self.have_worker = have_worker
        """Whether the service worker keeps what they load, a quarter of the CPU time of a newcomer's page."""
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []
        self.allowed = [] if have_worker else [re.compile(BLOCKED_WORKER)]

    def visitor(self, *, phone: bool = False, language: str = "en", **options: Any) -> BrowserContext:
        """A person who has never been here, and wants things to move as little as they may."""
        chosen = {
            "viewport": PHONE if phone else LAPTOP,
            "has_touch": phone,
            "is_mobile": phone,
            "locale": language,
            "reduced_motion": "reduce",
            "service_workers": "allow" if self.have_worker else "block",
            **options,
        }
        context = self.browser.new_context(base_url=self.url, **chosen)
        context.set_default_timeout(PATIENCE)
        if not self.are_seen:
            context.add_init_script(UNSEEN)
        context.on("console", self._said)
        context.on("weberror", lambda error: self.complaints.append(f"error: {error.error}"))
        self.contexts.append(context)
        return context

    def open(self, path: str = "/", **options: Any) -> Page:
        """A newcomer's page."""
        page = self.visitor(**options).new_page()
        page.goto(path)
        return page

    def allow(self, pattern: str) -> None:
        """What a page may complain about in this test."""
        self.allowed.append(re.compile(pattern))

    @property
    def unexpected(self) -> list[str]:
        """What pages have complained about and may not."""
        return [text for text in self.complaints if not any(one.search(text) for one in self.allowed)]

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def take_pictures(self, folder: Path) -> None:
        """Of what everybody sees: pytest keeps the last folders."""
        for number, context in enumerate(self.contexts):
            for page in context.pages:
                with seen(page):
                    page.screenshot(path=folder / f"last-{number}.png")

    def close(self) -> None:
        """Send all home; none of their pages may have complained."""
        for context in self.contexts:
            context.close()
        assert not self.unexpected, self.unexpected


@contextmanager
def seen(page: Page) -> Iterator[None]:
    """While this lasts the page is drawn: for pictures, and for whoever asks what can be read."""
    page.evaluate("document.documentElement.classList.add('is-seen')")
    yield
    page.evaluate("document.documentElement.classList.remove('is-seen')")
