"""Puts files from outside the package into the wheel, so that an installed Sightbench needs no checkout.

Hatchling calls this when it builds a wheel. `benchmark/files/shipped.py` finds the files again.
"""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: Files and folders of the checkout that commands of an installed package read.
SHIPPED = ("CITATION.cff", "locks/judged.json", "mkdocs.yml", "recorded", "site", "submissions")


class WheelContents(BuildHookInterface):  # type: ignore[type-arg]  # its configuration is not used
    """Adds the files to wheels; an editable installation reads those of the checkout."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the files unless ``version`` is ``editable``."""
        if version != "editable":
            build_data["force_include"] |= {name: f"benchmark/shipped/{name}" for name in SHIPPED}
