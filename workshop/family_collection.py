"""An open data set with the package of the families that make it."""

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from benchmark.datasets.collection import Collection


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyCollection(Collection):
    """An open data set and its families.

    ``families/NAME.py`` of the package is a family. Families are found by the names of their files, so that
    adding one changes no other file. ``layouts/`` has the positions in pictures of flowcharts.
    """

    families: str  #: name for imports of the package that has the folder ``families``

    @property
    def workbench(self) -> Path:
        """The folder with ``families`` and ``layouts``."""
        return Path(str(files(self.families)))

    def names(self) -> tuple[str, ...]:
        """The names of all families, sorted."""
        names = (path.stem for path in (self.workbench / "families").glob("*.py"))
        return tuple(sorted(name for name in names if not name.startswith("_")))

    def module(self, name: str) -> Path:
        """Return the path of a family's module."""
        return self.workbench / "families" / f"{name}.py"


def with_families(published: Collection, package: str) -> FamilyCollection:
    """Return a published data set with the families of a package."""
    return FamilyCollection(
        suite=published.suite,
        dataset=published.dataset,
        package=published.package,
        form=published.form,
        families=package,
    )
