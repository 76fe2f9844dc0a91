"""A site of ten models, served on loopback, and the system's Chromium to look at it."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, sync_playwright
from site_of_ten import Ten, site_of_ten
from visits import Visits, Watched

from bench.serving import serve_site

#: As noxw looks for it.
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_QUIET = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Whatever a page asks another host for does not leave this machine.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The browser of this machine."""
    named = os.environ.get("SIGHTBENCH_CHROMIUM")
    found = named or next((path for name in CHROMIUM if (path := shutil.which(name))), None)
    if not found:
        pytest.exit(
            "no Chromium is on the PATH\n"
            "  fix: apt-get install -y chromium, or name one in SIGHTBENCH_CHROMIUM",
            returncode=3,
        )
    return found


@pytest.fixture(scope="session")
def ten(tmp_path_factory: pytest.TempPathFactory) -> Ten:
    """The site that most tests look at."""
    return site_of_ten(tmp_path_factory.mktemp("ten"))


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """One Chromium for all tests."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(_QUIET))
        yield browser
        browser.close()


@pytest.fixture
def visits(browser: Browser) -> Iterator[Callable[[str], Visits]]:
    """``visits(address)`` opens pages of the site there."""
    with ExitStack() as closing:
        made: list[Watched] = []

        def of(address: str) -> Visits:
            made.append(Watched(address))
            return Visits(browser, address, closing, made[-1])

        yield of
    assert [problem for watched in made for problem in watched.problems] == []


@pytest.fixture(scope="session")
def address(ten: Ten) -> Iterator[str]:
    """Where the site of ten models is served."""
    with serve_site(ten.folder) as found:
        yield found


@pytest.fixture
def visit(visits: Callable[[str], Visits], address: str) -> Visits:
    """Opens pages of the site of ten models: ``visit("model/")``."""
    return visits(address)
