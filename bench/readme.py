"""The pictures of the README, from a built site: the places of models, and two models beside each other.

    ./noxw -s readme -- SITE [FOLDER]

SITE is a folder made by `sightbench site --web` from the rows of the six models on Code-Vision whose answers
its authors published. Text is set in the system's font, so another machine gives other pictures; those of the
README are in Inter.
"""

import argparse
import io
import os
import shutil
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright
from serving import served

from benchmark.files.atomic import write_atomic

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
WIDTH, SCALE = 1280, 1.5  #: of the window in px, and pixels of the picture for each
LIMIT = 150_000  #: bytes a picture
_COLOURS = 96
#: By name of the picture: its page, and what it ends below.
PICTURES = {
    "leaderboard": ("suite/code-vision/", ".board .note:last-child"),
    "compare": ("compare/?a=minicpm-v-2-6&b=llama-3.2-11b-vision-instruct", "#compare > .key"),
}


def main() -> None:
    """Write one PNG for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("site", type=Path)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("site/pages/assets"))
    asked = parser.parse_args()
    program = os.environ.get("SIGHTBENCH_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM)), None)
    if program is None:
        parser.error("no Chromium is on the PATH; name one in SIGHTBENCH_CHROMIUM")
    with served(asked.site) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program)
        page = browser.new_page(viewport={"width": WIDTH, "height": 800}, device_scale_factor=SCALE)
        for name, (path, last) in PICTURES.items():
            page.goto(address + path)
            page.wait_for_load_state("networkidle")
            png = _packed(_shot(page, last))
            if len(png) > LIMIT:
                parser.error(f"{name} has {len(png):,} bytes, above {LIMIT:,}")
            write_atomic(asked.folder / f"{name}.png", png)
            print(f"{asked.folder / name}.png  {len(png):,} bytes")
        browser.close()


def _shot(page: Page, last: str) -> bytes:
    bottom = page.locator(last).first.bounding_box()
    if bottom is None:
        raise SystemExit(f"{page.url} shows no {last}: was the site built from the rows of Code-Vision?")
    height = bottom["y"] + bottom["height"] + 24
    return page.screenshot(full_page=True, clip={"x": 0, "y": 0, "width": WIDTH, "height": height})


def _packed(png: bytes) -> bytes:
    """The same in few colours, as flat as the pages are."""
    with Image.open(io.BytesIO(png)) as picture:
        few = picture.convert("RGB").quantize(_COLOURS, dither=Image.Dither.NONE)
    out = io.BytesIO()
    few.save(out, "PNG", optimize=True)
    return out.getvalue()


if __name__ == "__main__":
    main()
