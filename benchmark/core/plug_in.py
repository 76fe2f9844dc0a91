"""Imports the module of a plug-in when it is first used; a broken one is an error with its file and line."""

import traceback
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmark.core.errors import OurFailure


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
