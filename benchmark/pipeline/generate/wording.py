"""Texts about a run: the estimate, the result, and the summary for CI."""

import contextlib
import os
from collections.abc import Iterator, Sequence, Set
from pathlib import Path

from benchmark.core.errors import SightbenchError, printable_text
from benchmark.core.sample import CUT_AT_LIMIT, CUT_TOLD, NO_ANSWERS, empty_words
from benchmark.generation.asking.estimate import Estimate
from benchmark.generation.asking.tally import Tally
from benchmark.generation.batch.state import waiting_batches
from benchmark.generation.providers import lacked
from benchmark.generation.record.manifest import Manifest
from benchmark.pipeline.generate.generate import StageReport
from benchmark.pipeline.generate.generation_plan import GenerationPlan
from benchmark.pipeline.generate.prepare import PreparedStage
from benchmark.suites import suite_of

_SUMMARY = "GITHUB_STEP_SUMMARY"
_MARKUP = frozenset("|<>`[]*_\\!&")
_IN_SECONDS, _IN_MINUTES = 90, 2 * 3600  #: seconds below which a time is given in seconds, in minutes
_EXACT = 10_000  #: tokens below which a number is not rounded


def estimate_text(plan: GenerationPlan, estimate: Estimate) -> str:
    """Return the output of ``--estimate``."""
    return f"{plan.models}: {estimate_line(estimate)}"


def result_text(plan: GenerationPlan, manifest: Manifest, reports: Sequence[StageReport] = ()) -> str:
    """Return the result of a run, for the terminal."""
    lines = [f"{name:<13}{text}" for name, text in [*_facts(plan, manifest), *_stage_facts(reports)]]
    return "\n".join([*map(printable_text, lines), *map(printable_text, _warnings(plan, manifest))])


def waiting_text(prepared: Sequence[PreparedStage]) -> str:
    """Return what a run in batches waits for, and what to do; empty if it waits for nothing."""
    batches = [batch for ready in prepared for batch in waiting_batches(ready.stage.path)]
    if not batches:
        return ""
    ids = printable_text(", ".join(str(batch.id) for batch in batches))
    calls = sum(len(batch.calls) for batch in batches)
    dollars = sum(batch.most_usd for batch in batches)
    most = f", at most ${dollars:.4f}" if dollars else ""
    return (
        f"{'waiting':<13}{calls} call(s) for a batch{most} ({ids})\n"
        "next: the same command again; vendors answer a batch within 24 hours"
    )


def step_summary(
    plan: GenerationPlan,
    tally: Tally | None,
    manifest: Manifest | None,
    error: SightbenchError | None,
    reports: Sequence[StageReport] = (),
) -> None:
    """Append a table to the summary of a CI step, if GitHub names a file for it."""
    path = os.environ.get(_SUMMARY)
    if not path:
        return
    lines = [f"### Generated with {_cell(plan.models)}", "", "| | |", "|---|---|"]
    if manifest is not None:
        lines += [f"| {name} | {_cell(text)} |" for name, text in _facts(plan, manifest)]
    elif tally is not None:
        lines.append(f"| completions | {tally.got} of {tally.wanted} |")
        if not reports:
            lines.append(f"| cost | ${tally.file.cost_usd:.4f} |")
    if manifest is None or len(reports) > 1:
        lines += [f"| {name} | {_cell(text)} |" for name, text in _stage_facts(reports, always=True)]
    lines += [
        f"| warning | {_cell(text)} |" for text in ([] if manifest is None else _warnings(plan, manifest))
    ]
    if error is not None:
        lines.append(f"| stopped | {_cell(error.render())} |")
    with contextlib.suppress(OSError), Path(path).open("a", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n\n")


def _facts(plan: GenerationPlan, manifest: Manifest) -> list[tuple[str, str]]:
    totals = manifest.totals
    finishes = ", ".join(f"{count} {name}" for name, count in totals.finishes.items())
    facts = [
        ("completions", f"{totals.completions} of {max(manifest.wanted, totals.completions)} ({finishes})")
    ]
    if totals.tokens_in or totals.tokens_out:
        thinking = f", {totals.tokens_thinking:,} of them for thinking" if totals.tokens_thinking else ""
        cached = f" ({totals.tokens_cached:,} cached)" if totals.tokens_cached else ""
        facts.append(("tokens", f"{totals.tokens_in:,} in{cached}, {totals.tokens_out:,} out{thinking}"))
    if totals.looks:
        each = totals.looks / totals.completions
        facts.append(("looks", f"{totals.looks:,} at parts of pictures, {each:.1f} per completion"))
    if manifest.price is not None and totals.cost_usd is not None:
        price = manifest.price
        facts.append(("cost", f"${totals.cost_usd:.4f} (prices: {price.source}, {price.date})"))
    if totals.models:
        facts.append(("answered by", ", ".join(totals.models)))
    if failed := sum(manifest.outages.values()):
        facts.append(("outages", f"{failed} of {manifest.calls} attempts failed and were repeated"))
    facts.append(("file", str(plan.out)))
    return facts


def _stage_facts(reports: Sequence[StageReport], *, always: bool = False) -> list[tuple[str, str]]:
    """Return a line per stage and the cost of all; nothing for a single stage unless ``always``."""
    facts = []
    if len(reports) > 1:
        for number, report in enumerate(reports, 1):
            cost = "" if report.cost_usd is None else f", {_dollars(report.cost_usd, report.unsure_usd)}"
            done = f"{report.completions} of {report.wanted} from {report.model}"
            facts.append((f"stage {number}", f"{done}{cost}"))
    costs = [report.cost_usd for report in reports if report.cost_usd is not None]
    if costs and facts:
        facts.append(("all stages", _dollars(sum(costs), sum(report.unsure_usd for report in reports))))
    elif costs and always:
        facts.append(("cost", _dollars(costs[0], reports[0].unsure_usd)))
    return facts


def _dollars(cost: float, unsure: float) -> str:
    return f"${cost:.4f}" + (f", and up to ${unsure:.4f} not counted" if unsure else "")


def is_often_cut(manifest: Manifest) -> bool:
    """Whether the limit of tokens cut off so many answers that a protocol with more room is named."""
    return manifest.totals.finishes.get(CUT_AT_LIMIT, 0) > CUT_TOLD * manifest.totals.completions


def _endings(manifest: Manifest) -> Iterator[str]:
    """Yield what is wrong with the ends of answers: cut, refused, empty."""
    totals = manifest.totals
    cut = totals.finishes.get(CUT_AT_LIMIT, 0)
    if is_often_cut(manifest):
        config, share = manifest.config, 100 * cut / totals.completions
        room = suite_of(config.suite).more_room(config.setting, config.parameters.get("max_tokens"))
        thinking = totals.tokens_thinking
        thought = f", {thinking:,} of {totals.tokens_out:,} tokens went to thinking" if thinking else ""
        of_all = f"{cut} of {totals.completions} answers ({share:.1f} %)"
        yield f"the limit of tokens cut off {of_all}{thought}; {room}"
    refused = sum(totals.finishes.get(finish, 0) for finish in NO_ANSWERS)
    if refused > CUT_TOLD * totals.completions:
        share = 100 * refused / totals.completions
        yield f"refused: {refused} of {totals.completions} answers ({share:.1f} %)"
    if totals.empty:
        yield empty_words(totals.empty, totals.reasoned)


def _warnings(plan: GenerationPlan, manifest: Manifest) -> list[str]:
    totals, found = manifest.totals, [f"warning: {text}" for text in _endings(manifest)]
    if len(totals.models) > 1:
        counts = ", ".join(f"{name} ({count})" for name, count in totals.models.items())
        found.append(f"warning: the server changed the model during the run: {counts}")
    absent = totals.dropped.keys() & lacked(manifest.config.provider)
    asked = plan.protocol.asked
    where = _where(plan.protocol.id, asked, {*totals.dropped, *totals.ignored})
    for names, what in (
        (absent, "left out of the calls: {}; the API has no such parameter"),
        (totals.dropped.keys() - absent, "the model refused {}; left out of the calls"),
        (totals.ignored.keys() - {"thinking"}, "the vendor says that the model ignores {}"),
        (totals.local.keys(), "{} was applied to the answers here, after they arrived"),
    ):
        if names:
            meaning = where if names & asked else ""
            found.append(f"warning: {what.format(', '.join(sorted(names)))}{meaning}")
    if thought := totals.ignored.get("thinking"):
        found.append(
            f"warning: thinking: off had no effect on {thought} of {totals.completions} answers:"
            f" {totals.tokens_thinking:,} tokens went to thinking; the row records this, and no line joins it"
            " with other efforts"
        )
    if totals.unpriced and totals.cost_usd is not None:
        found.append(f"warning: the server reported no tokens for {totals.unpriced} completion(s)")
    if manifest.unsure:
        found.append(f"warning: {manifest.unsure} call(s) were aborted and may be billed, too")
    if manifest.unsure_usd:
        found.append(
            f"warning: up to ${manifest.unsure_usd:.4f} more may be billed: for calls that broke off, were"
            " not counted by the server, or whose answer could not be kept"
        )
    return found


def _where(protocol: str, asked: Set[str], lost: Set[str]) -> str:
    """Return under what the row of answers stands that lost some of what a protocol asks for.

    Nothing is said of numbers from options, which are no protocol of a row.
    """
    if protocol == "options":
        return ""
    names = "sampling" if asked <= lost else " and ".join(sorted(asked & lost)).replace("_", "-")
    return f", so its row stands under the vendor's own {names}, not under {protocol}"


def estimate_line(estimate: Estimate) -> str:
    """Describe the estimate in one line."""
    out = "" if estimate.tokens_out is None else f", at most {_round(estimate.tokens_out)} out"
    cost = "price unknown" if estimate.cost_usd is None else f"at most ${estimate.cost_usd:.2f}"
    return (
        f"{estimate.samples:,} completions in {estimate.calls:,} calls,"
        f" about {_round(estimate.tokens_in)} tokens in{out}; {cost};"
        f" about {duration(estimate.seconds)} or less"
    )


def _round(tokens: int) -> str:
    return f"{tokens:,}" if tokens < _EXACT else f"{tokens / 1000:,.0f}k"


def duration(seconds: float) -> str:
    """Format a duration, such as ``5 min``."""
    if seconds < _IN_SECONDS:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < _IN_MINUTES else f"{seconds / 3600:.1f} h"


def _cell(text: str) -> str:
    """Escape untrusted text for a cell of a Markdown table: no markup, no line breaks."""
    line = printable_text(text.replace("\n", " "))
    return "".join(f"&#{ord(char)};" if char in _MARKUP else char for char in line)
