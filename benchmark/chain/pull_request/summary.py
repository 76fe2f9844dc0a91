"""Show a report: as Markdown for the comment and the job's summary, and on the lines of the pull request.

Every text in a report is untrusted (see ``pull_report``), and so are task ids and the output of answers: all
of them are escaped here. The pull request, its commit and the address of the run come from GitHub. A pull
request that changes ``.github`` could have written the report with its own workflow: it gets no comment.
"""

import gzip
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated

from pydantic import AliasPath, Field

from benchmark.analysis.catalog import status_title, suite_title
from benchmark.analysis.score_cells import ScaleWords, failed_kinds, words_of
from benchmark.analysis.wording import clean, count, plural, real_words, tries
from benchmark.chain.github.repository import BOT, FILES_LIMIT, Repository
from benchmark.chain.github.rest import ApiModel
from benchmark.chain.pull_request.markdown import escape_markdown, inline_code
from benchmark.chain.pull_request.pull_report import Commit, NeighbourGap, Preview, PullReport, ReportProblem
from benchmark.core.errors import quote_value
from benchmark.core.log_commands import defuse_commands
from benchmark.core.names import fresh_meaning, is_fresh, is_slug
from benchmark.core.verdict import Status
from benchmark.files import strict_json
from benchmark.files.bounded import MIB, read_bytes
from benchmark.files.edge import validate_record
from benchmark.files.verdicts import AnyVerdictLine, MissingLine, VerdictLine

_ANNOTATIONS_LIMIT = 10  #: GitHub shows at most this many per step
_PROBLEMS_LIMIT = 30  #: maximum problems in the table
_DEFERRED_LIMIT = 20  #: maximum runs that are listed as not judged
_SAMPLES_LIMIT = 300  #: maximum samples that are listed per run
_CHARACTERS_LIMIT = 200  #: maximum characters of a failed check
_BYTES_LIMIT = 500_000  #: maximum bytes of all tables of tasks; GitHub accepts 1 MiB per step


def annotations(problems: Sequence[ReportProblem]) -> Iterator[str]:
    """Yield the workflow commands that show the first ten problems on their lines.

    The runner reads commands from the output of a step. So text from a pull request is escaped inside our
    own commands; in all other output, anything in it that looks like a command is broken up.
    """
    for problem in problems[:_ANNOTATIONS_LIMIT]:
        place = {"file": problem.file, "line": str(problem.line or ""), "title": problem.field}
        properties = ",".join(f"{name}={_escape(text, ':,')}" for name, text in place.items() if text)
        text = problem.problem + (f" (fix: {problem.fix})" if problem.fix else "")
        yield f"::error {properties}::{_escape(text)}"


def _escape(text: str, more: str = "") -> str:
    # What the runner decodes in workflow commands: %25, %0D and %0A; in properties also %3A and %2C.
    signs = f"%\r\n{more}"
    return "".join(f"%{ord(sign):02X}" if sign in signs else sign for sign in defuse_commands(text))


def summary(report: PullReport, *, commit: str = "", run_url: str = "") -> str:
    """Return the whole report as Markdown; ``commit`` and ``run_url`` must come from GitHub itself."""
    match report.outcome:
        case "none":
            lines = ["### No submission in this pull request", "", "There is nothing to judge."]
        case "refused":
            lines = [*_refused_lines(report)]
        case "failed":
            repeat = "To repeat the check, push again or ask a maintainer."
            blame = f"The check itself failed; your submission is not to blame. {repeat}"
            lines = ["### The check could not be completed", "", blame]
        case "judged":
            lines = [*_judged_lines(report)]
    done = "Judged" if report.previews else "Checked"
    done += f" commit {inline_code(commit[:12])}" if commit else ""
    parts = [f"{done} in {report.seconds:.1f} s"]
    if run_url:
        parts += [f"[job summary]({run_url})", f"[verdicts]({run_url}#artifacts)"]
    return "\n".join([*lines, "", f"<sub>{' · '.join(parts)}</sub>"]) + "\n"


def _table(header: Sequence[str], rows: Iterable[Sequence[str]], numbers: int = 0) -> Iterator[str]:
    """Yield the lines of a table; its last columns are numbers."""
    rule = ["---"] * (len(header) - numbers) + ["--:"] * numbers
    yield from ("", f"| {' | '.join(header)} |", f"|{'|'.join(rule)}|")
    yield from (f"| {' | '.join(row)} |" for row in rows)


def _refused_lines(report: PullReport) -> Iterator[str]:
    total = len(report.problems) + report.more_problems
    yield f"### {plural(total, 'problem')} found, so nothing was judged"
    rows = []
    for problem in report.problems[:_PROBLEMS_LIMIT]:
        line = f"line {problem.line}" if problem.line else ""
        place = ", ".join(filter(None, (line, inline_code(problem.field))))
        texts = (escape_markdown(text) for text in (problem.problem, problem.fix))
        rows.append((inline_code(problem.file), place, *texts))
    yield from _table(("File", "Line and field", "Problem", "Fix"), rows)
    if total > _PROBLEMS_LIMIT:
        yield from ("", f"And {count(total - _PROBLEMS_LIMIT)} more; the job's log lists every problem.")
    yield from ("", "Check it on your machine before you push:", "")
    named = (problem.file.partition("submissions/") for problem in report.problems)
    # Only a valid slug: people copy this command into a shell, and the report is a stranger's.
    slugs = (rest.partition("/")[0] for before, _, rest in named if not before)
    yield from ("```", f"sightbench submit check submissions/{next(filter(is_slug, slugs), 'SLUG')}", "```")


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
    words, fraction = words_of(preview.scale), preview.scale == "fraction"
    yield f"### {escape_markdown(f'{preview.name} would {_place(preview)} on {_table_name(preview)}')}"
    size = f"{plural(preview.tasks, 'task')}, {tries(preview.draws)}"
    if preview.passed is not None:
        size = f"{count(preview.passed)} of {plural(preview.tasks, 'task')}{'' if fraction else ' passed'}"
    missing = f"{plural(preview.missing, 'sample')} missing"
    if preview.missing and preview.worst is not None and preview.best is not None:
        span = words.range(preview.worst, preview.best)
        missing += f", with which the score could be {span}{words.range_unit}"
    yield ""
    yield (
        f"**{words.amount(preview.value)}**{' solved' if fraction else ''}"
        f" (95 % interval {words.range(preview.low, preview.high)}), {size}, {missing}."
        " **Unverified preview**: the answers are judged again after the merge, and only that row counts."
    )
    if is_fresh(preview.dataset):
        yield from ("", f"{inline_code(preview.dataset)} is **fresh**: {fresh_meaning(preview.dataset)}.")
    if preview.standings:
        yield from _table(("Place", "Model", words.column, "95 % interval"), _standings(preview, words), 2)
    yield from [""] if preview.against else []
    yield from (_gap_line(gap, words) for gap in preview.against)
    if preview.subsets:
        yield from ("", "<details><summary>By subset</summary>")
        header = ("Subset", "Solved" if fraction else "Passed", words.short, "95 % interval")
        yield from _table(header, _subsets(preview, words), 3)
        yield from ("", "</details>")
    statuses = ((number, name.replace("_", " ")) for name, number in preview.outcomes.items())
    parts = [", ".join(f"{count(number)} {escape_markdown(name)}" for number, name in statuses)]
    if preview.predictions:
        command = f"sightbench evaluate --predictions submissions/{preview.slug}/{preview.predictions}"
        command += f" --suite {preview.suite} --dataset {preview.dataset}"
        parts.append(f"repeat on your machine: {inline_code(command)}")
    yield from ("", f"<sub>{' · '.join(parts)}</sub>")


def _table_name(preview: Preview) -> str:
    return f"{suite_title(preview.suite)}, {preview.dataset}, {preview.setting}"


def _place(preview: Preview) -> str:
    own = next((line for line in preview.standings if line.this), None)
    if own is not None and own.first == own.last:
        return f"take place {own.first}"
    if own is not None:
        return f"share places {own.first} to {own.last}"
    if preview.models > 1:  # if the models could not be compared here, a note says why
        return f"join {plural(preview.models - 1, 'other model')}"
    return "be the first model"


def _standings(preview: Preview, words: ScaleWords) -> Iterator[Sequence[str]]:
    for line in preview.standings:
        place = str(line.first) if line.first == line.last else f"{line.first}–{line.last}"
        bold = "**" if line.this else ""
        name = f"{bold}{escape_markdown(line.name)}{bold}" + (" (this pull request)" if line.this else "")
        yield place, name, f"{bold}{words.value(line.value)}{bold}", words.range(line.low, line.high)


def _subsets(preview: Preview, words: ScaleWords) -> Iterator[Sequence[str]]:
    for subset in preview.subsets:
        name = escape_markdown(subset.name)
        passed = "" if subset.passed is None else f"{count(subset.passed)} of {count(subset.tasks)}"
        yield name, passed, words.value(subset.value), words.range(subset.low, subset.high)


def _gap_line(gap: NeighbourGap, words: ScaleWords) -> str:
    side = "ahead" if gap.difference > 0 else "behind"
    size = f"{words.gap(gap.difference)} points {side}" if gap.difference else "the same score"
    span = f"{words.signed(gap.low)} to {words.signed(gap.high)}"
    real = f"The difference is {real_words(real=True, sure=gap.sure)}."
    verdict = real if gap.real else "**Too close to call.**"
    return f"- Against **{escape_markdown(gap.name)}**: {size} ({span}). {verdict}"


def task_tables(report: PullReport, verdicts: Mapping[str, bytes]) -> str:
    """Return a table of tasks for each judged run, failed tasks first.

    The verdict files are gzipped JSON lines, by name, in the order of the previews.
    """
    parts: list[str] = []
    size = 0
    for preview, data in zip(report.previews, verdicts.values(), strict=True):
        samples: list[AnyVerdictLine] = [
            (MissingLine if "missing" in record else VerdictLine).model_validate(record)
            for record in map(json.loads, gzip.decompress(data).splitlines())
        ]
        part = "\n".join(_task_lines(preview, samples))
        size += len(part.encode())
        if size > _BYTES_LIMIT:
            parts.append("The tables of further runs are too long for this page: see the verdict files.")
            break
        parts.append(part)
    return "".join(f"\n{part}\n" for part in parts)


def _task_lines(preview: Preview, samples: Sequence[AnyVerdictLine]) -> Iterator[str]:
    order = sorted(samples, key=_is_passed)  # stable, so each half keeps the order of the file
    failed = sum(not _is_passed(sample) for sample in samples)
    title = escape_markdown(f"{preview.name} on {_table_name(preview)}")
    yield f"**{title}**: {count(failed)} of {plural(len(samples), 'sample')} did not pass."
    yield from ("", "<details><summary>Tasks</summary>")
    rows = (_task_cells(sample, numbered=preview.draws > 1) for sample in order[:_SAMPLES_LIMIT])
    yield from _table(("Task", "Result", "First failed check"), rows)
    if (more := len(order) - _SAMPLES_LIMIT) > 0:
        yield from ("", f"And {count(more)} more, in the verdict files of this workflow run.")
    yield from ("", "</details>")


def _is_passed(sample: AnyVerdictLine) -> bool:
    return isinstance(sample, VerdictLine) and sample.status is Status.PASSED


def _task_cells(sample: AnyVerdictLine, *, numbered: bool) -> Sequence[str]:
    task = inline_code(clean(sample.task_id)) + (f", draw {sample.draw + 1}" if numbered else "")
    if isinstance(sample, MissingLine):
        return task, status_title("missing"), inline_code(clean(sample.missing, _CHARACTERS_LIMIT))
    exception = f" ({clean(sample.exception)})" if sample.exception else ""
    failed = failed_kinds(sample.kinds)
    result = f"{status_title(sample.status)}{exception}" + (f"; failed: {failed}" if failed else "")
    return task, escape_markdown(result), inline_code(clean(sample.detail, _CHARACTERS_LIMIT))


MARKER = "<!-- sightbench:report -->"  #: the first line of our comments
_WORKFLOWS = ".github"
_EVENT_LIMIT = 25 * MIB
_PAGE = r"^(https://[A-Za-z0-9.-]+(:[0-9]+)?/[A-Za-z0-9_./-]*)?$"


class ReportedRun(ApiModel):
    """The workflow run that wrote a report. The contributor chose the names of its branch and fork."""

    event: str = ""
    head_sha: Commit
    head_branch: str | None = None  #: narrows the search; without it, all open pull requests are searched
    #: Empty if the fork was deleted.
    head_repository: str = Field(default="", validation_alias=AliasPath("head_repository", "full_name"))
    html_url: Annotated[str, Field(pattern=_PAGE)] = ""  #: it needs no escaping in Markdown


class _Event(ApiModel):
    workflow_run: ReportedRun


def read_reported_run(path: Path) -> ReportedRun:
    """Return the run that a ``workflow_run`` event is about; BadInput if the file is not such an event."""
    return validate_record(_Event, strict_json.loads(read_bytes(path, _EVENT_LIMIT), path), path).workflow_run


def post_report(github: Repository, checked: ReportedRun, report: PullReport) -> list[str]:
    """Post or update the comment, and return what was done, one line per pull request.

    Comments of other accounts are never changed. Nothing is posted if the commit is not (or no longer) the
    last one of an open pull request, if the pull request changes ``.github``, or if it changes no submission
    and has no earlier comment of ours.
    """
    fork = checked.head_repository
    if checked.event != "pull_request":
        return [f"the run was started by {quote_value(checked.event)}, not by a pull request: no comment"]
    if not fork:
        return ["the repository of the pull request was deleted: no comment"]
    pulls = github.open_pulls(
        head_sha=checked.head_sha, head_repository=fork, head_branch=checked.head_branch or ""
    )
    if not pulls:
        repository = quote_value(fork)
        return [f"{checked.head_sha} of {repository} is not the last commit of an open pull request"]
    return [_post_to_pull(github, pull.number, checked, report) for pull in pulls]


def _post_to_pull(github: Repository, number: int, checked: ReportedRun, report: PullReport) -> str:
    name, paths = f"pull request {number}", github.changed_paths(number)
    if github.pull(number).head_sha != checked.head_sha:  # the paths may be those of another commit
        return f"{name} has commits after {checked.head_sha}: nothing was posted"
    if touches_workflows(paths):
        return f"{name} changes {_WORKFLOWS}: nothing was posted"
    body = f"{MARKER}\n{summary(report, commit=checked.head_sha, run_url=checked.html_url)}"
    # The comment is ours by its marker and its author: anybody can write the marker.
    ours = (found for found in github.comments(number) if found.user and found.user.login == BOT)
    earlier = next((found for found in ours if (found.body or "").startswith(MARKER)), None)
    if earlier is None:
        if report.outcome == "none":
            return f"{name} changes no submission: nothing to post"
        return f"{name}: posted a comment {github.add_comment(number, body).html_url}".rstrip()
    if earlier.body == body:
        return f"{name}: the comment is up to date"
    return f"{name}: updated the comment {github.edit_comment(earlier.id, body).html_url}".rstrip()


def touches_workflows(paths: Sequence[str]) -> bool:
    """Whether the paths may include workflows or actions; true if the list may be incomplete."""
    return len(paths) >= FILES_LIMIT or any(path.casefold().split("/")[0] == _WORKFLOWS for path in paths)
