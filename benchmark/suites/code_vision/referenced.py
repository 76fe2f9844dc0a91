"""Read referenced answers in the layout of Code-Vision's authors: one file per subset, all of one model."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.sample import Completion
from benchmark.suites.code_vision.layouts import ResultsFile, check_model_name, subset_of
from benchmark.suites.code_vision.records import read_results

_SUBSET, _MODEL = (
    -3,
    -2,
)  #: positions of the folders in an address: ``SUBSET/MODEL/samples.jsonl_results.jsonl``


def read_referenced_outputs(files: Sequence[tuple[str, Path]]) -> tuple[Completion, ...]:
    """Return the completions in copies of published result files; published verdicts are ignored.

    Args:
        files: address and copy of each file.

    Raises:
        BadInput: if an address has no subset and model, the files have several models, a line is not valid,
            or a task occurs twice.
    """
    results = [(url, results_file(url, path)) for url, path in files]
    if len(models := sorted({file.model for _, file in results})) > 1:
        problem = f"has answers of {models[0]} and of {models[1]}"
        raise BadInput(results[-1][0], "", problem, "reference one model per run")
    known: dict[str, str] = {}
    completions = []
    for url, file in results:
        for completion in _completions(url, file):
            if completion.task_id in known:
                problem = f"{quote_value(completion.task_id)} is already in {known[completion.task_id]}"
                raise BadInput(url, "", problem, "reference each subset once")
            known[completion.task_id] = url
            completions.append(completion)
    return tuple(completions)


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
