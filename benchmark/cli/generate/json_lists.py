"""HumanEval-V's JSON lists of completions: complete work becomes one, and a list becomes work again."""

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
from benchmark.files.predictions import read_predictions, write_predictions
from benchmark.generation.record.completions import share
from benchmark.generation.record.manifest import ManifestTotals, manifest_path, read_manifest
from benchmark.generation.record.store import Store
from benchmark.pipeline.generate.generation_plan import GenerationPlan, stage_path
from benchmark.suites.humaneval_v.prediction_names import descriptions_path

_TOKENS = ("tokens_in", "tokens_out", "tokens_thinking", "tokens_cached")


def become_json_list(plan: GenerationPlan, prediction_file: Path) -> None:
    """Turn the complete work into upstream's list, and keep its manifest beside that.

    In two stages the descriptions become a list of their own, and each program an entry of its own with what
    it was written from, as upstream's second version has it.

    Raises:
        BadInput: when it cannot be written, or another run goes on with the work; it stays as it is then.
    """
    with contextlib.ExitStack() as stack:
        for _, work in lists_of(plan, prediction_file):
            stack.enter_context(Store.open(work))
        _write_lists(plan, prediction_file)


def _write_lists(plan: GenerationPlan, prediction_file: Path) -> None:
    lists = lists_of(plan, prediction_file)
    if len(lists) == 1:
        write_atomic(prediction_file, _listed(_entries(plan, _texts(plan.out))))
    else:
        (descriptions, first), _ = lists
        said = _texts(first)
        texts = _texts(plan.out)
        programs: list[dict[str, object]] = [
            {"qid": task.id, "prompt": _asked(plan, task, 1, said[task.id][draw]), "predictions": [text]}
            for task in plan.tasks
            for draw, text in sorted(texts.get(task.id, {}).items())
        ]
        write_atomic(descriptions, _listed(_entries(plan, said)))
        write_atomic(prediction_file, _listed(programs))
    # In this order: whenever it is killed, the same command goes on.
    for finished, work in lists:
        _keep_manifest(work, finished)
    for _, work in lists:
        _remove(work)


def lists_of(plan: GenerationPlan, prediction_file: Path) -> list[tuple[Path, Path]]:
    """Each list with the work that becomes it, by stage."""
    lists = [(prediction_file, plan.out)]
    if plan.prompt.stages > 1:
        lists.insert(0, (descriptions_path(prediction_file), stage_path(plan.out, 0)))
    return lists


def _texts(path: Path) -> dict[str, dict[int, str]]:
    found: dict[str, dict[int, str]] = {}
    for one in read_predictions(path):
        found.setdefault(one.task_id, {})[one.draw] = one.text
    return found


def _entries(plan: GenerationPlan, texts: Mapping[str, Mapping[int, str]]) -> list[dict[str, object]]:
    return [
        {
            "qid": task.id,
            "prompt": _asked(plan, task, 0, ""),
            "predictions": [text for _, text in sorted(texts[task.id].items())],
        }
        for task in plan.tasks
        if task.id in texts
    ]


def _asked(plan: GenerationPlan, task: Task, stage: int, earlier: str) -> str:
    """The words of a prompt; its pictures are left out, as upstream leaves them out."""
    turns = plan.prompt.turns(task, stage, earlier)
    return "".join(part.text for turn in turns for part in turn.parts if isinstance(part, Text))


def _listed(entries: list[dict[str, object]]) -> bytes:
    return json.dumps(entries, indent=1).encode("ascii") + b"\n"


@contextmanager
def taken_back(lists: Sequence[tuple[Path, Path]]) -> Iterator[None]:
    """Go on with lists that were finished: for more samples, or for more tasks.

    Work to which nothing was added is removed again: the list has it.

    Args:
        lists: from :func:`lists_of`.

    Raises:
        BadInput: for a list that is there and not ours.
    """
    with contextlib.ExitStack() as stack:
        for finished, work in lists:
            stack.enter_context(_taken_back(finished, work))
        yield


@contextmanager
def _taken_back(finished: Path, work: Path) -> Iterator[None]:
    if not finished.exists() or work.exists():
        yield
        return
    manifest = read_manifest(finished)
    if manifest is None:
        problem = f"is there already, and no {manifest_path(finished).name} says how it came about"
        raise BadInput(finished, "", problem, "name another file")
    completions = _with_shares(read_predictions(finished), manifest.totals)
    write_atomic(manifest_path(work), manifest_path(finished).read_bytes())
    write_predictions(work, completions)
    size = work.stat().st_size
    try:
        yield
    finally:
        if work.exists():
            with suppress(BadInput), Store.open(work):  # else another run has taken it up
                if work.stat().st_size == size:
                    _keep_manifest(work, finished)  # calls that broke off may be on the bill
                    _remove(work)


def _keep_manifest(work: Path, finished: Path) -> None:
    write_atomic(manifest_path(finished), manifest_path(work).read_bytes())


def _remove(work: Path) -> None:
    work.unlink()
    manifest_path(work).unlink()


def _with_shares(listed: Sequence[Completion], totals: ManifestTotals) -> list[Completion]:
    """Completions of a list, which holds no costs, with equal shares of what all of them cost."""
    priced = len(listed) - totals.unpriced
    cost = None if totals.cost_usd is None or priced < 1 else totals.cost_usd / priced
    found = []
    for index, one in enumerate(listed):
        tokens: dict[str, Any] = {name: share(getattr(totals, name), index, len(listed)) for name in _TOKENS}
        found.append(replace(one, cost_usd=cost if index < priced else None, **tokens))
    return found
