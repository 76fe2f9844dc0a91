"""Finding published outputs of Code-Vision in the folders that people have them in."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.errors import BadInput, shown

#: Folder names of the authors' layout, and names in records, by lower-case spelling.
_SUBSETS = {
    "humaneval-v": "humaneval",
    "humaneval_v": "humaneval",
    "humaneval": "humaneval",
    "algorithm": "algorithm",
    "math": "math",
}
_RESULTS = "samples.jsonl_results.jsonl"
_DEPTH = 3  #: folders between a path that is given and an output file: ``output/SUBSET/MODEL``
_ENDINGS = (".jsonl", ".jsonl.gz")


@dataclass(frozen=True, slots=True)
class ResultsFile:
    """The authors' own file: one model on one subset, task and answer on each line."""

    path: Path
    subset: str
    model: str


@dataclass(frozen=True, slots=True)
class SplitFolder:
    """Tasks in ``tasks_*.jsonl``, answers of one model to all subsets in ``completions/MODEL.jsonl``."""

    tasks: tuple[Path, ...]
    completions: tuple[Path, ...]


Layout = ResultsFile | SplitFolder


def find_layouts(paths: Iterable[Path]) -> tuple[Layout, ...]:
    """What the paths hold: files, model folders, subset folders, or folders above these.

    A file that several paths lead to is there once.

    Raises:
        BadInput: for a path that holds nothing known.
    """
    return tuple(dict.fromkeys(layout for path in paths for layout in _layouts_at(path)))


def subset_of(name: str) -> str | None:
    """Our name of a subset from upstream's, or None."""
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
            for file in sorted(path.glob("*/" * depth + _RESULTS + "*"))
            if file.name.endswith(_ENDINGS)
        ]
        if not found:
            raise BadInput(
                path,
                "",
                "holds no outputs of Code-Vision",
                f"a folder with SUBSET/MODEL/{_RESULTS}[.gz], or one with tasks_*.jsonl.gz and completions/",
            )
        yield from map(_results_file, found)


def _results_file(path: Path) -> ResultsFile:
    resolved = path.resolve()
    folder = resolved.parent.parent.name
    subset = subset_of(folder)
    if subset is None:
        raise BadInput(
            path,
            "",
            f"the folder of the subset is called {shown(folder)}",
            f"keep the authors' layout: HumanEval-V, Algorithm or MATH, then the model, then {_RESULTS}[.gz]",
        )
    return ResultsFile(path, subset, check_model_name(path, resolved.parent.name))


def check_model_name(path: Path, name: str) -> str:
    """``name`` when it can be part of a file name and of a record.

    Raises:
        BadInput: when it is not printable ASCII, or has spaces or slashes.
    """
    if re.fullmatch(r"[A-Za-z0-9][\w.+@=-]{0,150}", name, re.ASCII) is None:
        raise BadInput(path, "", f"the model is called {shown(name)}", "letters, digits and . _ - + @ = only")
    return name


def _split_folder(folder: Path, completions: Iterable[Path]) -> SplitFolder:
    tasks = sorted(file for file in folder.glob("tasks_*.jsonl*") if file.name.endswith(_ENDINGS))
    if not tasks:
        raise BadInput(
            folder, "", "has a folder completions, but no tasks_*.jsonl.gz", "put the task files there"
        )
    return SplitFolder(tuple(tasks), tuple(completions))


def _jsonl_files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.glob("*.jsonl*") if file.name.endswith(_ENDINGS))
