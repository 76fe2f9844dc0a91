"""Find published outputs of Code-Vision, in either of the two folder layouts that are in use."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.errors import BadInput, quote_value

#: Upstream's name of a subset in small letters, from folders and records → our name.
_SUBSETS = {
    "humaneval-v": "humaneval",
    "humaneval_v": "humaneval",
    "humaneval": "humaneval",
    "algorithm": "algorithm",
    "math": "math",
}
_RESULTS = "samples.jsonl_results.jsonl"
_DEPTH = 3  #: maximum folders between a given path and an output file: ``output/SUBSET/MODEL``
_ENDINGS = (".jsonl", ".jsonl.gz")


@dataclass(frozen=True, slots=True)
class ResultsFile:
    """A file of the authors' layout: one model on one subset, with a task and its answer on each line."""

    path: Path
    subset: str
    model: str


@dataclass(frozen=True, slots=True)
class SplitFolder:
    """The other layout: tasks in ``tasks_*.jsonl``, each model's answers in ``completions/MODEL.jsonl``."""

    tasks: tuple[Path, ...]
    completions: tuple[Path, ...]


Layout = ResultsFile | SplitFolder


def find_layouts(paths: Iterable[Path]) -> tuple[Layout, ...]:
    """Find the outputs in paths: files, folders of models or subsets, or folders that contain these.

    A file that several paths lead to is returned once.

    Raises:
        BadInput: if a path contains no outputs.
    """
    return tuple(dict.fromkeys(layout for path in paths for layout in _layouts_at(path)))


def subset_of(name: str) -> str | None:
    """Return our name for a subset of upstream; None if there is no such subset."""
    return _SUBSETS.get(name.lower())


def _layouts_at(path: Path) -> Iterator[Layout]:
    if path.is_file():
        if path.parent.name == "completions":
            yield _split_folder(path.parent.parent, [path])
        else:
            yield _results_file(path)
        return
    if not path.is_dir():
        raise BadInput(path, "", "no such file or folder", "check the path")
    if path.name == "completions" and (files := _jsonl_files(path)):
        yield _split_folder(path.parent, files)
    elif files := _jsonl_files(path / "completions"):
        yield _split_folder(path, files)
    else:
        found = [
            file
            for depth in range(_DEPTH + 1)
            # The star is for `.gz`; files such as `….jsonl.bak` are left out below.
            for file in sorted(path.glob("*/" * depth + _RESULTS + "*"))
            if file.name.endswith(_ENDINGS)
        ]
        if not found:
            raise BadInput(
                path,
                "",
                "contains no outputs of Code-Vision",
                f"name a folder with SUBSET/MODEL/{_RESULTS}[.gz], or with tasks_*.jsonl.gz and completions/",
            )
        yield from map(_results_file, found)


def _results_file(path: Path) -> ResultsFile:
    # A relative path such as `samples.jsonl_results.jsonl` names no folders.
    resolved = path.resolve()
    folder = resolved.parent.parent.name
    subset = subset_of(folder)
    if subset is None:
        raise BadInput(
            path,
            "",
            f"its grandparent folder {quote_value(folder)} is not a subset",
            f"keep the authors' layout, SUBSET/MODEL/{_RESULTS}[.gz], with HumanEval-V, Algorithm or MATH",
        )
    return ResultsFile(path, subset, check_model_name(path, resolved.parent.name))


def check_model_name(path: Path, name: str) -> str:
    """Return ``name`` if it can be part of a file name.

    Raises:
        BadInput: if it has other characters than letters, digits and ``. _ - + @ =``, does not begin with a
            letter or digit, or is longer than 151 characters.
    """
    if re.fullmatch(r"[A-Za-z0-9][\w.+@=-]{0,150}", name, re.ASCII) is None:
        fix = "rename it; use only letters, digits and . _ - + @ ="
        raise BadInput(path, "", f"{quote_value(name)} cannot be the name of a model", fix)
    return name


def _split_folder(folder: Path, completions: Iterable[Path]) -> SplitFolder:
    tasks = sorted(file for file in folder.glob("tasks_*.jsonl*") if file.name.endswith(_ENDINGS))
    if not tasks:
        problem = "has a folder completions, but no tasks_*.jsonl.gz"
        raise BadInput(folder, "", problem, "put the task files next to it")
    return SplitFolder(tuple(tasks), tuple(completions))


def _jsonl_files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.glob("*.jsonl*") if file.name.endswith(_ENDINGS))
