"""Write a report as Markdown, for the summary of the job and the comment on the pull request.

Every text in a report is untrusted (see ``pull_report``) and is escaped here. Web addresses come only from
the caller.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmark.analysis.catalog import category_title, suite_title
from benchmark.analysis.scale_words import ScaleWords, words_of
from benchmark.analysis.wording import (
    count,
    plural,
    real_words,
    tries,
)
from benchmark.chain.pull_request.markdown import escape_markdown, inline_code
from benchmark.chain.pull_request.pull_report import (
    NeighbourGap,
    Preview,
    PreviewLine,
    PullReport,
    ReportProblem,
)
from benchmark.core.fresh import fresh_meaning, is_fresh
from benchmark.core.slug import is_slug

MARKER = "<!-- sightbench:report -->"
_PROBLEMS_LIMIT = 30  #: maximum problems in the table
_DEFERRED_LIMIT = 20  #: maximum runs that are listed as not judged
_STAGE_MINIMUM = 0.05  #: seconds; shorter stages are not listed


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportOrigin:
    """The commit and address of the run that made a report, from GitHub itself; empty if unknown."""

    commit: str = ""
    run_url: str = ""


def comment(report: PullReport, origin: ReportOrigin) -> str:
    """Return the comment for the pull request; it begins with a marker, so that it can be found again."""
    return f"{MARKER}\n{summary(report, origin)}"


def summary(report: PullReport, origin: ReportOrigin) -> str:
    """Return the whole report as Markdown."""
    match report.outcome:
        case "none":
            lines = ["### No submission in this pull request", "", "There is nothing to judge."]
        case "refused":
            lines = [*_refused_lines(report)]
        case "failed":
            lines = ["### The check could not be completed", ""]
            lines += ["The check itself failed; your submission is not to blame. To repeat the check, push"]
            lines[-1] += " again or ask a maintainer."
        case "judged":
            lines = [*_judged_lines(report)]
    return "\n".join([*lines, "", _footer(report, origin)]) + "\n"


def _refused_lines(report: PullReport) -> Iterator[str]:
    total = len(report.problems) + report.more_problems
    yield f"### {plural(total, 'problem')} found, so nothing was judged"
    yield from ("", "| File | Line and field | Problem | Fix |", "|---|---|---|---|")
    for problem in report.problems[:_PROBLEMS_LIMIT]:
        cells = (
            inline_code(problem.file),
            _place_of(problem),
            escape_markdown(problem.problem),
            escape_markdown(problem.fix),
        )
        yield f"| {' | '.join(cells)} |"
    if total > _PROBLEMS_LIMIT:
        more = count(total - _PROBLEMS_LIMIT)
        yield from ("", f"And {more} more; the job's log lists every problem.")
    yield from (
        "",
        "Check it on your machine before you push:",
        "",
        "```",
        f"sightbench submit check {_failing_folder(report)}",
        "```",
    )


def _failing_folder(report: PullReport) -> str:
    """Return the folder of the first submission that has a problem."""
    for problem in report.problems:
        first, _, rest = problem.file.partition("/")
        slug = rest.partition("/")[0]
        if first == "submissions" and is_slug(slug):
            return f"submissions/{slug}"
    return "submissions/SLUG"


def _place_of(problem: ReportProblem) -> str:
    parts = [f"line {problem.line}"] if problem.line is not None else []
    return ", ".join([*parts, inline_code(problem.field)] if problem.field else parts)


def _judged_lines(report: PullReport) -> Iterator[str]:
    for number, preview in enumerate(report.previews):
        yield from ([""] if number else [])
        yield from _preview_lines(preview)
    if not report.previews:
        yield "### The submission is valid; nothing is judged before the merge"
    if report.later:
        yield from ("", "**Not judged in this check:**", "")
        for run in report.later[:_DEFERRED_LIMIT]:
            name = f"{run.slug} on {suite_title(run.suite)}, {run.dataset}, {run.setting}, {run.protocol}"
            yield f"- {escape_markdown(name)}: {escape_markdown(run.why)}"
        if len(report.later) > _DEFERRED_LIMIT:
            yield f"- and {count(len(report.later) - _DEFERRED_LIMIT)} more runs"
    if report.notes:
        yield from ("", "**Notes:**", "")
        yield from (f"- {escape_markdown(note)}" for note in report.notes)


def _preview_lines(preview: Preview) -> Iterator[str]:
    yield f"### {_headline(preview)}"
    yield ""
    words = words_of(preview.scale)
    missing = f"{plural(preview.missing, 'sample')} missing"
    if preview.missing and preview.worst is not None and preview.best is not None:
        missing += (
            f", with which the score could be {words.range(preview.worst, preview.best)}{words.range_unit}"
        )
    yield (
        f"**{words.amount(preview.value)}**{' solved' if preview.scale == 'fraction' else ''}"
        f" (95 % interval {words.range(preview.low, preview.high)}),"
        f" {_size(preview)}, {missing}. **Unverified preview**: the answers are judged again after the merge,"
        " and only that row counts."
    )
    if is_fresh(preview.dataset):
        yield from ("", f"{inline_code(preview.dataset)} is **fresh**: {fresh_meaning(preview.dataset)}.")
    yield from _standings_table(preview.standings, preview.scale)
    yield from [""] if preview.against else []
    yield from (_gap_line(gap, words) for gap in preview.against)
    if preview.subsets:
        yield from ("", "<details><summary>By subset</summary>", "")
        solved = "Solved" if preview.scale == "fraction" else "Passed"
        yield from (f"| Subset | {solved} | {words.short} | 95 % interval |", "|---|--:|--:|--:|")
        for subset in preview.subsets:
            name = escape_markdown(category_title(subset.name))
            solved = "" if subset.passed is None else f"{count(subset.passed)} of {count(subset.tasks)}"
            span = words.range(subset.low, subset.high)
            yield f"| {name} | {solved} | {words.value(subset.value)} | {span} |"
        yield from ("", "</details>")
    outcomes = (
        f"{count(number)} {escape_markdown(name.replace('_', ' '))}"
        for name, number in preview.outcomes.items()
    )
    repeat = f" · repeat on your machine: {_command(preview)}" if preview.predictions else ""
    yield from ("", f"<sub>{', '.join(outcomes)}{repeat}</sub>")


def _headline(preview: Preview) -> str:
    where = f"{suite_title(preview.suite)}, {preview.dataset}, {preview.setting}"
    own = next((line for line in preview.standings if line.this), None)
    if own is None and preview.models > 1:  # they could not be compared here, which a note explains
        others = plural(preview.models - 1, "other model")
        return escape_markdown(f"{preview.name} would join {others} on {where}")
    if own is None:
        return escape_markdown(f"{preview.name} would be the first model on {where}")
    if own.first == own.last:
        return escape_markdown(f"{preview.name} would take place {own.first} on {where}")
    return escape_markdown(f"{preview.name} would share places {own.first} to {own.last} on {where}")


def _size(preview: Preview) -> str:
    if preview.passed is not None:
        passed = "" if preview.scale == "fraction" else " passed"
        return f"{count(preview.passed)} of {plural(preview.tasks, 'task')}{passed}"
    return f"{plural(preview.tasks, 'task')}, {tries(preview.draws)}"


def _standings_table(standings: Sequence[PreviewLine], scale: str) -> Iterator[str]:
    if not standings:
        return
    words = words_of(scale)
    yield from ("", f"| Place | Model | {words.column} | 95 % interval |", "|---|---|--:|--:|")
    for line in standings:
        place = str(line.first) if line.first == line.last else f"{line.first}–{line.last}"
        bold = "**" if line.this else ""
        name = f"{bold}{escape_markdown(line.name)}{bold}" + (" (this pull request)" if line.this else "")
        value = f"{bold}{words.value(line.value)}{bold}"
        span = words.range(line.low, line.high)
        yield f"| {place} | {name} | {value} | {span} |"


def _gap_line(gap: NeighbourGap, words: ScaleWords) -> str:
    side = "ahead" if gap.difference > 0 else "behind"
    size = f"{words.gap(gap.difference)} points {side}" if gap.difference else "the same score"
    span = f"{words.signed(gap.low)} to {words.signed(gap.high)}"
    real = f"The difference is {real_words(real=True, sure=gap.sure)}."
    verdict = real if gap.real else "**Too close to call.**"
    return f"- Against **{escape_markdown(gap.name)}**: {size} ({span}). {verdict}"


def _command(preview: Preview) -> str:
    file = f"submissions/{preview.slug}/{preview.predictions}"
    return inline_code(
        f"sightbench evaluate --predictions {file} --suite {preview.suite} --dataset {preview.dataset}"
    )


def _footer(report: PullReport, origin: ReportOrigin) -> str:
    total = sum(report.seconds.values())
    stages = ", ".join(
        f"{escape_markdown(name)} {value:.1f} s"
        for name, value in report.seconds.items()
        if value >= _STAGE_MINIMUM
    )
    done = "Judged" if report.previews else "Checked"
    commit = f" commit {inline_code(origin.commit[:12])}" if origin.commit else ""
    parts = [f"{done}{commit} in {total:.1f} s" + (f" ({stages})" if stages else "")]
    if origin.run_url:
        parts += [f"[job summary]({origin.run_url})", f"[verdicts]({origin.run_url}#artifacts)"]
    return f"<sub>{' · '.join(parts)}</sub>"
