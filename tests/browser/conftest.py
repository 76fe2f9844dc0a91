"""Fixtures: a site of ten models, served locally, and the system's Chromium to open it."""

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright
from site_of_ten import SiteOfTen, site_of_ten
from visits import ProblemRecorder, Visits

from lab.bench.serving import serve_site

#: Names under which noxw also looks for the browser.
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_QUIET = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Requests to other hosts fail, so nothing leaves this machine.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)


@pytest.fixture(scope="session")
def chromium() -> str:
    """Path of this machine's Chromium."""
    given = os.environ.get("SIGHTBENCH_CHROMIUM")
    found = given or next((path for name in CHROMIUM if (path := shutil.which(name))), None)
    if not found:
        pytest.exit(
            "no Chromium is on the PATH\n"
            "  fix: apt-get install -y chromium, or set SIGHTBENCH_CHROMIUM to its path",
            returncode=3,
        )
    return found


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the file with a site of its own be the first: another process builds that of the others."""
    items.sort(key=lambda item: item.path.name != "test_hostile.py")


@pytest.fixture(scope="session")
def ten(tmp_path_factory: pytest.TempPathFactory) -> SiteOfTen:
    """The site that most tests use; the first process that needs it builds it for all."""
    shared = tmp_path_factory.getbasetemp()
    shared = shared.parent if "PYTEST_XDIST_WORKER" in os.environ else shared
    with (shared / "ten.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        ten = SiteOfTen(shared / "ten" / "site", shared / "ten" / "results")
        return ten if ten.folder.is_dir() else site_of_ten(shared / "ten")


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """One running Chromium for all tests."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(_QUIET))
        yield browser
        browser.close()


@pytest.fixture
def visits(browser: Browser) -> Iterator[Callable[[str], Visits]]:
    """``visits(address)`` returns a ``Visits`` of the site at that address."""
    with ExitStack() as closing:
        watched: list[ProblemRecorder] = []

        def visit_site(address: str) -> Visits:
            watched.append(ProblemRecorder(address))
            return Visits(browser, address, closing, watched[-1])

        yield visit_site
    assert [problem for site in watched for problem in site.problems] == []


@pytest.fixture(scope="session")
def address(ten: SiteOfTen) -> Iterator[str]:
    """The address of the site of ten models."""
    with serve_site(ten.folder) as found:
        yield found


@pytest.fixture
def visit(visits: Callable[[str], Visits], address: str) -> Visits:
    """``visit("model/")`` opens a page of the site of ten models."""
    return visits(address)


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core, as installed by npm from its lock file."""
    folder = Path(os.environ.get("SIGHTBENCH_AXE", ".nox/axe/node_modules/axe-core"))
    if not (folder / "axe.min.js").is_file():
        pytest.exit(f"{folder} has no axe.min.js\n  fix: run ./noxw -s browser to install it", returncode=3)
    return (folder / "axe.min.js").read_text(encoding="utf-8")
