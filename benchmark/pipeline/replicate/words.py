"""Answers whose verdicts are remarkable, in words."""

from collections.abc import Iterator

from benchmark.core.errors import printable_text, quote_value
from benchmark.pipeline.replicate.replication import JudgedSample, JudgingRound, UnsteadyAnswer
from benchmark.suites.code_vision.upstream import PUBLISHED_SECONDS


def _sample_name(sample: JudgedSample) -> str:
    draw = f" draw {sample.draw}" if sample.draw else ""
    return f"{sample.model} {sample.subset} {printable_text(sample.task_id)}{draw}"


def differing_line(sample: JudgedSample) -> str:
    """Return an answer whose verdict differs from the published one."""
    result = sample.published_result
    published = "passed" if sample.published_passed else quote_value(result or "failed")
    if result and not sample.published_passed and not result.startswith(("failed", "timed out")):
        published = f"failed ({published})"
    ours = _status_text(sample.upstream, sample.upstream_detail)
    return f"{_sample_name(sample)}: published {published}; here {ours}"


def slow_line(sample: JudgedSample) -> str:
    """Return an answer near or beyond the published limit."""
    limit = f"the published limit was {PUBLISHED_SECONDS:g} s"
    status = _status_text(sample.upstream)
    return f"{_sample_name(sample)}: {status} after {sample.cpu_seconds:.1f} s of CPU; {limit}"


def rules_line(sample: JudgedSample) -> str:
    """Return an answer that passes under one extraction rule only."""
    ours = _status_text(sample.own, sample.own_detail)
    theirs = _status_text(sample.upstream, sample.upstream_detail)
    return f"{_sample_name(sample)}: own rule {ours}; upstream rule {theirs}; {'; '.join(_notes(sample))}"


def unsteady_line(answer: UnsteadyAnswer) -> str:
    """Return an answer whose verdict is not the same in all runs."""
    name = f"{answer.model} {answer.subset} {printable_text(answer.task_id)} draw {answer.draw}"
    return f"{name}, {answer.rule} rule: {' | '.join(answer.said)}"


def round_line(judging: JudgingRound) -> str:
    """Return what one run of the judge took."""
    load = f"with {judging.load} other busy processes, " if judging.load else ""
    skipped = f", {judging.not_judged_again} near a limit were not" if judging.not_judged_again else ""
    spent = f"{judging.seconds:.0f} s, {judging.cpu_seconds:.0f} s of CPU in the sandbox"
    return f"{load}{spent}; {judging.judged_again} programs judged again{skipped}"


def _status_text(status: str | None, detail: str = "") -> str:
    """Return a status in words, with its detail in parentheses."""
    words = "not judged" if status is None else status.replace("_", " ")
    return f"{words} ({detail})" if detail else words


def _notes(sample: JudgedSample) -> Iterator[str]:
    for rule, notes in (("upstream", sample.upstream_notes), ("own", sample.own_notes)):
        for note in notes:
            yield f"{rule}: {note}"
