"""Rows in the format of Every Eval Ever, version 0.3.0: an aggregate record, and a record per sample.

Source of the format: https://github.com/evaleval/every_eval_ever (MIT), ``every_eval_ever/schemas``. Files
have a UUID as their name, here made of the row's id, so that the same row gives the same files.
"""

import hashlib
import json
import uuid
from datetime import datetime
from pathlib import PurePosixPath
from typing import Literal

from benchmark import __version__
from benchmark.core.suite_facts import Licence
from benchmark.core.verdict import EXECUTED, Status
from benchmark.interchange.models import ExportedModel, sampling_of
from benchmark.interchange.plain_values import Fields, as_texts, valid_text
from benchmark.interchange.rows import ExportedRow, ExportedSample
from benchmark.leaderboard.parts.citations import citation_file
from benchmark.results.row import Row, RowScore
from benchmark.scoring.metrics import LEVEL, metric

Relationship = Literal["first_party", "third_party", "collaborative", "other"]

SCHEMA_VERSION = "0.3.0"
_METHOD = "Wilson interval, clustered by problem family"


def record_files(
    exported: ExportedRow, relationship: Relationship = "third_party"
) -> dict[PurePosixPath, bytes]:
    """Return the files of a row by path; the aggregate record is the last, since it names the other.

    Args:
        exported: the row, and what may be shown of its samples.
        relationship: who evaluated, seen from the model's developer.
    """
    row, model = exported.row, exported.model
    # The format wants version 4, whose digits `version` sets; the rest is the row's id instead of chance.
    identifier = uuid.UUID(bytes=bytes.fromhex(row.id)[:16], version=4)
    folder = PurePosixPath("data", f"sightbench-{row.result.suite}", *model.folder)
    aggregate = _aggregate(exported, model, relationship)
    if not exported.samples:
        return {folder / f"{identifier}.json": _json(aggregate)}
    path = folder / f"{identifier}_samples.jsonl"
    lines = [_line(_sample_record(exported, sample, model)) for sample in exported.samples]
    content = b"".join(lines)
    aggregate["detailed_evaluation_results"] = {
        "format": "jsonl",
        "file_path": str(path),
        "hash_algorithm": "sha256",
        "checksum": hashlib.sha256(content).hexdigest(),
        "total_rows": len(lines),
    }
    return {path: content, folder / f"{identifier}.json": _json(aggregate)}


def _aggregate(exported: ExportedRow, model: ExportedModel, relationship: Relationship) -> Fields:
    row = exported.row
    return {
        "schema_version": SCHEMA_VERSION,
        "evaluation_id": _evaluation_id(row, model),
        "evaluation_timestamp": row.run.started,
        "retrieved_timestamp": str(int(datetime.fromisoformat(row.run.started).timestamp())),
        "source_metadata": {
            "source_name": "Sightbench",
            # Nobody here ran what a paper reports.
            "source_type": "documentation" if row.run.trust == "reported" else "evaluation_run",
            "source_organization_name": citation_file().authors[0].name or "Sightbench",
            "evaluator_relationship": relationship,
            "additional_details": as_texts({"row": row.id, "trust": row.run.trust, **row.run.links}),
        },
        "eval_library": {
            "name": "sightbench",
            "version": __version__,
            "additional_details": as_texts(
                {
                    "suite_version": row.result.versions.suite,
                    "judge_version": row.result.versions.judge,
                    "commit": row.run.commit,
                    **{f"guest_{name}": version for name, version in row.result.versions.guest.items()},
                }
            ),
        },
        "model_info": {
            "name": model.name,
            "id": model.id,
            "developer": model.developer,
            "additional_details": {
                "deployment_type": model.deployment,
                "model_availability": model.availability,
            },
        },
        "evaluation_results": [_result(exported, score) for score in row.result.scores],
    }


def _result(exported: ExportedRow, score: RowScore) -> Fields:
    row = exported.row
    result = row.result
    thinks = result.submission.reasoning
    reasoning = {} if thinks is None else {"reasoning": thinks}
    of_samples = {"tasks": score.tasks, "missing_samples": score.missing}
    return {
        "evaluation_result_id": _result_id(row, score.metric, score.category),
        "evaluation_name": _evaluation_name(row, score.category),
        "source_data": _source_data(row, exported.licence),
        "evaluation_timestamp": row.run.started,
        "metric_config": _metric(score),
        "score_details": {
            "score": score.value,
            "details": as_texts(
                of_samples | {"worst_if_missing_fail": score.worst, "best_if_missing_pass": score.best}
            ),
            "uncertainty": {
                "confidence_interval": {
                    "lower": score.low,
                    "upper": score.high,
                    "confidence_level": LEVEL,
                    "method": _METHOD,
                },
                "num_samples": score.samples,
            },
        },
        "generation_config": {
            "generation_args": sampling_of(row) | reasoning,
            "additional_details": as_texts(
                {
                    "setting": result.setting,
                    "protocol": result.protocol,
                    "prompt": result.prompt.name,
                    "prompt_digest": result.prompt.digest,
                    "extraction": result.extraction,
                    "effort": result.submission.effort or None,
                    "draws_per_task": result.completions.draws,
                }
            ),
        },
    }


def _source_data(row: Row, licence: Licence) -> Fields:
    details = {"licence": licence.name, "tasks": row.result.tasks.count, "digest": row.result.tasks.digest}
    named: Fields = {
        "dataset_name": f"{row.result.suite}/{row.result.dataset}",
        "source_type": "other",
        "additional_details": as_texts({**details, "source": licence.source, "credit": licence.credit}),
    }
    return named | {"source_type": "url", "url": [licence.source_link]} if licence.source_link else named


def _metric(score: RowScore) -> Fields:
    low, high = metric(score.metric).span
    kind, _, argument = score.metric.partition(":")
    passes = kind.startswith("pass@")
    parameters: Fields = {"k": int(kind.removeprefix("pass@"))} if passes else {}
    if argument:
        parameters = {"status" if kind == "share" else "kind": argument}
    # All other shares are of failures, such as timeouts.
    worse = (kind == "share" and argument != Status.PASSED) or kind == "fails_only"
    return {
        "metric_id": "pass_at_k" if passes else f"sightbench.{kind}",
        "metric_name": score.metric,
        "metric_kind": "pass_rate" if passes else kind,
        "metric_unit": "points" if score.scale == "points" else "proportion",
        "metric_parameters": parameters,
        "lower_is_better": worse,
        "score_type": "continuous",
        "min_score": low,
        "max_score": high,
    }


def _evaluation_id(row: Row, model: ExportedModel) -> str:
    """Return the id of a row's evaluation, which the records of its samples repeat."""
    instant = int(datetime.fromisoformat(row.run.started).timestamp())
    name = f"sightbench.{row.result.suite}.{row.result.dataset}"
    # Slashes separate the parts of this id.
    return f"{name}/{model.id.replace('/', '_')}/{instant}-{row.id[:12]}"


def _result_id(row: Row, metric: str, category: str) -> str:
    """Return the id of a score of a row."""
    return f"{row.id[:12]}:{metric}" + (f":{category}" if category else "")


def _evaluation_name(row: Row, category: str) -> str:
    """Return the name of an evaluation: suite, data set, setting and category."""
    return ".".join(filter(None, (row.result.suite, row.result.dataset, row.result.setting, category)))


def _sample_record(exported: ExportedRow, sample: ExportedSample, model: ExportedModel) -> Fields:
    """Return the record of a sample, which belongs to the score that :attr:`ExportedRow.ranked` names."""
    row, verdict, task, completion = exported.row, sample.verdict, sample.task, sample.completion
    raw = valid_text(sample.prompt)
    reference = [sample.option] if sample.option else []
    # A wrong answer is a result and no error.
    failure = "" if verdict.status in EXECUTED else verdict.status.value
    failure += f": {verdict.exception}" if failure and verdict.exception else ""
    record: Fields = {
        "schema_version": SCHEMA_VERSION,
        "evaluation_id": _evaluation_id(row, model),
        "model_id": model.id,
        "evaluation_name": _evaluation_name(row, ""),
        "evaluation_result_id": _result_id(row, exported.ranked, ""),
        "sample_id": verdict.task_id,
        "interaction_type": "single_turn",
        "input": {"raw": raw, "reference": reference},
        "output": {"raw": [] if completion is None else [valid_text(completion.text)]},
        "answer_attribution": [] if sample.code is None else [_attribution(row, sample.code)],
        "evaluation": {
            "score": verdict.points if verdict.points is not None else float(sample.passed),
            "is_correct": sample.passed,
        },
        "error": failure or None,
        "metadata": as_texts(
            {
                "draw": verdict.draw,
                "status": verdict.status.value,
                "failed_check": valid_text(verdict.detail),
                "input_withheld": exported.withheld,
                "finish_reason": None if completion is None else completion.finish_reason,
                "licence": exported.licence.name if task is not None else None,
            }
        ),
    }
    if task is not None:
        record["sample_hash"] = _sample_hash(raw, reference)
    if completion is not None and completion.tokens_in is not None and completion.tokens_out is not None:
        record["token_usage"] = {
            "input_tokens": completion.tokens_in,
            "output_tokens": completion.tokens_out,
            "total_tokens": completion.tokens_in + completion.tokens_out,
            "reasoning_tokens": completion.tokens_thinking,
            "input_tokens_cache_read": completion.tokens_cached,
        }
    if completion is not None and completion.seconds is not None:
        record["performance"] = {"latency_ms": 1000 * completion.seconds}
    return record


def _attribution(row: Row, code: str) -> Fields:
    return {
        "turn_idx": 0,
        "source": "output.raw",
        "extracted_value": valid_text(code),
        "extraction_method": f"sightbench.{row.result.extraction}",
        "is_terminal": True,
    }


def _sample_hash(raw: str, reference: list[str]) -> str:
    """Return the digest by which all converters to this format recognise the same sample."""
    text = json.dumps({"raw": raw, "reference": reference}, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _json(record: Fields) -> bytes:
    return (json.dumps(record, indent=2) + "\n").encode()


def _line(record: Fields) -> bytes:
    return (json.dumps(record) + "\n").encode()
