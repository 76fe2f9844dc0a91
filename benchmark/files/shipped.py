"""Finds files of the repository that are not Python: pages, templates, submissions and recorded rows.

In a checkout they lie next to the package. A wheel has copies in the folder ``shipped`` of the package,
which ``lab/release/wheel_contents.py`` fills.
"""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]
#: Folder with these files: the checkout, or the copies of an installed wheel.
SHIPPED = _PACKAGE / "shipped" if (_PACKAGE / "shipped").is_dir() else _PACKAGE.parent
