"""Rows as logs of Inspect (https://inspect.aisi.org.uk/eval-logs.html), in its JSON format, version 2."""

import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import PurePosixPath

from benchmark import __version__
from benchmark.analysis.groups import metric_name
from benchmark.core.sample import Completion
from benchmark.interchange.models import ExportedModel, sampling_of
from benchmark.interchange.plain_values import Fields, valid_text, without_empty
from benchmark.interchange.rows import ExportedRow, ExportedSample
from benchmark.results.row import Row, RowScore
from benchmark.scoring.metrics import LEVEL

_VERSION = 2
_SCORER = "sightbench"
_CORRECT, _INCORRECT = "C", "I"  #: the values of a score that Inspect knows
#: Our finish reason → Inspect's stop reason.
_STOPS: Mapping[str | None, str] = {
    "stop": "stop",
    "length": "max_tokens",
    "content_filter": "content_filter",
    # Inspect has no reason of its own for a refusal.
    "refusal": "content_filter",
}


def log_file(exported: ExportedRow) -> tuple[PurePosixPath, bytes]:
    """Return the log of a row, and its name, which has the form of Inspect's own logs."""
    row, model = exported.row, exported.model
    began = datetime.fromisoformat(row.run.started)
    ended = began + timedelta(seconds=row.run.seconds)
    # Hyphens instead of colons, which names of files cannot have on all systems.
    stamp = began.strftime("%Y-%m-%dT%H-%M-%S+00-00")
    name = f"{stamp}_{row.result.suite}-{row.result.dataset}_{row.id[:22]}.json"
    log = {
        "version": _VERSION,
        "status": "success",
        "eval": _spec(exported, model),
        "plan": {
            "name": "plan",
            "steps": [{"solver": "generate", "params": {"prompt": row.result.prompt.name}}],
            "config": sampling_of(row),
        },
        "results": _results(row),
        "stats": {"started_at": began.isoformat(), "completed_at": ended.isoformat()},
    }
    # Each sample is encoded by itself: all of them as objects would take several times as much memory.
    samples = ",\n".join(json.dumps(_sample(exported, sample, model)) for sample in exported.samples)
    return PurePosixPath(name), f'{json.dumps(log)[:-1]}, "samples": [\n{samples}\n]}}\n'.encode("ascii")


def _spec(exported: ExportedRow, model: ExportedModel) -> Fields:
    row = exported.row
    result = row.result
    dataset = {
        "name": f"{result.suite}/{result.dataset}",
        "location": exported.licence.source_link,
        "samples": result.tasks.count,
        "sample_ids": sorted({sample.verdict.task_id for sample in exported.samples}),
        "shuffled": False,
    }
    about = {
        "setting": result.setting,
        "protocol": result.protocol,
        "prompt": result.prompt.name,
        "extraction": result.extraction,
        "tasks_digest": result.tasks.digest,
        "model_name": model.name,
        "trust": row.run.trust,
        "row": row.id,
        "input_withheld": exported.withheld,
        "licence": exported.licence.name,
        "credit": exported.licence.credit,
    }
    return {
        # Inspect's own ids have 22 characters.
        "eval_id": row.id[:22],
        "run_id": row.id[:22],
        "created": row.run.started,
        "task": f"sightbench/{result.suite}-{result.dataset}",
        "task_id": row.id[:22],
        "task_version": result.versions.suite,
        "dataset": without_empty(dataset),
        "model": model.id,
        "config": {"epochs": result.completions.draws},
        "packages": {"sightbench": __version__},
        "metadata": without_empty(about),
    }


def _results(row: Row) -> Fields:
    """Return the scores: one entry for all tasks, and one per category.

    The metric that ranks the data set is the first of an entry: Inspect shows that one in lists of logs.
    """
    groups: dict[str, list[RowScore]] = {}
    # False sorts before True, and `sorted` keeps the order of the others.
    for score in sorted(row.result.scores, key=lambda score: score.metric != metric_name(row)):
        groups.setdefault(score.category, []).append(score)
    judged = sum(status != "missing" for drawn in row.result.statuses.values() for status in drawn)
    return {
        "total_samples": row.result.tasks.count * row.result.completions.draws,
        "completed_samples": judged,
        "scores": [
            {
                "name": category or _SCORER,
                "scorer": _SCORER,
                "params": {},
                "metrics": {score.metric: _metric(score) for score in scores},
            }
            for category, scores in groups.items()
        ],
    }


def _metric(score: RowScore) -> Fields:
    about = {"scale": score.scale, "low": score.low, "high": score.high, "level": LEVEL}
    counts = {"tasks": score.tasks, "samples": score.samples, "missing": score.missing}
    return {"name": score.metric, "value": score.value, "params": {}, "metadata": about | counts}


def _sample(exported: ExportedRow, sample: ExportedSample, model: ExportedModel) -> Fields:
    verdict, completion = sample.verdict, sample.completion
    question = {"role": "user", "content": valid_text(sample.prompt)}
    answer = None if completion is None else _answer(completion, model)
    value: object = _CORRECT if sample.passed else _INCORRECT
    about = {"status": verdict.status.value, "exception": verdict.exception, "points": verdict.points}
    score = {
        "value": value if verdict.points is None else verdict.points,
        "answer": None if sample.code is None else valid_text(sample.code),
        "explanation": valid_text(verdict.detail) or None,
        "metadata": without_empty(about),
    }
    output: Fields = {"model": model.id, "choices": []}
    if completion is not None:
        stop = _STOPS.get(completion.finish_reason, "unknown")
        output["choices"] = [{"message": answer, "stop_reason": stop}]
        output["completion"] = valid_text(completion.text)
        if completion.seconds is not None:
            output["time"] = completion.seconds
        if usage := _usage(completion):
            output["usage"] = usage
    return {
        "id": verdict.task_id,
        "epoch": verdict.draw + 1,
        "input": question["content"],
        "target": sample.option,
        "messages": [] if answer is None else [question, answer],
        "output": output,
        "scores": {_SCORER: score},
        "metadata": without_empty({"licence": exported.licence.name if sample.task is not None else ""}),
    }


def _answer(completion: Completion, model: ExportedModel) -> Fields:
    return {
        "role": "assistant",
        "content": valid_text(completion.text),
        "source": "generate",
        "model": model.id,
    }


def _usage(completion: Completion) -> Fields:
    """Return the tokens of a completion; empty unless input and output are both known."""
    if completion.tokens_in is None or completion.tokens_out is None:
        return {}
    return without_empty(
        {
            "input_tokens": completion.tokens_in,
            "output_tokens": completion.tokens_out,
            "total_tokens": completion.tokens_in + completion.tokens_out,
            "input_tokens_cache_read": completion.tokens_cached,
            "reasoning_tokens": completion.tokens_thinking,
            "total_cost": completion.cost_usd,
        }
    )
