"""What a suite consists of besides its record; each missing part is named with the file to write."""

import re
from pathlib import Path

from benchmark.core.suite import Suite


def missing_parts(root: Path, suite: Suite) -> list[str]:
    """Return what the suite still needs in a checkout, as the guide "Add a suite" asks for it."""
    name = suite.id.replace("-", "_")
    found = []
    if not (root / "benchmark" / "suites" / name / "README.md").is_file():
        found.append(f"benchmark/suites/{name}/README.md: say where the tasks are from, and what differs")
    tests = "".join(path.read_text("utf-8") for path in (root / "tests" / "suites" / name).glob("test_*.py"))
    if not tests:
        found.append(f"tests/suites/{name}/: write a test_*.py")
    # `tests/gates/test_baselines.py` judges the references of all data sets that are not official ones.
    bundled = any(not dataset.startswith("official") for dataset in suite.datasets)
    if not bundled and not re.search(r"def test_(right_answers_pass|the_references_pass)", tests):
        found.append(f"tests/suites/{name}/: write test_the_references_pass_and_blank_answers_do_not")
    glossary = (root / "site" / "pages" / "glossary" / "index.md").read_text("utf-8")
    settings = {suite.asked.without_shots(setting)[0] for setting in suite.asked.settings}
    terms = sorted({*settings, *suite.asked.protocols, *suite.judged.extractions})
    absent = [term for term in terms if f"\n`{term}` {{#" not in glossary]
    return [*found, *(f"site/pages/glossary/index.md: explain `{term}`" for term in absent)]
