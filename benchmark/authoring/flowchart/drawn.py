"""Pictures of charts that are drawn when they are first read, and then kept in the user's cache.

Loading a task draws nothing, and imports none of the modules that draw. An entry of the cache is named by the
digest of its pixels. So the cache may be removed at any time, and several processes may fill it.
"""

import contextlib
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

from benchmark.core.errors import BadInput, OurFailure
from benchmark.core.install import install_extra
from benchmark.files import regenerated
from benchmark.files.atomic import write_atomic

#: Module → package, for all packages of the extra ``pictures``.
PACKAGES = {"PIL": "pillow", "resvg_py": "resvg-py"}

_CACHE = "pictures"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartDrawing:
    """One picture of a chart; a :class:`benchmark.core.task.Drawing`."""

    chart: str  #: Mermaid text
    layout: str  #: the kept layout of all pictures, as JSON text
    page: int  #: 0-based index of the picture
    width: int  #: px
    height: int  #: px
    pixels: str  #: SHA-256 of its size and RGB pixels

    def check(self) -> None:
        """Check that it is in the cache, or that the packages that draw it are installed.

        Raises:
            BadInput: with the names of the missing packages.
        """
        if missing := _missing_packages():
            path = self._kept()
            if path is None or not path.is_file():
                problem = f"flowcharts are drawn with {', '.join(missing)}, which cannot be imported"
                fix = install_extra("pictures")
                raise BadInput("pictures", "", problem, fix)

    def png(self) -> bytes:
        """Return the picture as PNG: from the cache, or else drawn and put there.

        Raises:
            BadInput: if a package that draws it is missing.
            OurFailure: if it is drawn otherwise than on the machine where its layout was made.
        """
        path = self._kept()
        if path is not None:
            with contextlib.suppress(OSError):
                return regenerated.read(path)
        self.check()
        data = self._draw()
        if path is not None:
            with contextlib.suppress(BadInput):  # the cache may be full, or belong to somebody else
                _prune(path.parent)
                write_atomic(path, data)
        return data

    def _draw(self) -> bytes:
        from benchmark.authoring.drawing.render import decode_png, pixel_digest, render_png

        data = render_png(page_svgs(self.chart, self.layout)[self.page])
        if pixel_digest(decode_png(data)) != self.pixels:
            problem = f"picture {self.page + 1} of a chart has other pixels than it should have"
            raise OurFailure(f"{problem}: install the versions that the extra `pictures` names")
        return data

    def _kept(self) -> Path | None:
        folder = regenerated.user_folder(_CACHE)
        return None if folder is None else regenerated.entry_path(folder, self.pixels, "png")


@lru_cache(maxsize=4)
def page_svgs(chart: str, layout: str) -> tuple[str, ...]:
    """Return the SVG text of each picture of a chart.

    Args:
        chart: Mermaid text.
        layout: its layout as JSON text.

    Raises:
        ChartError, BadInput: if one of the two is not valid.
    """
    from benchmark.authoring.flowchart.layout.values import read_layout
    from benchmark.authoring.flowchart.mermaid import parse_mermaid
    from benchmark.authoring.flowchart.picture import chart_svgs

    return tuple(chart_svgs(parse_mermaid(chart), read_layout(layout)))


@cache
def _missing_packages() -> tuple[str, ...]:
    return tuple(package for module, package in PACKAGES.items() if find_spec(module) is None)


@cache
def _prune(folder: Path) -> None:
    """Remove old entries, once in a process."""
    regenerated.prune(folder)
