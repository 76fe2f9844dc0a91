"""Upstream's files of completions: HumanEval-V's JSON lists, and MMCode's generation files (``.jsonl``).

A run appends its completions to a *work file* in our own form, which stays next to upstream's file: the run
continues there, and each run that ends writes upstream's file anew.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from benchmark.core.errors import BadInput
from benchmark.core.sample import Completion
from benchmark.core.task import Task, Text
from benchmark.files.atomic import bare_name, write_atomic
from benchmark.files.predictions import generation_record, read_predictions
from benchmark.files.strict_json import dump_records
from benchmark.generation.record.manifest import manifest_path
from benchmark.pipeline.generate.generation_plan import GenerationPlan
from benchmark.suites.humaneval_v.prediction_names import descriptions_path
from benchmark.suites.mmcode.upstream import extract_upstream

Texts = Mapping[str, Mapping[int, str]]


def work_path(prediction_file: Path) -> Path:
    """Return the path of the work file: ``p.jsonl`` for ``p.json``, else ``p.completions.jsonl``."""
    if prediction_file.suffix == ".json":
        return prediction_file.with_suffix(".jsonl")
    return prediction_file.with_name(f"{bare_name(prediction_file)}.completions.jsonl")


def check_upstream_files(plan: GenerationPlan, prediction_file: Path) -> None:
    """Check that no file would be overwritten that was not made from a work file.

    Raises:
        BadInput: for the first one.
    """
    for finished, work in _paths(plan, prediction_file):
        if finished.exists() and not work.exists():
            problem = f"exists already, and was not made by sightbench: {work.name} is missing"
            raise BadInput(finished, "", problem, "name another file")


def write_upstream_files(plan: GenerationPlan, prediction_file: Path) -> None:
    """Write upstream's files from the finished work files, each with its manifest.

    With two stages, the descriptions become a list of their own, and each program becomes an entry with the
    description that it was written from, as in upstream's second version.

    Raises:
        BadInput: if a file cannot be written.
    """
    paths = _paths(plan, prediction_file)
    texts = _read_texts(plan.out)
    described: Texts = {}
    if len(paths) > 1:
        listed, work = paths[0]
        described = _read_texts(work)
        write_atomic(listed, _json_bytes(_entries(plan, described)))
    if prediction_file.suffix == ".jsonl":
        lines = _generation_lines(plan, texts, described)
        write_atomic(prediction_file, dump_records(prediction_file, lines))
    elif described:
        programs: list[dict[str, object]] = [
            {
                "qid": task.id,
                "prompt": _prompt_text(plan, task, described[task.id][draw]),
                "predictions": [text],
            }
            for task in plan.tasks
            for draw, text in sorted(texts.get(task.id, {}).items())
        ]
        write_atomic(prediction_file, _json_bytes(programs))
    else:
        write_atomic(prediction_file, _json_bytes(_entries(plan, texts)))
    for finished, work in paths:
        if manifest_path(finished) != manifest_path(work):
            write_atomic(manifest_path(finished), manifest_path(work).read_bytes())


def _paths(plan: GenerationPlan, prediction_file: Path) -> list[tuple[Path, Path]]:
    """Return the path of each stage's file in upstream's form, with that of its work file."""
    paths = [(prediction_file, plan.out)]
    if plan.prompt.stages > 1:
        descriptions = descriptions_path(prediction_file)
        paths.insert(0, (descriptions, work_path(descriptions)))
    return paths


def _generation_lines(plan: GenerationPlan, texts: Texts, described: Texts) -> list[dict[str, object]]:
    """Return the lines of a generation file of MMCode; as in the authors' files, samples count down to 1."""
    return [
        generation_record(
            Completion(task_id=task.id, draw=draw, text=text),
            _prompt_text(plan, task, described[task.id][draw] if described else None),
            extract_upstream(task, text).code,
        )
        for task in plan.tasks
        for draw, text in sorted(texts.get(task.id, {}).items(), reverse=True)
    ]


def _read_texts(path: Path) -> dict[str, dict[int, str]]:
    found: dict[str, dict[int, str]] = {}
    for completion in read_predictions(path):
        found.setdefault(completion.task_id, {})[completion.draw] = completion.text
    return found


def _entries(plan: GenerationPlan, texts: Texts) -> list[dict[str, object]]:
    return [
        {
            "qid": task.id,
            "prompt": _prompt_text(plan, task),
            "predictions": [text for _, text in sorted(texts[task.id].items())],
        }
        for task in plan.tasks
        if task.id in texts
    ]


def _prompt_text(plan: GenerationPlan, task: Task, earlier: str | None = None) -> str:
    """Return the text of a prompt without its pictures, as upstream writes it.

    Args:
        plan: has the prompt.
        task: the task.
        earlier: what the first stage wrote, for the prompt of the second one.
    """
    turns = plan.prompt.turns(task, 0 if earlier is None else 1, earlier or "")
    return "".join(part.text for turn in turns for part in turn.parts if isinstance(part, Text))


def _json_bytes(entries: list[dict[str, object]]) -> bytes:
    return json.dumps(entries, indent=1).encode("ascii") + b"\n"
