"""The work of `sightbench analyse right-answers`."""

from pathlib import Path

from benchmark.analysis.studies.right_answers import RightAnswers, right_answers
from benchmark.analysis.wording import plural
from benchmark.cli.shared.console import output, print_json, progress
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.task import StdioCheck
from benchmark.files.matching import match_to_tasks
from benchmark.files.predictions import read_predictions
from benchmark.pipeline import sources
from benchmark.pipeline.judge import right_programs
from benchmark.pipeline.judge.extracting import extract_all, raw_samples
from benchmark.pipeline.judge.judge_process import JudgeProcess
from benchmark.pipeline.judge.right_programs import compare_right_programs


def run(*, programs: Path, tasks: tuple[Path, ...], suite: str, dataset: str, as_json: bool) -> None:
    """Run known right programs on each input of their tasks, and report the tasks in which they differ."""
    if bool(tasks) == bool(suite):
        raise BadInput("--tasks", "", "name either --tasks or --suite", "use one of the two")
    source = sources.from_files(tasks) if tasks else sources.from_suite(suite, dataset)
    completions = read_predictions(programs)
    match_to_tasks(programs, completions, source.tasks, partial=True)
    whole = {task.id: task for task in source.tasks if isinstance(task.check, StdioCheck)}
    known = [completion for completion in completions if completion.task_id in whole]
    if not known:
        raise BadInput(programs, "", "has no whole program", "name programs that read standard input")
    samples = extract_all(raw_samples(whole, known, source.rule("own").extract), workers=1)
    by_task: dict[str, list[str]] = {}
    for sample in samples:
        by_task.setdefault(sample.task.id, []).append(sample.answer.program)
    with JudgeProcess(modules=[right_programs.__name__]) as process, progress("tasks") as report_progress:
        found = []
        for number, (task_id, texts) in enumerate(by_task.items(), 1):
            found.append(compare_right_programs(process, whole[task_id], texts))
            report_progress(number, len(by_task))
    report = right_answers(source.suite_id, source.dataset, found)
    if as_json:
        print_json(report)
    else:
        _print(report)


def _print(report: RightAnswers) -> None:
    console = output()
    for task in report.tasks:
        if not task.differing:
            continue
        console.print(
            f"{quote_value(task.task_id)}: "
            f"{task.passing} of {plural(task.programs, 'program')} pass all tests;"
            f" they differ on {task.differing} of {plural(task.inputs, 'input')},"
            f" first on {quote_value(task.input)}:"
        )
        for group in task.groups:
            mark = ", as expected" if group.expected else ""
            console.print(f"  {plural(group.programs, 'program')}: {quote_value(group.output)}{mark}")
    console.print(
        f"tasks whose known right programs differ: {len(report.differing)} of {len(report.tasks)};"
        f" with only one program: {len(report.single)}"
    )
    failing = [task for task in report.tasks if task.without_output]
    if failing:
        count = sum(task.without_output for task in failing)
        console.print(f"{plural(count, 'program')} of {plural(len(failing), 'task')} fail on an input")
