"""Files in the form of Geometry3K and ChartMimic, with made-up figures or those of the shared data."""

import gzip
import json
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

MEMBER = "logic_forms/diagram_logic_forms_annot.json"

#: A triangle with a point on a side, in pixels that count downwards, and its circle.
TRIANGLE: dict[str, Any] = {
    "annot_id": "made up",
    "point_instances": ["A", "B", "C", "D", "J"],
    "line_instances": ["AB", "BC", "CA", "AD", "DB", "CD"],
    "circle_instances": [""],
    "point_positions": {"A": [10, 210], "B": [310, 210], "C": [210, 10], "D": [160, 210], "J": [-1, -1]},
    "redundant_point_positions": {},
    "diagram_logic_forms": [
        "Equals(LengthOf(Line(A, C)), 2x+1)",
        "Equals(LengthOf(Line(A, B)), 30)",
        "Equals(MeasureOf(Angle(C, A, D)), 45)",
        "Equals(MeasureOf(Angle(A, B, C)), \\sqrt{3})",
    ],
}

BARS = """\
import matplotlib.pyplot as plt

fig, ax = plt.subplots(figsize=(6, 4))
ax.bar(["Ant", "Bee", "Cat", "Dog"], {values}, color="teal")
ax.set_ylim(0, 10)
ax.set_ylabel("{label}")
plt.tight_layout()
plt.savefig("bar_1.pdf", bbox_inches="tight")
"""
LINES = """\
import matplotlib.pyplot as plt

plt.figure(figsize=(6, 4))
for name, values in {rows}.items():
    plt.plot([1, 2, 3, 4], values, "o-", label=name)
plt.legend(loc="upper left", bbox_to_anchor=(1, 1))
plt.tight_layout()
plt.savefig("line_1.pdf")
"""
ROWS = {"north": [1, 4, 2, 5], "south": [3, 1, 1, 2], "west": [5, 5, 4, 7]}


def logic_forms(path: Path, figures: Mapping[str, object]) -> Path:
    """Write an archive in the form of Geometry3K's, and return its path."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(MEMBER, json.dumps(figures))
    return path


def clone(folder: Path, charts: Iterable[tuple[str, str, str]]) -> Path:
    """Write a folder in the form of ChartMimic's clone: names, scripts, and scripts with other data."""
    scripts = folder / "dataset" / "ori_500"
    scripts.mkdir(parents=True)
    edits = []
    for name, code, changed in charts:
        (scripts / f"{name}.py").write_text(code, encoding="utf-8")
        edits.append({"idx": name, "instruction": "draw these", "width": "6", "height": "4", "code": changed})
    lines = "".join(f"{json.dumps(edit)}\n" for edit in edits)
    (folder / "dimentions_info_edit.jsonl").write_text(lines, encoding="utf-8")
    return folder


def made_up_charts() -> list[tuple[str, str, str]]:
    """Return a bar chart, a line chart, and a chart of another kind."""
    changed = {"east": [2, 2, 6, 1], "south": [4, 4, 1, 1], "up": [5, 3, 2, 2]}
    return [
        ("bar_1", BARS.format(values=[3, 7, 5, 2], label="kg"), BARS.format(values=[6, 1, 8, 4], label="m")),
        ("line_1", LINES.format(rows=ROWS), LINES.format(rows=changed)),
        ("3d_1", "raise SystemExit", ""),
    ]


def shared_figures(shared: Path) -> dict[str, Any]:
    """Return the figures of Geometry3K in the shared data, by name."""
    with gzip.open(shared / "geometry3k" / "geometry3k_logic_forms.jsonl.gz", "rt", encoding="utf-8") as file:
        return {str(record["id"]): record for record in map(json.loads, file)}


def shared_charts(shared: Path) -> list[tuple[str, str, str]]:
    """Return the charts of ChartMimic in the shared data."""
    with gzip.open(shared / "chartmimic" / "charts.jsonl.gz", "rt", encoding="utf-8") as file:
        records = [json.loads(line) for line in file]
    return [(record["idx"], record["reference_code"], record["edit_code"]) for record in records]
