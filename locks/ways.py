"""The reading budget: how much of the code two commands go through, in ``locks/ways.json``.

Who wants to understand what a command does has to read the modules that it loads and the functions that it
runs. Lines can be packed denser, a way cannot, so these figures may not grow unnoticed.

``python -m locks.ways`` prints each command's modules that were loaded, functions that were called, and lines
of code of the loaded modules (without blank lines, comments and docstrings). Only our own code counts, and
only the process of the command. ``--renew REASON`` writes the figures, with one line that says why.
"""

import argparse
import ast
import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "locks" / "ways.json"
EXAMPLE = "submissions/_examples/own-answers"
_RUN = ("--suite", "code-vision", "--dataset", "rebuilt", "--setting", "text", "--protocol", "cool-1")
#: Name → the words of the command. ``{folder}`` is an empty folder.
WAYS: Mapping[str, Sequence[str]] = {
    "submit check": ("submit", "check", EXAMPLE),
    "evaluate": (
        *("evaluate", "--predictions", f"{EXAMPLE}/predictions.jsonl", *_RUN, "--prompt", "sightbench"),
        *("--slug", "acme", "--rows", "{folder}/rows", "--workers", "1"),
    ),
}
FIGURES = ("modules", "functions", "lines")
Figures = dict[str, int]


def code_lines(text: str) -> int:
    """Return the number of lines of a program that are not blank, a comment or part of a docstring."""
    documented: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                documented.update(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    lines = enumerate(text.splitlines(), 1)
    return sum(
        bool(line.strip()) and not line.lstrip().startswith("#") for n, line in lines if n not in documented
    )


def count(words: Sequence[str]) -> Figures:
    """Run a command in this process, and return its figures.

    Raises:
        RuntimeError: if the command does not end with exit code 0.
    """
    ours, called = str(ROOT / "benchmark") + os.sep, set[tuple[str, str]]()

    def profile(frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(ours) and not code.co_name.startswith("<"):
            called.add((code.co_filename, code.co_qualname))

    from benchmark.cli import main

    threading.setprofile(profile)
    sys.setprofile(profile)
    try:
        main(words)
    except SystemExit as ended:
        if ended.code:
            raise RuntimeError(f"{' '.join(words)} ended with {ended.code}") from None
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    files = [module.__file__ for name, module in sys.modules.items() if name.partition(".")[0] == "benchmark"]
    paths = [Path(file) for file in files if file is not None]
    lines = sum(code_lines(path.read_text(encoding="utf-8")) for path in paths)
    return {"modules": len(paths), "functions": len(called), "lines": lines}


def found_figures(name: str) -> Figures:
    """Return the figures of a way, counted in a process of its own with an empty home."""
    with tempfile.TemporaryDirectory() as folder:
        words = [word.format(folder=folder) for word in WAYS[name]]
        environment = os.environ | {"XDG_CACHE_HOME": folder, "HOME": folder, "PYTHONHASHSEED": "0"}
        program = f"import json, sys; from locks import ways; json.dump(ways.count({words!r}), sys.stderr)"
        command = [sys.executable, "-c", program]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
        figures: Figures = json.loads(done.stderr.splitlines()[-1])
        return figures


def risen(name: str, found: Figures) -> list[str]:
    """Return a sentence for each figure of a way that is larger than in the lock."""
    locked = json.loads(LOCK.read_text(encoding="utf-8"))[name]
    return [
        f"{name}: {found[figure]} {figure}, {locked[figure]} in locks/ways.json: shorten the way, or run"
        " `.nox/tests/bin/python -m locks.ways --renew REASON`, which records why it is longer"
        for figure in FIGURES
        if found[figure] > locked[figure]
    ]


def main(arguments: Sequence[str]) -> int:
    """Print the figures or write them; return the exit code, 1 if one has grown."""
    parser = argparse.ArgumentParser(prog="ways", description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--renew", metavar="REASON", help="write the figures; one line that says why")
    options = parser.parse_args(arguments)
    found = {name: found_figures(name) for name in WAYS}
    print(json.dumps(found, indent=2))
    if options.renew:
        LOCK.write_text(json.dumps({"reason": options.renew, **found}, indent=2) + "\n", encoding="utf-8")
        return 0
    problems = [problem for name, figures in found.items() for problem in risen(name, figures)]
    print(*problems, sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
