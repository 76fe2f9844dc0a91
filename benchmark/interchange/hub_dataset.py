"""An open data set of ours as a repository of the Hugging Face Hub: card, tasks and eval.yaml.

Source of eval.yaml: ``docs/hub/eval-results.md`` of https://github.com/huggingface/hub-docs; of the card's
head: ``datasetcard.md`` there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import PurePosixPath

import yaml

from benchmark.analysis.catalog import suite_task, suite_title
from benchmark.analysis.conditions import shows_picture
from benchmark.core.canary import CANARY
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.suite import suite_of
from benchmark.core.task import Picture, Task
from benchmark.files.tasks import tasks_digest
from benchmark.interchange.hub_results import hub_task_id
from benchmark.interchange.models import check_repository
from benchmark.interchange.tasks_parquet import COLUMNS, tasks_parquet
from benchmark.leaderboard.inputs.licences import licence_of
from benchmark.leaderboard.parts.citations import bib_entry, bib_key, bib_text, citation_file, kept_case
from benchmark.suites import SUITES

_TASKS_FILE = "data/test-00000-of-00001.parquet"
#: Upper limits of the Hub's size categories; the data sets here are smaller than the last.
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"))


@dataclass(frozen=True, slots=True)
class DatasetAbout:
    """What the files of an exported data set say about it."""

    title: str
    description: str
    licence: str  #: https address of the licence's text
    citation: str  #: BibTeX


def dataset_files(
    suite: str, dataset: str, *, repository: str = "", day: date | None = None
) -> dict[PurePosixPath, bytes]:
    """Return the files of a data set's repository, by path; the same tasks and day give the same bytes.

    Args:
        suite: id of the suite.
        dataset: one of our open data sets.
        repository: ``OWNER/NAME`` on the Hub; empty if it is not decided yet.
        day: day of publication; None for today.

    Raises:
        BadInput: if the data set is not ours, or the repository's name is not valid.
    """
    _check_ours(suite, dataset)
    if repository:
        check_repository("--hub-dataset", repository)
    tasks = SUITES[suite].datasets[dataset]()
    content = tasks_parquet(tasks)
    about = _about(suite, dataset, tasks, repository, day or date.today())  # noqa: DTZ011 - the user's day
    return {
        PurePosixPath(_TASKS_FILE): content,
        PurePosixPath("eval.yaml"): _eval_yaml(suite, dataset, about),
        PurePosixPath("README.md"): _card(suite, dataset, tasks, about).encode(),
    }


def our_datasets() -> tuple[tuple[str, str], ...]:
    """Return suite and name of each data set that may be exported."""
    return tuple(
        (suite.id, dataset)
        for suite in SUITES.values()
        for dataset in suite.datasets
        if licence_of(suite.id, dataset).is_ours
    )


def leaderboards(suite: str, dataset: str) -> tuple[tuple[str, str], ...]:
    """Return setting and protocol of each leaderboard that eval.yaml names; the first is the default.

    These are the settings that show the picture, without worked examples and without a second model, with
    the protocol by which models are ranked and our own prompt.
    """
    settings = suite_of(suite).fitting.get(dataset, SUITES[suite].settings)
    return tuple(
        (setting, suite_of(suite).ranking_protocol)
        for setting in settings
        if "*" not in setting
        and shows_picture(suite, setting)
        and not suite_of(suite).without_shots(setting)[1]
    )


def _check_ours(suite: str, dataset: str) -> None:
    known = our_datasets()
    if (suite, dataset) in known:
        return
    suites = tuple(dict.fromkeys(name for name, _ in known))
    if suite not in suites:
        problem = f"{quote_value(suite)} has no data set of our own"
        raise BadInput("SUITE", "", problem, f"use one of: {', '.join(suites)}")
    licence = licence_of(suite, dataset)
    reason = (licence.reason or "its tasks are by others").rstrip(".")
    problem = f"{suite} {quote_value(dataset)} may not be exported: {reason}"
    if dataset not in SUITES[suite].datasets and not licence.kept_back:
        problem = f"{suite} has no data set {quote_value(dataset)}"
    own = ", ".join(name for of, name in known if of == suite)
    raise BadInput("DATASET", "", problem, f"use one of: {own}")


def _about(suite: str, dataset: str, tasks: Sequence[Task], repository: str, day: date) -> DatasetAbout:
    title = f"Sightbench {suite_title(suite)} ({dataset})"
    pictures = sum(isinstance(part, Picture) for task in tasks for part in task.parts)
    task = suite_task(suite, leaderboards(suite, dataset)[0][0])
    address = f"https://huggingface.co/datasets/{repository}" if repository else ""
    author = citation_file().authors[0].name
    entry = bib_entry(
        bib_key("sightbench", suite, dataset),
        {
            "title": kept_case(bib_text(title)),
            "author": kept_case(bib_text(author)),
            "year": str(day.year),
            "url": address,
        },
    )
    return DatasetAbout(
        title=title,
        description=(
            f"{task[:1].upper()}{task[1:]}: {len(tasks)} original tasks with {pictures} pictures, for models"
            f" that write code from pictures. {CANARY}."
        ),
        licence=licence_of(suite, dataset).link,
        citation=entry,
    )


def _eval_yaml(suite: str, dataset: str, about: DatasetAbout) -> bytes:
    tasks = [
        {"id": hub_task_id(setting, protocol, "sightbench"), "config": "default", "split": "test"}
        for setting, protocol in leaderboards(suite, dataset)
    ]
    record = {
        "name": about.title,
        "description": about.description,
        "evaluation_framework": "sightbench",
        "tasks": tasks,
    }
    return _yaml(record).encode()


def _card(suite: str, dataset: str, tasks: Sequence[Task], about: DatasetAbout) -> str:
    head = {
        "pretty_name": about.title,
        "license": "cc-by-4.0",
        "language": ["en"],
        "task_categories": ["image-text-to-text"],
        "tags": ["benchmark", "code-generation", "visual-reasoning"],
        "size_categories": [next(name for limit, name in _SIZES if len(tasks) < limit)],
        "annotations_creators": ["expert-generated"],
        "source_datasets": ["original"],
        "configs": [
            {"config_name": "default", "data_files": [{"split": "test", "path": "data/test-*.parquet"}]}
        ],
    }
    setting, protocol = leaderboards(suite, dataset)[0]
    board = hub_task_id(setting, protocol, "sightbench")
    columns = "\n".join(f"| `{column.name}` | {column.meaning} |" for column in COLUMNS)
    options = f"--suite {suite} --dataset {dataset}"
    return f"""---
{_yaml(head)}---

# {about.title}

{about.description}

These are the tasks of version {SUITES[suite].version} of the suite `{suite}` of Sightbench, data set
`{dataset}`. Rows of Sightbench name the digest of all tasks, `{tasks_digest(tasks)}`.

**Do not train on these files.** Every file has the mark `{CANARY.partition(":")[0]}`.

## Columns

| column | meaning |
|---|---|
{columns}

Empty texts mean that a task has no such part. `check` has the form of a task file of Sightbench.

## Judge answers

Write one answer per line, `{{"task_id": "…", "draw": 0, "completion": "the model's whole text"}}`, and run

```console
sightbench evaluate --predictions answers.jsonl {options}
```

Tests run in a sandbox. Each id in `eval.yaml` is a leaderboard of one setting and one protocol, with
Sightbench's own prompt; `{board}` means setting `{setting}` and protocol `{protocol}`.

## Licence

Tasks, pictures, tests and reference answers are under [CC BY 4.0]({about.licence}). Credit them as
"Sightbench open tasks".

```bibtex
{about.citation}
```
"""


def _yaml(record: object) -> str:
    return yaml.safe_dump(record, sort_keys=False, allow_unicode=True, width=100)
