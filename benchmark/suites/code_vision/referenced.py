"""Read referenced answers in the layout of Code-Vision's authors: one file per subset, all of one model."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.sample import Completion
from benchmark.core.verdict import Outcome, Status, Verdict
from benchmark.suites.code_vision.layouts import ResultsFile, check_model_name, subset_of
from benchmark.suites.code_vision.records import read_results

_SUBSET, _MODEL = (
    -3,
    -2,
)  #: positions of the folders in an address: ``SUBSET/MODEL/samples.jsonl_results.jsonl``


def read_referenced_outputs(
    files: Sequence[tuple[str, Path]],
) -> tuple[tuple[Completion, ...], tuple[str, ...]]:
    """Return the completions in copies of published result files, and the tasks that a file answers twice.

    Of the lines of one task in a file, the first counts. The authors' scripts add lines to a file when they
    are started again, and grade every line; we draw once, and a later line would be a second try. Published
    verdicts are ignored.

    Args:
        files: address and copy of each file.

    Raises:
        BadInput: if an address has no subset and model, the files have several models, a line is not valid,
            or a task is in two files.
    """
    results = [(url, results_file(url, path)) for url, path in files]
    if len(models := sorted({file.model.lower() for _, file in results})) > 1:
        problem = f"has answers of {models[0]} and of {models[1]}"
        raise BadInput(results[-1][0], "", problem, "reference one model per run")
    found: dict[str, tuple[str, Completion]] = {}
    doubled: dict[str, None] = {}
    for url, file in results:
        for completion in _completions(url, file):
            task_id = completion.task_id
            earlier, _ = found.setdefault(task_id, (url, completion))
            if earlier != url:
                problem = f"{quote_value(task_id)} is already in {earlier}"
                raise BadInput(url, "", problem, "reference each subset once")
            if found[task_id][1] is not completion:
                doubled[task_id] = None
    return tuple(completion for _, completion in found.values()), tuple(doubled)


def published_verdicts(files: Sequence[tuple[str, Path]]) -> dict[str, tuple[bool, str]]:
    """Return whether each answer passed where it was published, and the words for it, by task.

    Args and errors are those of :func:`read_referenced_outputs`; of two lines of a task, the first counts.
    """
    found: dict[str, tuple[bool, str]] = {}
    for url, path in files:
        for _, _, answer in read_results(results_file(url, path)):
            found.setdefault(answer.published.task_id, (answer.published.passed, answer.published.result))
    return found


def differences(
    outcomes: Iterable[Outcome], published: Mapping[str, tuple[bool, str]]
) -> Iterator[tuple[str, str, str]]:
    """Yield task, published verdict and status here of the verdicts that differ."""
    for outcome in outcomes:
        passed, words = published[outcome.task_id]
        status = outcome.status.value if isinstance(outcome, Verdict) else "missing"
        if (status == Status.PASSED) != passed:
            yield outcome.task_id, words or ("passed" if passed else "failed"), status


@cache
def _published_lines() -> dict[str, Any]:
    """Return which task is on which line of the files at one commit; most files have the same order."""
    found: dict[str, Any] = json.loads((Path(__file__).parent / "published_lines.json").read_bytes())
    return found


def line_addresses(urls: Iterable[str]) -> dict[str, str]:
    """Return, by task, the page of the line that has the task and an answer to it.

    Args:
        urls: addresses of result files; those of other repositories and commits are left out.
    """
    known = _published_lines()
    found: dict[str, str] = {}
    raw = f"https://raw.githubusercontent.com/{known['repository']}/{known['commit']}/"
    for url in urls:
        subset, model, _ = url.split("/")[_SUBSET:]
        # The numbers of lines are known for one commit.
        if not url.startswith(raw) or subset not in known["tasks"]:
            continue
        tasks = known["tasks"][subset]
        page = f"https://github.com/{known['repository']}/blob/{known['commit']}/{url.removeprefix(raw)}"
        order = known["other"].get(f"{subset}/{model}", range(len(tasks)))
        found |= {tasks[task]: f"{page}#L{line}" for line, task in enumerate(order, 1)}
    return found


def results_file(url: str, path: Path) -> ResultsFile:
    """Return the copy ``path`` of a file with its subset and model, from its address.

    Raises:
        BadInput: if the address does not name them.
    """
    folders = urlsplit(url).path.split("/")
    subset = subset_of(folders[_SUBSET])
    if subset is None:
        fix = "reference SUBSET/MODEL/samples.jsonl_results.jsonl, with HumanEval-V, Algorithm or MATH"
        raise BadInput(url, "", f"{quote_value(folders[_SUBSET])} is not a subset", fix)
    return ResultsFile(path, subset, check_model_name(Path(url), folders[_MODEL]))


def _completions(url: str, file: ResultsFile) -> Iterator[Completion]:
    try:
        for _, _, answer in read_results(file):
            yield answer.completion
    except BadInput as error:
        raise BadInput(url, error.place, error.problem, error.fix) from None
