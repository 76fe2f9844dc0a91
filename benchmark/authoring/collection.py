"""Where the families of a data set lie, and how one is read."""

import importlib
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from benchmark.authoring.family import Family
from benchmark.authoring.family_module import read_family
from benchmark.core.errors import BadInput, SightbenchError, shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """An open data set in the making: a package with a folder for each kind of file.

    ``families/NAME.py`` is a family and ``families/NAME.md`` its design page; what is made of them lies in
    ``tasks/``, ``pictures/`` and ``pins/``; ``reviews/`` and ``candidates/`` are kept by people. Families are
    found by the names of their files, so that adding one touches no file of another.
    """

    suite: str
    dataset: str
    package: str  #: such as ``benchmark.suites.humaneval_v.open``

    @property
    def folder(self) -> Path:
        """Of the package."""
        return Path(str(files(self.package)))

    def names(self) -> tuple[str, ...]:
        """All families, by name."""
        found = (path.stem for path in (self.folder / "families").glob("*.py"))
        return tuple(sorted(name for name in found if not name.startswith("_")))

    def module(self, name: str) -> Path:
        """The file of a family."""
        return self.folder / "families" / f"{name}.py"

    def page(self, name: str) -> Path:
        """The design page of a family."""
        return self.folder / "families" / f"{name}.md"

    def family(self, name: str) -> Family:
        """A family by name.

        Raises:
            BadInput: when there is none, its module cannot be imported, or a part of it is missing or wrong.
        """
        path = self.module(name)
        if not name.isidentifier() or not path.is_file():
            known = ", ".join(self.names()) or "none yet"
            raise BadInput("family", "", f"{self.suite} has no family {shown(name)}", f"one of: {known}")
        module_name = f"{self.package}.families.{name}"
        try:
            module = importlib.import_module(module_name)
        except SightbenchError:
            raise
        except Exception as error:
            problem = f"cannot be imported: {type(error).__name__}: {error}"
            raise BadInput(path, "", problem, f"`python -m {module_name}` prints the traceback") from error
        return read_family(module, path)
