"""Opening pages in Chromium, and noting what they do that they should not."""

from contextlib import ExitStack
from dataclasses import dataclass, field

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Dialog, Page, Request

_PATIENCE = 30_000  #: ms; on a busy machine everything takes longer


@dataclass
class Watched:
    """What pages did that they should not; empty after a good test."""

    address: str  #: of the site; any other is foreign
    problems: list[str] = field(default_factory=list)

    def watch(self, context: BrowserContext) -> None:
        """Note what every page of a context writes on the console, asks for, and throws."""
        context.on("console", self._console)
        context.on("request", self._request)
        context.on("weberror", lambda error: self.problems.append(f"thrown: {error.error}"))
        context.on("dialog", self._dialog)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.problems.append(f"console: {message.text}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.problems.append(f"asked for {request.url}")

    def _dialog(self, dialog: Dialog) -> None:
        self.problems.append(f"dialog: {dialog.message}")
        dialog.dismiss()


@dataclass
class Visits:
    """Opens pages of one site; what they do wrong fails the test that opened them."""

    browser: Browser
    address: str  #: with a slash at its end
    closing: ExitStack
    watched: Watched
    profiles: dict[tuple[str, int, bool], BrowserContext] = field(default_factory=dict)

    def __call__(
        self, path: str = "", *, scheme: str = "light", width: int = 1440, scripts: bool = True
    ) -> Page:
        """A page of the site, loaded, in a profile that this test alone uses."""
        key = (scheme, width, scripts)
        if key not in self.profiles:
            self.profiles[key] = self._profile(scheme, width, scripts)
        page = self.profiles[key].new_page()
        page.goto(self.address + path, wait_until="networkidle" if scripts else "load")
        return page

    def turn(self, page: Page, path: str) -> None:
        """Load another page of the site in the same tab; a new tab takes three times the CPU."""
        page.goto(self.address + path, wait_until="networkidle")

    def _profile(self, scheme: str, width: int, scripts: bool) -> BrowserContext:
        context = self.browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme=scheme,
            java_script_enabled=scripts,
            reduced_motion="reduce",
        )
        context.set_default_timeout(_PATIENCE)
        self.closing.callback(context.close)
        self.watched.watch(context)
        return context
