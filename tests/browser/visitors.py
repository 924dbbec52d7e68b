"""People with a browser each. What their pages complain about is kept, and fails the test."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, ConsoleMessage, Page, ViewportSize, WebError

LAPTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
PATIENCE = 15_000
"""Milliseconds until something that should be there is missing."""
BROKEN_LINE = r"WebSocket connection to .* failed|Failed to load resource: net::ERR_|ERR_INTERNET_DISCONNECTED"
"""What a browser says of a server that is away, or goes while it answers."""
BLOCKED_WORKER = "Service Worker registration blocked by Playwright"
NOTHING = "/health"
"""A page of the server without any script."""
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


@dataclass
class Profile:
    """A browser profile and a page that one visitor after the other has, with nothing of the one before in it.

    It keeps the renderer process alive, with what that has loaded and compiled of our scripts."""

    context: BrowserContext
    options: dict[str, Any]
    page: Page
    devtools: CDPSession

    def empty(self) -> None:
        """As if nobody had ever been here, but for the browser's cache of files."""
        for page in self.context.pages:
            if page is not self.page:
                page.close()
        self.page.goto(NOTHING)
        self.page.mouse.move(-1, -1)  # what was pointed at would be so on the next page too
        self.page.emulate_media(color_scheme=self.options.get("color_scheme", "light"))
        self.page.evaluate("sessionStorage.clear()")
        origin = self.page.evaluate("origin")
        self.devtools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        self.devtools.send("Page.resetNavigationHistory")
        self.context.clear_cookies()


def wishes(url: str, have_worker: bool, *, phone: bool = False, language: str = "en", **options: Any) -> dict[str, Any]:
    """What a visitor's browser is like."""
    return {
        "base_url": url,
        "viewport": PHONE if phone else LAPTOP,
        "has_touch": phone,
        "is_mobile": phone,
        "locale": language,
        "reduced_motion": "reduce",
        "service_workers": "allow" if have_worker else "block",
        **options,
    }


class Visitors:
    """Opens pages; one profile (keys, settings, language) per visitor."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        *,
        are_seen: bool = True,
        have_worker: bool = True,
        free_profiles: list[Profile] | None = None,
    ) -> None:
        self.browser = browser
        self.url = url
        self.are_seen = are_seen
        """Whether their pages are drawn."""
        self.have_worker = have_worker
        """Whether the service worker keeps what they load, a quarter of the CPU time of a newcomer's page."""
        self.free_profiles = free_profiles
        """Of earlier visitors, for these to use again: a table opens in three fifths of the CPU time."""
        self.profiles: list[Profile] = []
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []
        self.allowed = [] if have_worker else [re.compile(BLOCKED_WORKER)]

    def visitor(self, **options: Any) -> BrowserContext:
        """A person who has never been here, and wants things to move as little as they may."""
        context = self._new_context(wishes(self.url, self.have_worker, **options))
        self._listen_to(context)
        return context

    def page(self, *, viewport: ViewportSize | None = None, **options: Any) -> Page:
        """A newcomer's page that shows nothing yet.

        Who listens to it, or comes between it and the server, wants one that nobody will have after them:
        `visitor().new_page()`."""
        if self.free_profiles is None:
            return self.visitor(**options, **({"viewport": viewport} if viewport else {})).new_page()
        wished = wishes(self.url, self.have_worker, **options)
        profile = self._profile(wished)
        self._listen_to(profile.context)
        profile.page.set_viewport_size(viewport or wished["viewport"])
        return profile.page

    def _listen_to(self, context: BrowserContext) -> None:
        context.on("console", self._said)
        context.on("weberror", self._failed)
        self.contexts.append(context)

    def _new_context(self, options: dict[str, Any]) -> BrowserContext:
        context = self.browser.new_context(**options)
        context.set_default_timeout(PATIENCE)
        if not self.are_seen:
            context.add_init_script(UNSEEN)
        return context

    def _profile(self, options: dict[str, Any]) -> Profile:
        assert self.free_profiles is not None
        profile = next((one for one in self.free_profiles if one.options == options), None)
        if profile is None:
            context = self._new_context(options)
            page = context.new_page()
            profile = Profile(context, options, page, context.new_cdp_session(page))
        else:
            self.free_profiles.remove(profile)
        self.profiles.append(profile)
        return profile

    def open(self, path: str = "/", *, viewport: ViewportSize | None = None, **options: Any) -> Page:
        """A newcomer's page."""
        page = self.page(viewport=viewport, **options)
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

    def _failed(self, error: WebError) -> None:
        self.complaints.append(f"error: {error.error}")

    def take_pictures(self, folder: Path) -> None:
        """Of what everybody sees: pytest keeps the last folders."""
        for number, context in enumerate(self.contexts):
            for page in context.pages:
                with seen(page):
                    page.screenshot(path=folder / f"last-{number}.png")

    def close(self, *, has_failed: bool = False) -> None:
        """Send all home; none of their pages may have complained."""
        kept = [] if has_failed else [one for one in self.profiles if not one.page.is_closed()]
        for profile in kept:
            profile.context.remove_listener("console", self._said)
            profile.context.remove_listener("weberror", self._failed)
            profile.empty()
            self.contexts.remove(profile.context)
        if self.free_profiles is not None:
            self.free_profiles += kept
        for context in self.contexts:
            context.close()
        assert not self.unexpected, self.unexpected


@contextmanager
def seen(page: Page) -> Iterator[None]:
    """While this lasts the page is drawn: for pictures, and for whoever asks what can be read."""
    page.evaluate("document.documentElement.classList.add('is-seen')")
    yield
    page.evaluate("document.documentElement.classList.remove('is-seen')")
