"""The folder of a data set's families, and reading one of them."""

import importlib
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import Literal

from benchmark.authoring.family import Family
from benchmark.authoring.family_module import read_family
from benchmark.core.errors import BadInput, SightbenchError, quote_value


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """The package of an open data set, with a folder for each kind of file.

    ``families/NAME.py`` is a family and ``families/NAME.md`` its design page. ``tasks/``, ``pictures/`` and
    ``pins/`` are built from them; ``reviews/`` and ``candidates/`` are written by people. Families are found
    by the names of their files, so that adding one changes no other file.
    """

    suite: str
    dataset: str
    package: str  #: name for imports, such as ``benchmark.suites.humaneval_v.open``
    form: Literal["pictures", "charts", "problems"] = "pictures"  #: form of the families; see :mod:`.forms`

    @property
    def folder(self) -> Path:
        """The folder of the package."""
        return Path(str(files(self.package)))

    def names(self) -> tuple[str, ...]:
        """The names of all families, sorted."""
        names = (path.stem for path in (self.folder / "families").glob("*.py"))
        return tuple(sorted(name for name in names if not name.startswith("_")))

    def module(self, name: str) -> Path:
        """Return the path of a family's module."""
        return self.folder / "families" / f"{name}.py"

    def page(self, name: str) -> Path:
        """Return the path of a family's design page."""
        return self.folder / "families" / f"{name}.md"

    def family(self, name: str) -> Family:
        """Import a family of the form ``pictures`` by name.

        Raises:
            BadInput: if it does not exist, cannot be imported, or a part of its module is missing or wrong.
        """
        return read_family(*self.imported(name))

    def imported(self, name: str) -> tuple[ModuleType, Path]:
        """Import the module of a family; return it with its path.

        Raises:
            BadInput: if it does not exist or cannot be imported.
        """
        path = self.module(name)
        if not name.isidentifier() or not path.is_file():
            known = ", ".join(self.names()) or "none yet"
            raise BadInput(
                "family", "", f"{self.suite} has no family {quote_value(name)}", f"use one of: {known}"
            )
        module_name = f"{self.package}.families.{name}"
        try:
            return importlib.import_module(module_name), path
        except SightbenchError:
            raise
        except Exception as error:
            problem = f"cannot be imported: {type(error).__name__}: {error}"
            raise BadInput(path, "", problem, f"`python -m {module_name}` prints the traceback") from error
