"""The site follows the system's light or dark colours until a reader switches them."""

import pytest
from playwright.sync_api import Page
from visits import Visits


def _brightness(page: Page) -> float:
    channels = page.evaluate(
        "getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g).slice(0, 3).map(Number)"
    )
    return sum(channels) / 3


@pytest.mark.parametrize(("scheme", "other"), [("light", "dark"), ("dark", "light")])
def test_colours_follow_the_system_until_they_are_switched(visit: Visits, scheme: str, other: str) -> None:
    page = visit("", scheme=scheme)
    dark_first = scheme == "dark"
    assert (_brightness(page) < 100) == dark_first
    page.locator("[data-scheme-switch]").click()
    page.wait_for_timeout(300)
    assert (_brightness(page) < 100) != dark_first
    assert page.evaluate("[...Object.keys(localStorage), ...Object.values(localStorage)]") == [
        "/sightbench/.scheme",
        f'"{other}"',
    ]
    page.goto(f"{visit.address}status/")
    assert page.evaluate("document.documentElement.dataset.scheme") == other
    assert (_brightness(page) < 100) != dark_first
    page.locator("[data-scheme-switch]").click()
    page.wait_for_timeout(300)
    assert (_brightness(page) < 100) == dark_first
    page.reload()
    assert page.evaluate("document.documentElement.dataset.scheme") is None
    assert page.evaluate("[localStorage.length, sessionStorage.length]") == [0, 0]
    assert page.context.cookies() == []


def test_dark_colours_work_without_javascript(visit: Visits) -> None:
    assert _brightness(visit("", scheme="dark", scripts=False)) < 100
