"""A report as Markdown: the summary of the job, and the comment on the pull request.

Everything in a report is a stranger's text, see ``pull_report``; addresses come from the caller alone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmark.analysis.catalog import category_title, suite_title
from benchmark.analysis.wording import (
    count,
    percent,
    percent_range,
    percent_tenths,
    plural,
    points,
    signed_points,
    tries,
)
from benchmark.chain.pull_request.markdown import code, plain
from benchmark.chain.pull_request.pull_report import (
    NeighbourGap,
    Preview,
    PreviewLine,
    PullReport,
    ReportProblem,
)
from benchmark.core.fresh import MEANING, is_fresh
from benchmark.core.slug import is_slug

MARKER = "<!-- sightbench:report -->"
_COLUMNS = 40  #: characters of a drawn interval
_AXIS = "0         25        50        75     100"
_PROBLEMS = 30  #: that are shown
_LATER = 20
_SHORTEST = 0.05  #: seconds of a stage that is named


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportOrigin:
    """What is known of the run that made the report, from GitHub itself; empty where it is not."""

    commit: str = ""
    run_url: str = ""


def comment(report: PullReport, around: ReportOrigin) -> str:
    """The comment on the pull request; the marker is how it is found again."""
    return f"{MARKER}\n{summary(report, around)}"


def summary(report: PullReport, around: ReportOrigin) -> str:
    """The whole report."""
    match report.outcome:
        case "none":
            lines = ["### No submission in this pull request", "", "There is nothing to judge."]
        case "refused":
            lines = [*_refused(report)]
        case "failed":
            lines = ["### The check could not be made", ""]
            lines += ["Something of ours failed. It says nothing of the submission; run the check again."]
        case "judged":
            lines = [*_judged(report)]
    return "\n".join([*lines, "", _foot(report, around)]) + "\n"


def _refused(report: PullReport) -> Iterator[str]:
    total = len(report.problems) + report.more_problems
    yield f"### {plural(total, 'check')} failed, nothing was judged"
    yield from ("", "| File | Field | What is wrong | Fix |", "|---|---|---|---|")
    for problem in report.problems[:_PROBLEMS]:
        cells = (code(problem.file), _place(problem), plain(problem.problem), plain(problem.fix))
        yield f"| {' | '.join(cells)} |"
    if total > _PROBLEMS:
        yield from ("", f"And {count(total - _PROBLEMS)} more; the log of the job has them all.")
    yield from ("", "Try it before you push:", "", "```", f"sightbench submit check {_folder(report)}", "```")


def _folder(report: PullReport) -> str:
    """The first submission that a problem is about."""
    for problem in report.problems:
        first, _, rest = problem.file.partition("/")
        slug = rest.partition("/")[0]
        if first == "submissions" and is_slug(slug):
            return f"submissions/{slug}"
    return "submissions/SLUG"


def _place(problem: ReportProblem) -> str:
    parts = [f"line {problem.line}"] if problem.line is not None else []
    return ", ".join([*parts, code(problem.field)] if problem.field else parts)


def _judged(report: PullReport) -> Iterator[str]:
    for number, preview in enumerate(report.previews):
        yield from ([""] if number else [])
        yield from _previewed(preview)
    if not report.previews:
        yield "### The submission checks; nothing of it is judged before the merge"
    if report.later:
        yield from ("", "**After the merge:**", "")
        for one in report.later[:_LATER]:
            named = f"{one.slug} on {suite_title(one.suite)}, {one.dataset}, {one.setting}, {one.protocol}"
            yield f"- {plain(named)}: {plain(one.why)}"
        if len(report.later) > _LATER:
            yield f"- and {count(len(report.later) - _LATER)} more runs"
    if report.notes:
        yield ""
        yield from (f"- {plain(note)}" for note in report.notes)


def _previewed(preview: Preview) -> Iterator[str]:
    yield f"### {_headline(preview)}"
    yield ""
    missing = f"{count(preview.missing)} missing"
    if preview.missing and preview.worst is not None and preview.best is not None:
        missing += f", which could make it {percent_range(preview.worst, preview.best)}"
    yield (
        f"**{percent(preview.value)} %** solved ({percent_range(preview.low, preview.high)}),"
        f" {_size(preview)}, {missing}. **Unverified preview**: it is judged again after the merge, and only"
        " that row counts."
    )
    if is_fresh(preview.dataset):
        yield from ("", f"{code(preview.dataset)} is **fresh**: {MEANING}.")
    yield from _table(preview.standings)
    yield from [""] if preview.against else []
    yield from (_gap(one) for one in preview.against)
    if preview.subsets:
        yield from ("", "<details><summary>By subset</summary>", "")
        yield from ("| Subset | Solved | % | Interval |", "|---|--:|--:|--:|")
        for one in preview.subsets:
            solved = "" if one.passed is None else f"{count(one.passed)} of {count(one.tasks)}"
            span = percent_range(one.low, one.high)
            yield f"| {plain(category_title(one.name))} | {solved} | {percent(one.value)} | {span} |"
        yield from ("", "</details>")
    outcomes = (
        f"{count(number)} {plain(name.replace('_', ' '))}" for name, number in preview.outcomes.items()
    )
    yield from ("", f"<sub>{', '.join(outcomes)} · again on your machine: {_command(preview)}</sub>")


def _headline(preview: Preview) -> str:
    where = f"{suite_title(preview.suite)}, {preview.dataset}, {preview.setting}"
    own = next((one for one in preview.standings if one.this), None)
    if own is None:
        return plain(f"{preview.name} would be the first model on {where}")
    if own.first == own.last:
        return plain(f"{preview.name} would take place {own.first} on {where}")
    return plain(f"{preview.name} would share places {own.first} to {own.last} on {where}")


def _size(preview: Preview) -> str:
    if preview.passed is not None:
        return f"{count(preview.passed)} of {plural(preview.tasks, 'task')}"
    return f"{plural(preview.tasks, 'task')}, {tries(preview.draws)}"


def _table(standings: Sequence[PreviewLine]) -> Iterator[str]:
    if not standings:
        return
    yield from ("", f"| Place | Model | Solved, % | Interval | `{_AXIS}` |", "|---|---|--:|--:|---|")
    for one in standings:
        place = str(one.first) if one.first == one.last else f"{one.first}–{one.last}"
        bold = "**" if one.this else ""
        name = f"{bold}{plain(one.name)}{bold}" + (" (this)" if one.this else "")
        value = f"{bold}{percent(one.value)}{bold}"
        yield f"| {place} | {name} | {value} | {percent_range(one.low, one.high)} | `{_drawn(one)}` |"


def _drawn(one: PreviewLine) -> str:
    """The score and its interval on an axis from 0 to 100 %."""
    low, dot, high = (min(round(value * _COLUMNS), _COLUMNS - 1) for value in (one.low, one.value, one.high))
    bar = ["·"] * _COLUMNS
    bar[low : high + 1] = "━" * (high + 1 - low)
    bar[dot] = "●"
    return "".join(bar)


def _gap(one: NeighbourGap) -> str:
    gap = f"{points(one.difference)} points {'ahead' if one.difference > 0 else 'behind'}"
    span = f"{signed_points(percent_tenths(one.low))} to {signed_points(percent_tenths(one.high))}"
    verdict = "The difference is real." if one.real else "**Too close to call.**"
    return f"- Against **{plain(one.name)}**: {gap if one.difference else 'level'} ({span}). {verdict}"


def _command(preview: Preview) -> str:
    file = f"submissions/{preview.slug}/{preview.predictions}"
    return code(
        f"sightbench evaluate --predictions {file} --suite {preview.suite} --dataset {preview.dataset}"
    )


def _foot(report: PullReport, around: ReportOrigin) -> str:
    total = sum(report.seconds.values())
    stages = ", ".join(
        f"{plain(name)} {value:.1f} s" for name, value in report.seconds.items() if value >= _SHORTEST
    )
    done = "Judged" if report.previews else "Checked"
    commit = f" commit {code(around.commit[:12])}" if around.commit else ""
    parts = [f"{done}{commit} in {total:.1f} s" + (f" ({stages})" if stages else "")]
    if around.run_url:
        parts += [f"[job summary]({around.run_url})", f"[verdicts]({around.run_url}#artifacts)"]
    return f"<sub>{' · '.join(parts)}</sub>"
