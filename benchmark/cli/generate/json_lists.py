"""Turns finished work files into upstream's files, and back into work files to continue a run.

These are HumanEval-V's JSON lists, and for a name that ends in ``.jsonl`` MMCode's generation files.

A *work file* is the JSONL file to which a run appends its completions.
"""

import contextlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmark.core.errors import BadInput
from benchmark.core.sample import Completion
from benchmark.core.task import Task, Text
from benchmark.files.atomic import write_atomic
from benchmark.files.generations import generation_record
from benchmark.files.jsonl import dump_records
from benchmark.files.predictions import read_predictions, write_predictions
from benchmark.generation.record.completions import draw_share
from benchmark.generation.record.manifest import ManifestTotals, manifest_path, read_manifest
from benchmark.generation.record.store import Store
from benchmark.pipeline.generate.generation_plan import GenerationPlan, stage_path
from benchmark.suites.humaneval_v.prediction_names import descriptions_path
from benchmark.suites.mmcode.upstream import extract_upstream

_TOKENS = ("tokens_in", "tokens_out", "tokens_thinking", "tokens_cached")


def write_json_lists(plan: GenerationPlan, prediction_file: Path) -> None:
    """Turn the finished work files into upstream's lists, and store their manifests next to the lists.

    With two stages, the descriptions become a list of their own, and each program becomes an entry with the
    description that it was written from, as in upstream's second version.

    Raises:
        BadInput: if a list cannot be written, or another process uses a work file; work files are kept then.
    """
    with contextlib.ExitStack() as stack:
        for _, work in list_paths(plan, prediction_file):
            stack.enter_context(Store.open(work))
        _write_lists(plan, prediction_file)


def _write_lists(plan: GenerationPlan, prediction_file: Path) -> None:
    lists = list_paths(plan, prediction_file)
    if prediction_file.suffix == ".jsonl":
        _write_generations(plan, prediction_file, lists)
    elif len(lists) == 1:
        write_atomic(prediction_file, _json_bytes(_entries(plan, _read_texts(plan.out))))
    else:
        (descriptions, first), _ = lists
        described = _read_texts(first)
        texts = _read_texts(plan.out)
        programs: list[dict[str, object]] = [
            {
                "qid": task.id,
                "prompt": _prompt_text(plan, task, 1, described[task.id][draw]),
                "predictions": [text],
            }
            for task in plan.tasks
            for draw, text in sorted(texts.get(task.id, {}).items())
        ]
        write_atomic(descriptions, _json_bytes(_entries(plan, described)))
        write_atomic(prediction_file, _json_bytes(programs))
    # In this order, the same command can continue after a kill at any point.
    for finished, work in lists:
        _keep_manifest(work, finished)
    for _, work in lists:
        _remove(work)


def _write_generations(
    plan: GenerationPlan, prediction_file: Path, lists: Sequence[tuple[Path, Path]]
) -> None:
    """Write a generation file of MMCode; with two stages, what the first wrote becomes a JSON list.

    As in the authors' files, the samples of a task count down to 1.
    """
    first: Mapping[str, Mapping[int, str]] = {}
    if len(lists) > 1:
        captions, work = lists[0]
        first = _read_texts(work)
        write_atomic(captions, _json_bytes(_entries(plan, first)))
    stage = len(lists) - 1
    tasks = {task.id: task for task in plan.tasks}
    order = {task_id: place for place, task_id in enumerate(tasks)}
    completions = sorted(read_predictions(plan.out), key=lambda each: (order[each.task_id], -each.draw))
    records = [
        generation_record(
            each,
            _prompt_text(plan, tasks[each.task_id], stage, first.get(each.task_id, {}).get(each.draw, "")),
            extract_upstream(tasks[each.task_id], each.text).code,
        )
        for each in completions
    ]
    write_atomic(prediction_file, dump_records(prediction_file, records))


def list_paths(plan: GenerationPlan, prediction_file: Path) -> list[tuple[Path, Path]]:
    """Return the path of each stage's list, with the path of the work file that becomes the list."""
    lists = [(prediction_file, plan.out)]
    if plan.prompt.stages > 1:
        lists.insert(0, (descriptions_path(prediction_file), stage_path(plan.out, 0)))
    return lists


def _read_texts(path: Path) -> dict[str, dict[int, str]]:
    found: dict[str, dict[int, str]] = {}
    for completion in read_predictions(path):
        found.setdefault(completion.task_id, {})[completion.draw] = completion.text
    return found


def _entries(plan: GenerationPlan, texts: Mapping[str, Mapping[int, str]]) -> list[dict[str, object]]:
    return [
        {
            "qid": task.id,
            "prompt": _prompt_text(plan, task, 0, ""),
            "predictions": [text for _, text in sorted(texts[task.id].items())],
        }
        for task in plan.tasks
        if task.id in texts
    ]


def _prompt_text(plan: GenerationPlan, task: Task, stage: int, earlier: str) -> str:
    """Return the text of a prompt without its pictures, as upstream writes it."""
    turns = plan.prompt.turns(task, stage, earlier)
    return "".join(part.text for turn in turns for part in turn.parts if isinstance(part, Text))


def _json_bytes(entries: list[dict[str, object]]) -> bytes:
    return json.dumps(entries, indent=1).encode("ascii") + b"\n"


@contextmanager
def reopen_lists(lists: Sequence[tuple[Path, Path]]) -> Iterator[None]:
    """Turn finished lists back into work files for the duration of a run, to add samples or tasks.

    If the run added nothing, the work files are deleted again, because the lists contain everything.

    Args:
        lists: from :func:`list_paths`.

    Raises:
        BadInput: for an existing list that has no manifest of ours.
    """
    with contextlib.ExitStack() as stack:
        for finished, work in lists:
            stack.enter_context(_reopen_list(finished, work))
        yield


@contextmanager
def _reopen_list(finished: Path, work: Path) -> Iterator[None]:
    if not finished.exists() or work.exists():
        yield
        return
    manifest = read_manifest(finished)
    if manifest is None:
        problem = f"exists already, and was not made by sightbench: {manifest_path(finished).name} is missing"
        raise BadInput(finished, "", problem, "name another file")
    completions = _with_shares(read_predictions(finished), manifest.totals)
    write_atomic(manifest_path(work), manifest_path(finished).read_bytes())
    write_predictions(work, completions)
    size = work.stat().st_size
    try:
        yield
    finally:
        if work.exists():
            with suppress(BadInput), Store.open(work):  # BadInput: another run is using it
                if work.stat().st_size == size:
                    _keep_manifest(work, finished)  # it counts aborted calls, which may be billed
                    _remove(work)


def _keep_manifest(work: Path, finished: Path) -> None:
    write_atomic(manifest_path(finished), manifest_path(work).read_bytes())


def _remove(work: Path) -> None:
    work.unlink()
    manifest_path(work).unlink()


def _with_shares(listed: Sequence[Completion], totals: ManifestTotals) -> list[Completion]:
    """Give each completion of a list an equal share of the total cost and tokens, which lists do not have."""
    priced = len(listed) - totals.unpriced
    cost = None if totals.cost_usd is None or priced < 1 else totals.cost_usd / priced
    found = []
    for index, completion in enumerate(listed):
        tokens: dict[str, Any] = {
            name: draw_share(getattr(totals, name), index, len(listed)) for name in _TOKENS
        }
        found.append(replace(completion, cost_usd=cost if index < priced else None, **tokens))
    return found
