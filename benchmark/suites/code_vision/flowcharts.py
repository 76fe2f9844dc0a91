"""The flowcharts of ``official`` and ``lcb-vision``: pictures, fetched from a public repository at a commit.

Their licence is unknown, so none is shipped. Prompts show them, and the tasks do not have them: so the digest
of the tasks of ``official`` stays that of the published answers, and new answers compare with those. Nobody
could list the digests of the pictures yet: the first fetch writes them next to the pictures, and later ones
must find the same. Only the network confirms digests: those of a folder give way to what the network sends.
"""

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast
from urllib.parse import quote

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.prompt import Prompt, Turn
from benchmark.core.task import Picture, Task
from benchmark.datasets.pictures import ending_of
from benchmark.datasets.referenced_files import SECONDS_LIMIT, download, referenced_files
from benchmark.datasets.store import folder_of
from benchmark.files.atomic import write_atomic
from benchmark.files.bounded import MIB, read_bytes
from benchmark.files.strict_json import loads
from benchmark.suites.code_vision import lcb_vision, upstream_prompt
from benchmark.suites.code_vision.fetched_tasks import (
    COMMAND,
    DATASET,
    HUMANEVAL,
    STORED,
    fetch_official,
    load_fetched,
)
from benchmark.suites.code_vision.lcb_vision import COMMIT, REPOSITORY, fetch_lcb
from benchmark.suites.code_vision.tasks import SUITE_ID

RECORD = "flowcharts.json"  #: the digests by path, next to the folder of the pictures
UNCONFIRMED = "flowcharts.unconfirmed"  #: next to the record while pictures of a folder may be in it
PICTURE_LIMIT = 8 * MIB  #: maximum bytes of one picture; most have less than one
TOTAL_LIMIT = 512 * MIB  #: maximum bytes of all pictures of a data set
#: Data set → the folder of its tasks and pictures on this machine, and the command that fetches them.
_SETS = {DATASET: (STORED, COMMAND), lcb_vision.DATASET: (lcb_vision.DATASET, lcb_vision.COMMAND)}
_FOLDERS = {
    "humaneval": "data/HumanEval-V",
    "algorithm": "data/Algorithm",
    "math": "data/MATH",
    **dict.fromkeys(lcb_vision.COUNTS, lcb_vision.FOLDER),
}
_STEP = 50  #: pictures per line of the report


def picture_source(task: Task) -> str:
    """Return the path of a task's flowchart in the repository, and below the folder of the fetched tasks."""
    return f"{_FOLDERS[task.subset]}/images/{task.id}.png"


def picture_url(task: Task) -> str:
    """Return the address of a task's flowchart."""
    return f"https://raw.githubusercontent.com/{REPOSITORY}/{COMMIT}/{quote(picture_source(task))}"


def fetch_flowcharts(
    source: Path | None = None,
    report: Callable[[str], None] = lambda _: None,
    *,
    again: bool = False,
    dataset: str = DATASET,
) -> None:
    """Store the flowchart of each task, and upstream's prompt, on this machine, unless they are here.

    An interrupted fetch goes on where it stopped. A picture that was changed afterwards is fetched again.

    Args:
        source: a folder that has them, as their repository has; None for the network.
        report: called with one line of text per 50 pictures.
        again: whether to fetch all again, and compare them with the recorded digests.
        dataset: the data set, whose tasks are here.

    Raises:
        BadInput: if a picture is missing, too large or not a PNG file, or differs from its recorded digest.
        OurFailure: if the server cannot be reached.
    """
    tasks, folder = load_fetched() if dataset == DATASET else lcb_vision.load(), _folder(dataset)
    prompt = _folder(DATASET) / upstream_prompt.SOURCE
    if not prompt.is_file() and (source is None or (source / upstream_prompt.SOURCE).is_file()):
        write_atomic(prompt, referenced_files([upstream_prompt.FILE], source)[0].read_bytes())
    mark = folder / UNCONFIRMED
    replaces = source is None and mark.is_file()
    known = {} if replaces else _recorded(folder)
    if known and not again and all(_digest(folder / path) == digest for path, digest in known.items()):
        return
    if source is not None and not known:
        write_atomic(mark, f"{source.absolute()}\n".encode())
    found, left = dict[str, str](), TOTAL_LIMIT
    for number, task in enumerate(tasks, 1):
        path = picture_source(task)
        kept = folder / path
        digest = "" if again or replaces else _digest(kept)
        if not digest or known.get(path, digest) != digest:
            data = _picture(task, source, min(PICTURE_LIMIT, left))
            digest = _check(path, data, known, "ask its publisher what changed; nothing was replaced")
            write_atomic(kept, data)
        left -= kept.stat().st_size
        found[path] = digest
        if number % _STEP == 0:
            report(f"{number} of {len(tasks)} flowcharts")
    write_atomic(folder / RECORD, json.dumps(found, indent=1, sort_keys=True).encode() + b"\n")
    report(f"{len(found)} flowcharts in {folder / 'data'}; their licence is unknown, so do not publish them")
    if replaces:
        mark.unlink()
    elif mark.is_file():
        report(
            "their digests are unconfirmed, for they are of a folder:"
            f" `{_SETS[dataset][1]}` compares with the source"
        )


def fetch_for_questions(dataset: str = DATASET) -> None:
    """Store the tasks and their flowcharts; a job of CI calls this before it asks a model."""
    fetch_official() if dataset == DATASET else fetch_lcb()
    fetch_flowcharts(dataset=dataset)


def _folder(dataset: str) -> Path:
    return folder_of(SUITE_ID, _SETS[dataset][0])


def _picture(task: Task, source: Path | None, limit: int) -> bytes:
    path, url = picture_source(task), picture_url(task)
    if source is None:
        data = download(url, limit, time.monotonic() + SECONDS_LIMIT)
    elif (source / path).is_file():
        data = read_bytes(source / path, limit)
    else:
        raise BadInput(source / path, "", "is missing", f"use a clone of https://github.com/{REPOSITORY}")
    ending_of(data, url, "", {"PNG": "png"})
    return data


def _recorded(folder: Path) -> Mapping[str, str]:
    path = folder / RECORD
    return cast("dict[str, str]", loads(read_bytes(path, MIB), path)) if path.is_file() else {}


def _digest(path: Path) -> str:
    """Return the digest of a picture; empty if it is not there, or has no bytes."""
    data = path.read_bytes() if path.is_file() else b""
    return sha256_hex(data) if data else ""


def _check(path: str, data: bytes, known: Mapping[str, str], fix: str) -> str:
    """Return the digest of a picture; BadInput if another one was recorded."""
    digest = sha256_hex(data)
    if known.get(path, digest) != digest:
        problem = f"has SHA-256 {digest}, but the first fetch recorded {known[path]}"
        raise BadInput(path, "", problem, fix)
    return digest


def flowcharts_are_here(dataset: str = DATASET) -> bool:
    """Whether a model can be shown the flowcharts: those of a fetch, or those in the authors' data."""
    theirs = folder_of(SUITE_ID, DATASET) / "data"
    return (_folder(dataset) / RECORD).is_file() or (dataset == DATASET and theirs.is_dir())


@dataclass(frozen=True, slots=True)
class FlowchartPrompt:
    """A prompt that shows the fetched flowchart of a task that has no picture of its own."""

    prompt: Prompt

    @property
    def digest(self) -> str:
        """The digest of the prompt; pictures are no part of it, as with other tasks."""
        return self.prompt.digest

    @property
    def stages(self) -> int:
        """Number of stages."""
        return self.prompt.stages

    def pictures(self, tasks: Sequence[Task]) -> str | None:
        """Return the SHA-256 of the flowcharts' record; None if the tasks have pictures of their own."""
        shown = next((task.dataset for task in tasks if _lacks_picture(task)), "")
        record = _folder(shown) / RECORD if shown else None
        return sha256_hex(record.read_bytes()) if record is not None and record.is_file() else None

    def turns(self, task: Task, stage: int, earlier: str) -> Sequence[Turn]:
        """Return the prompt with the flowchart.

        Raises:
            BadInput: if it was not fetched, or was changed afterwards, or only the whole data set has it.
        """
        if task.dataset == HUMANEVAL:
            fix = f"name the data set {DATASET}, or another setting, such as text"
            raise BadInput(HUMANEVAL, "", f"its flowcharts are shown with the tasks of {DATASET}", fix)
        return self.prompt.turns(replace(task, parts=(*task.parts, *_flowchart(task))), stage, earlier)


def _lacks_picture(task: Task) -> bool:
    return task.dataset in _SETS and not any(isinstance(part, Picture) for part in task.parts)


def _flowchart(task: Task) -> Iterator[Picture]:
    if not _lacks_picture(task):
        return
    folder, path, command = _folder(task.dataset), picture_source(task), _SETS[task.dataset][1]
    known = _recorded(folder)
    if path not in known or not (folder / path).is_file():
        problem = f"{quote_value(task.id)}: its flowchart is not on this machine"
        raise BadInput(task.dataset, "", problem, f"run `{command}`, or name another setting, such as text")
    _check(path, read_bytes(folder / path, PICTURE_LIMIT), known, f"run `{command} --again`")
    yield Picture(number=1, source=path, folder=folder)
