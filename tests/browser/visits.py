"""Open pages in Chromium and record what they do wrong."""

from contextlib import ExitStack
from dataclasses import dataclass, field

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Dialog,
    Locator,
    Page,
    Request,
    expect,
)

_TIMEOUT = 30_000  #: ms; long enough for a busy machine
expect.set_options(timeout=_TIMEOUT)
_LOOK, _LOOKS = 40, 25  #: ms between looks for open requests, and how many are made
#: Ends when the page has run what was due, its timers of 0 ms included, and has nothing else to do. Unlike
#: requestIdleCallback, this also ends in a tab behind another one.
_IDLE = "() => new Promise(end => setTimeout(() => scheduler.postTask(end, {priority: 'background'})))"


@dataclass
class ProblemRecorder:
    """Records errors, warnings, dialogs and requests to other hosts; a good test leaves no problems."""

    address: str  #: address of the site; requests to any other address are problems
    problems: list[str] = field(default_factory=list)
    open_requests: set[Request] = field(default_factory=set)

    def watch(self, context: BrowserContext) -> None:
        """Record the console messages, requests, exceptions and dialogs of all pages of a context."""
        context.on("console", self._console)
        context.on("request", self._request)
        for end in ("requestfinished", "requestfailed"):
            context.on(end, self._end)
        context.on("weberror", lambda error: self.problems.append(f"thrown: {error.error}"))
        context.on("dialog", self._dialog)

    def _end(self, request: Request) -> None:
        self.open_requests.discard(request)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.problems.append(f"console: {message.text}")

    def _request(self, request: Request) -> None:
        self.open_requests.add(request)
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.problems.append(f"asked for {request.url}")

    def _dialog(self, dialog: Dialog) -> None:
        self.problems.append(f"dialog: {dialog.message}")
        dialog.dismiss()


@dataclass
class Visits:
    """Opens pages of one site; a page that does something wrong fails the test."""

    browser: Browser
    address: str  #: address of the site, with a slash at its end
    closing: ExitStack
    watched: ProblemRecorder
    profiles: dict[tuple[str, int, bool], BrowserContext] = field(default_factory=dict)

    def __call__(
        self, path: str = "", *, scheme: str = "light", width: int = 1440, scripts: bool = True
    ) -> Page:
        """Open a page of the site in a browser profile that only this test uses."""
        key = (scheme, width, scripts)
        if key not in self.profiles:
            self.profiles[key] = self._profile(scheme, width, scripts)
        page = self.profiles[key].new_page()
        # Before the profile closes: a route that still fetches would fail the next test.
        self.closing.callback(page.unroute_all, behavior="ignoreErrors")
        page.goto(self.address + path)
        if scripts:
            self._wait(page)
        return page

    def again(self, page: Page, **more: int) -> Page:
        """Open the address of a page, after the last action has had its effect, in a new tab."""
        settle(page)
        return self(page.url.removeprefix(self.address), **more)

    def turn(self, page: Page, path: str) -> None:
        """Load another page in the same tab, which takes a third of the CPU time of a new tab."""
        page.goto(self.address + path)
        self._wait(page)

    def reload(self, page: Page) -> None:
        """Load a page again, in the same tab."""
        page.reload()
        self._wait(page)

    def _wait(self, page: Page) -> None:
        """Wait until no request is open in two looks, which is sooner than Playwright's half a second."""
        quiet = 0
        for _ in range(_LOOKS):
            page.wait_for_timeout(_LOOK)
            settle(page)  # scripts that have come may still have to run, and then to ask for more
            quiet = 0 if self.watched.open_requests else quiet + 1
            if quiet == 2:
                return
        page.wait_for_load_state("networkidle")

    def _profile(self, scheme: str, width: int, scripts: bool) -> BrowserContext:
        context = self.browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme=scheme,
            java_script_enabled=scripts,
            reduced_motion="reduce",
        )
        context.set_default_timeout(_TIMEOUT)
        self.closing.callback(context.close)
        self.watched.watch(context)
        return context


def settle(page: Page) -> None:
    """Wait until a page with scripts has done what the last action began, on a machine of any speed."""
    page.evaluate(_IDLE)


def too_wide(page: Page) -> int:
    """Return by how many px a page is wider than the window; 0 or less if it fits."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def open_filters(page: Page) -> None:
    """Show the filters of a table, where they are behind a button."""
    for summary in page.locator("form.bar summary").all():
        summary.click()


def board_rows(page: Page) -> Locator:
    return page.locator(".lb tbody:not(.base) tr:visible")


def board_names(page: Page) -> list[str]:
    """Return the names in the rows that are shown, after the last action has had its effect."""
    settle(page)
    return board_rows(page).locator("th a").all_inner_texts()
