"""The importers of referenced answers: format → function that reads copies of its files."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.sample import Completion, SampleKey, sample_name
from benchmark.datasets.referenced_files import referenced_files, with_digests
from benchmark.files.bounded import JSONL_LIMIT, MIB, read_chunks
from benchmark.files.predictions import read_predictions
from benchmark.files.references import AnswerFormat, ReferencedAnswers


class ImportedAnswers(NamedTuple):
    """The completions in referenced files, and the tasks that a file answers on several lines."""

    completions: tuple[Completion, ...]
    doubled: tuple[str, ...] = ()  #: of these tasks, the first line counts


#: Reads copies of referenced files, each given with its address.
Importer = Callable[[Sequence[tuple[str, Path]]], ImportedAnswers]


def read_prediction_files(files: Sequence[tuple[str, Path]]) -> ImportedAnswers:
    """Return the completions of prediction files, in our format or in those of other benchmarks' authors.

    These are HumanEval-V's lists and MMCode's generation files.

    Raises:
        BadInput: if a file is not valid, or a sample occurs twice.
    """
    found: dict[SampleKey, Completion] = {}
    for url, path in files:
        try:
            # Errors below name the address, because nobody knows the path of a copy in the cache.
            completions = read_predictions(path)
        except BadInput as error:
            raise BadInput(url, error.place, error.problem, error.fix) from None
        for completion in completions:
            if completion.key in found:
                problem = f"{quote_value(sample_name(completion.key))} is in another of the files too"
                raise BadInput(url, "", problem, "remove it from one of them")
            found[completion.key] = completion
    return ImportedAnswers(tuple(found.values()))


def _code_vision_outputs(files: Sequence[tuple[str, Path]]) -> ImportedAnswers:
    from benchmark.suites.code_vision.referenced import read_referenced_outputs

    return ImportedAnswers(*read_referenced_outputs(files))


IMPORTERS: dict[AnswerFormat, Importer] = {
    "code-vision-outputs": _code_vision_outputs,
    "sightbench": read_prediction_files,
}


def answer_addresses(answers: ReferencedAnswers) -> dict[str, str]:
    """Return, by task, the page with a referenced answer; empty if files of its format have no such pages."""
    if answers.format != "code-vision-outputs":
        return {}
    from benchmark.suites.code_vision.referenced import line_addresses

    return line_addresses(file.url for file in answers.files)


def read_referenced(answers: ReferencedAnswers, folder: Path | None = None) -> tuple[Completion, ...]:
    """Get referenced answers, and return their completions.

    Args:
        answers: the reference.
        folder: a folder that has the files; None for the network, or what was fetched before.

    Raises:
        BadInput: if a file is not the one that is named, or cannot be converted.
        OurFailure: if a server cannot be reached.
    """
    return _read(answers, folder).completions


def recorded_reference(answers: ReferencedAnswers, folder: Path | None = None) -> ReferencedAnswers:
    """Return a reference as a row records it: with all digests, and the tasks that are answered twice.

    Args and errors are those of :func:`read_referenced`.
    """
    files = with_digests(answers.files, folder)
    pinned = answers.model_copy(update={"files": files})
    return pinned.model_copy(update={"doubled": [*_read(pinned, folder).doubled]})


def published_verdicts(answers: ReferencedAnswers, folder: Path | None = None) -> dict[str, tuple[bool, str]]:
    """Return whether each answer passed where it was published, and the words for it, by task.

    Empty if files of the format have no verdicts. Args and errors are those of :func:`read_referenced`.
    """
    if answers.format != "code-vision-outputs":
        return {}
    from benchmark.suites.code_vision.referenced import published_verdicts

    return published_verdicts(_copies(answers, folder))


def _copies(answers: ReferencedAnswers, folder: Path | None) -> list[tuple[str, Path]]:
    paths = referenced_files(answers.files, folder)
    return [(file.url, path) for file, path in zip(answers.files, paths, strict=True)]


def _read(answers: ReferencedAnswers, folder: Path | None) -> ImportedAnswers:
    files = _copies(answers, folder)
    _check_total(files)
    return IMPORTERS[answers.format](files)


def _check_total(files: Sequence[tuple[str, Path]]) -> None:
    """Refuse files that would use up the memory together: a megabyte of gzip can have a gigabyte of text."""
    # Before any file is read: a reader keeps all completions in memory.
    left = JSONL_LIMIT
    for url, path in files:
        try:
            left -= sum(map(len, read_chunks(path, JSONL_LIMIT)))
        except BadInput as error:
            raise BadInput(url, error.place, error.problem, error.fix) from None
        if left < 0:
            problem = f"with the files before it, has more than {JSONL_LIMIT / MIB:.3g} MiB when decompressed"
            raise BadInput(url, "", problem, "reference fewer or smaller files")
