"""How to install a missing package where this program runs: with pip, or in a checkout with ``./noxw``.

The environments of a checkout come from lock files and have no pip. Plug-ins are imported here, too, when
they are first used; a broken one is an error with its file and line.
"""

import importlib.util
import os
import re
import shlex
import shutil
import sys
import traceback
from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmark.core.errors import BadInput, OurFailure

_ROOT = Path(__file__).resolve().parents[2]
#: Session of the noxfile that runs any command, with every extra but those in :data:`OUTSIDE_SESSION`.
SESSION = "sightbench"
#: The beginning of a command in a sentence: after `run` or a backtick.
_COMMAND = re.compile(r"(?:(?<=run )|(?<=use )|(?<=`))sightbench (?=[a-z])")
#: Extras that the lock of that session does not have.
OUTSIDE_SESSION = frozenset({"cluster", "graders", "tokens", "workshop"})


def checkout_root() -> Path | None:
    """Return the root of the checkout that this program runs from; None if it was installed from a wheel."""
    return _ROOT if (_ROOT / "noxw").is_file() and (_ROOT / "noxfile.py").is_file() else None


def absent_modules(modules: Iterable[str]) -> list[str]:
    """Return the modules that are not installed here; none is loaded."""
    return [name for name in modules if importlib.util.find_spec(name) is None]


def check_modules(place: str, needed: Mapping[str, Iterable[str]]) -> None:
    """Check that the modules of some extras are installed.

    Args:
        place: what needs them, such as ``the site``.
        needed: extra → the modules that it brings.

    Raises:
        BadInput: with the names of all missing modules, and how to install all their extras.
    """
    absent = {extra: missing for extra, modules in needed.items() if (missing := absent_modules(modules))}
    if absent:
        names = ", ".join(name for missing in absent.values() for name in missing)
        raise BadInput(place, "", f"needs {names}, not installed here", install_extra(",".join(absent)))


def install_extra(extra: str) -> str:
    """Return what makes the packages of an extra available here, for the fix of a message.

    Args:
        extra: a key of `optional-dependencies` in pyproject.toml.
    """
    root = checkout_root()
    if root is None:
        return f"run {_pip_install()} 'sightbench[{extra}]'"
    if extra in OUTSIDE_SESSION:
        folder, project = (shlex.quote(str(path)) for path in (root / "build" / extra, root))
        return (
            f"run python3 -m venv {folder} && {folder}/bin/python -m pip install -e {project}'[{extra}]',"
            f" then use {folder}/bin/sightbench"
        )
    return f"run the same command with {_noxw(root)} -s {SESSION} -- instead of sightbench"


def demo_command() -> str:
    """Return the command that makes rows in ``build/demo/rows`` here, for the fix of a message."""
    root = checkout_root()
    return "sightbench demo" if root is None else f"{_noxw(root)} -s demo"


def install_engine(packages: str) -> str:
    """Return how to install an engine for local models, for the fix of a message.

    Args:
        packages: what pip installs, such as ``vllm`` or ``transformers[serving]``.
    """
    root = checkout_root()
    if root is None:
        return f"run {_pip_install()} {shlex.quote(packages)}"
    folder = shlex.quote(str(root / "build" / "engines"))
    return (
        f"run python3 -m venv {folder} && {folder}/bin/python -m pip install {shlex.quote(packages)},"
        f" then SIGHTBENCH_ENGINES={folder} {_noxw(root)} -s generate -- with the same arguments"
    )


def install_program(package: str) -> str:
    """Return the command that installs a package of the system here, as ``noxw`` does, for a fix."""
    sudo = "" if os.geteuid() == 0 else "sudo "
    for manager in ("apt-get install -y", "dnf install -y", "pacman -S", "zypper install", "apk add"):
        if shutil.which(manager.partition(" ")[0]):
            return f"run {sudo}{manager} {package}"
    return f"install the package {package}"


def runnable_here(text: str) -> str:
    """Return a message whose commands work in the shell of the user.

    A session of ``./noxw`` has `sightbench` on its path, but the shell from which it was started has not.
    """
    root = checkout_root()
    in_session = "NOX_CURRENT_SESSION" in os.environ and Path(sys.argv[0]).name == "sightbench"
    if root is None or not in_session:
        return text
    named = f"{_noxw(root)} -s {SESSION} -- "
    return "\n".join(
        _COMMAND.sub(named, line) if line.startswith("  fix: ") else line for line in text.split("\n")
    )


def _pip_install() -> str:
    """Return how to install into this environment; some, such as those that uv makes, have no pip."""
    python = shlex.quote(sys.executable or "python")
    if importlib.util.find_spec("pip") is None:
        return f"python3 -m pip --python {python} install"
    return f"{python} -m pip install"


def _noxw(root: Path) -> str:
    return "./noxw" if Path.cwd() == root else shlex.quote(str(root / "noxw"))


def call_late(place: str, *arguments: object) -> Any:
    """Import a module when one of its functions is needed, and call that: ``package.module:function``."""
    module, _, function = place.partition(":")
    return getattr(import_module(module), function)(*arguments)


def load_plug_in(kind: str, name: str, module: str, attribute: str) -> Any:
    """Import a plug-in's module, and return one of its values.

    Args:
        kind: what it is, for messages, such as ``suite``.
        name: its id.
        module: full name of the module.
        attribute: name of the value.

    Raises:
        OurFailure: if the module cannot be imported or lacks the value; names the file and the line.
    """
    try:
        return getattr(import_module(module), attribute)
    except Exception as error:
        problem = (
            f"the {kind} {name} cannot be loaded: {_place(error, module)}: {type(error).__name__}: {error}"
        )
        raise OurFailure(problem, "repair this file; other commands do not need it") from error


def _place(error: Exception, module: str) -> str:
    """Return the file and line where a module is broken: the last line of its folder that ran."""
    folder = Path(*module.split(".")[:-1])
    if isinstance(error, SyntaxError) and error.filename:  # the line was read, and did not run
        places = [(error.filename, error.lineno)]
    else:
        places = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    inside = [f"{file[file.rindex(str(folder)) :]}:{line}" for file, line in places if str(folder) in file]
    return inside[-1] if inside else f"{module.replace('.', '/')}.py"
