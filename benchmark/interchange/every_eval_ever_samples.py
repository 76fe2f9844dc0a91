"""Records of samples in the format of Every Eval Ever, and the ids by which they belong to a score."""

import hashlib
import json
from datetime import datetime

from benchmark.core.verdict import EXECUTED
from benchmark.interchange.models import ExportedModel
from benchmark.interchange.plain_values import Fields, as_texts, valid_text
from benchmark.interchange.rows import ExportedRow, ExportedSample
from benchmark.results.row import Row

SCHEMA_VERSION = "0.3.0"


def evaluation_id(row: Row, model: ExportedModel) -> str:
    """Return the id of a row's evaluation, which the records of its samples repeat."""
    instant = int(datetime.fromisoformat(row.run.started).timestamp())
    name = f"sightbench.{row.result.suite}.{row.result.dataset}"
    return f"{name}/{model.id.replace('/', '_')}/{instant}-{row.id[:12]}"


def result_id(row: Row, metric: str, category: str) -> str:
    """Return the id of a score of a row."""
    return f"{row.id[:12]}:{metric}" + (f":{category}" if category else "")


def evaluation_name(row: Row, category: str) -> str:
    """Return the name of an evaluation: suite, data set, setting and category."""
    return ".".join(filter(None, (row.result.suite, row.result.dataset, row.result.setting, category)))


def sample_record(exported: ExportedRow, sample: ExportedSample, model: ExportedModel) -> Fields:
    """Return the record of a sample, which belongs to the score that :attr:`ExportedRow.ranked` names."""
    row, verdict, task, completion = exported.row, sample.verdict, sample.task, sample.completion
    raw = valid_text(sample.prompt)
    reference = [sample.option] if sample.option else []
    failure = "" if verdict.status in EXECUTED else verdict.status.value
    failure += f": {verdict.exception}" if failure and verdict.exception else ""
    record: Fields = {
        "schema_version": SCHEMA_VERSION,
        "evaluation_id": evaluation_id(row, model),
        "model_id": model.id,
        "evaluation_name": evaluation_name(row, ""),
        "evaluation_result_id": result_id(row, exported.ranked, ""),
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
