"""Make the pictures of the README from a built site: the leaderboard, and a comparison of two models.

    ./noxw -s readme -- SITE [FOLDER]

SITE is a folder made by `sightbench site --web --rows recorded`, with the models on Code-Vision whose answers
its authors published. Pages use the system's font, so pictures differ between machines; those of the README
are in Inter.
"""

import argparse
import io
import os
import shutil
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright
from serving import serve_site

from benchmark.files.atomic import write_atomic

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
WIDTH, SCALE = 1280, 1.5  #: width of the window in px, and pixels of the picture per px
LIMIT = 150_000  #: maximum bytes per picture
_COLOURS = 160
#: For each picture its page, and the element below which the picture ends.
PICTURES = {
    "leaderboard": ("", ".cards"),
    "compare": ("compare/?a=minicpm-v-2.6&b=llama-3.2-11b-vision-instruct", "#compare > .key"),
}


def main() -> None:
    """Write a PNG file for each of ``PICTURES``."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("site", type=Path)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("site/pages/assets"))
    options = parser.parse_args()
    program = os.environ.get("SIGHTBENCH_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM)), None)
    if program is None:
        parser.error("Chromium is not on the PATH; set SIGHTBENCH_CHROMIUM to its program")
    with serve_site(options.site) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program)
        page = browser.new_page(viewport={"width": WIDTH, "height": 800}, device_scale_factor=SCALE)
        for name, (path, last) in PICTURES.items():
            page.goto(address + path)
            page.wait_for_load_state("networkidle")
            png = _quantized(_shot(page, last))
            if len(png) > LIMIT:
                parser.error(f"{name} has {len(png):,} bytes, above {LIMIT:,}")
            write_atomic(options.folder / f"{name}.png", png)
            print(f"{options.folder / name}.png  {len(png):,} bytes")
        browser.close()


def _shot(page: Page, last: str) -> bytes:
    bottom = page.locator(last).first.bounding_box()
    if bottom is None:
        raise SystemExit(f"{page.url} has no element {last}: was the site built from rows of Code-Vision?")
    height = bottom["y"] + bottom["height"] + 12
    return page.screenshot(full_page=True, clip={"x": 0, "y": 0, "width": WIDTH, "height": height})


def _quantized(png: bytes) -> bytes:
    """Return the picture with few colours; those of small marks are kept."""
    with Image.open(io.BytesIO(png)) as picture:
        few = picture.convert("RGB").quantize(_COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    out = io.BytesIO()
    few.save(out, "PNG", optimize=True)
    return out.getvalue()


if __name__ == "__main__":
    main()
