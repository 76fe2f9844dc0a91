"""The reading budget: how much of the code two commands go through, in ``locks/ways.json``.

Who wants to understand what a command does has to read the modules that it goes through and the functions
that it runs. Lines can be packed denser, a way cannot, so these figures may not grow unnoticed.

``python -m locks.ways`` prints for each way the number of modules, functions, and lines of code of the
modules (without blank lines, comments and docstrings). Only our own code counts. Of ``evaluate``, only what
runs counts: in the process of the command, and behind the walls, in the processes that it starts to read
answers and to judge them (``SIGHTBENCH_TRACE=1`` lets them print it). Not counted are the probe of the wall
and the broker, which are forked without an interpreter of their own, and the code inside the sandbox. Of
``submit check``, all modules that it loads count. ``--renew REASON`` writes the figures, with one line that
says why.
"""

import argparse
import ast
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from benchmark.core.tracing import PREFIX, Trace

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "locks" / "ways.json"
PACKAGE = ROOT / "benchmark"
EXAMPLE = "submissions/_examples/own-answers"
_RUN = ("--suite", "code-vision", "--dataset", "rebuilt", "--setting", "text", "--protocol", "cool-1")
#: Name of a command → its words. ``{folder}`` is an empty folder.
COMMANDS: Mapping[str, Sequence[str]] = {
    "submit check": ("submit", "check", EXAMPLE),
    "evaluate": (
        *("evaluate", "--predictions", f"{EXAMPLE}/predictions.jsonl", *_RUN, "--prompt", "sightbench"),
        *("--slug", "acme", "--rows", "{folder}/rows", "--workers", "1"),
    ),
}
LOADED, RUN, WALLED = "submit check loads", "evaluate runs", "evaluate runs behind the walls"
#: Way → the most modules that it may have, whatever the reason. Behind the walls it was 40 until calls of a
#: test travelled together, which takes two modules of its own and the shapes that both sides share.
MOST_MODULES: Mapping[str, int] = {LOADED: 120, RUN: 50, WALLED: 43}
FIGURES = ("modules", "functions", "lines")
#: Lines of code above which no module may come into being on these ways.
LONGEST = 400
#: Runs only if the machine pauses meanwhile.
BY_CHANCE = ("pipeline/judge/worker_processes.py", "Worker.note_pause")
Figures = dict[str, int]
Function = tuple[str, str]  #: path of the module in the package, and qualified name


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


def count(words: Sequence[str]) -> tuple[list[Function], list[str]]:
    """Run a command in this process; return the functions that it called, and the modules that it loaded.

    Raises:
        RuntimeError: if the command does not end with exit code 0.
    """
    from benchmark.cli import main

    with Trace() as trace:
        try:
            main(words)
        except SystemExit as ended:
            if ended.code:
                raise RuntimeError(f"{' '.join(words)} ended with {ended.code}") from None
    ours = [module for name, module in sys.modules.items() if name.partition(".")[0] == "benchmark"]
    files = [module.__file__ for module in ours if module.__file__ is not None]
    return sorted(trace.functions), sorted(str(Path(file).relative_to(PACKAGE)) for file in files)


def traced_lines(text: str) -> set[Function]:
    """Return the functions in what processes behind the walls printed."""
    lines = (line.removeprefix(PREFIX) for line in text.splitlines() if line.startswith(PREFIX))
    return {
        (module, name)
        for module, _, names in (line.partition(": ") for line in lines)
        for name in names.split()
    }


def figures_of(
    functions: Iterable[Function], modules: Iterable[str] | None = None
) -> tuple[Figures, list[str]]:
    """Return the figures of a way, and which of its modules are longer than :data:`LONGEST`."""
    counted = set(functions) - {BY_CHANCE}
    found = {module for module, _ in counted} if modules is None else set(modules)
    lines = {module: code_lines((PACKAGE / module).read_text(encoding="utf-8")) for module in found}
    figures = {"modules": len(found), "functions": len(counted), "lines": sum(lines.values())}
    return figures, sorted(module for module, number in lines.items() if number > LONGEST)


def ways_of(command: str) -> dict[str, tuple[Figures, list[str]]]:
    """Return the figures of the ways of a command, counted in a process of its own with an empty home."""
    with tempfile.TemporaryDirectory() as folder:
        words = [word.format(folder=folder) for word in COMMANDS[command]]
        more = {"XDG_CACHE_HOME": folder, "HOME": folder, "PYTHONHASHSEED": "0", "SIGHTBENCH_TRACE": "1"}
        program = f"import json, sys; from locks import ways; json.dump(ways.count({words!r}), sys.stderr)"
        done = subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env=os.environ | more,
            capture_output=True,
            text=True,
            check=True,
        )
    functions, modules = json.loads(done.stderr.splitlines()[-1])
    called = set(map(tuple, functions))
    if command != "evaluate":
        return {LOADED: figures_of(called, modules)}
    return {RUN: figures_of(called), WALLED: figures_of(traced_lines(done.stderr))}


def all_ways() -> dict[str, tuple[Figures, list[str]]]:
    """Return the figures of all ways."""
    return {name: way for command in COMMANDS for name, way in ways_of(command).items()}


def risen(name: str, found: Figures, long: Sequence[str] = ()) -> list[str]:
    """Return a sentence for each figure of a way that is too large, and each long module that is new."""
    lock = json.loads(LOCK.read_text(encoding="utf-8"))
    locked = lock[name]
    problems = [
        f"{name}: {found[figure]} {figure}, {locked[figure]} in locks/ways.json: shorten the way, or run"
        " `.nox/tests/bin/python -m locks.ways --renew REASON`, which records why it is longer"
        for figure in FIGURES
        if found[figure] > locked[figure]
    ]
    if found["modules"] > MOST_MODULES[name]:
        problems.append(f"{name}: {found['modules']} modules, at most {MOST_MODULES[name]}: shorten the way")
    new = set(long) - set(lock["long"])
    return problems + [
        f"{name}: {module} has more than {LONGEST} lines of code: divide it" for module in sorted(new)
    ]


def main(arguments: Sequence[str]) -> int:
    """Print the figures or write them; return the exit code, 1 if one has grown."""
    parser = argparse.ArgumentParser(prog="ways", description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--renew", metavar="REASON", help="write the figures; one line that says why")
    options = parser.parse_args(arguments)
    found = all_ways()
    figures = {name: way[0] for name, way in found.items()}
    print(json.dumps(figures, indent=2))
    if options.renew:
        long = sorted({module for _, modules in found.values() for module in modules})
        lock = {"reason": options.renew, **figures, "long": long}
        LOCK.write_text(json.dumps(lock, indent=2) + "\n", encoding="utf-8")
        return 0
    problems = [problem for name, way in found.items() for problem in risen(name, *way)]
    print(*problems, sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
