"""A run with several efforts stands for one run with each, and these are never the same run."""

import json
from pathlib import Path

import pytest

from benchmark.chain.plan.due_runs import runs_of, runs_without_row
from benchmark.cli import main
from benchmark.core.errors import BadInput
from benchmark.results.row import RowSubmission
from benchmark.results.status import RowHead, RunFields, RunName
from benchmark.submissions.check import read_submission
from benchmark.submissions.schema import SCHEMA_ID
from benchmark.suites.run_names import known_suites

RUN = {"suite": "code-vision", "dataset": "rebuilt", "setting": "flowchart", "protocol": "thinking"}
MODEL = {"provider": "openai", "model": "acme-x", "base_url": "https://api.acme.example/v1"}


def read(tmp_path: Path, *runs: dict[str, object]):
    folder = tmp_path / "acme"
    folder.mkdir(exist_ok=True)
    fields = {
        "schema": "sightbench/submission/1",
        "slug": "acme",
        "name": "Acme",
        "owners": ["octocat"],
        "runs": runs,
    }
    (folder / "submission.yaml").write_text(json.dumps({"schema": SCHEMA_ID, **fields}, indent=1), "utf-8")
    return folder, read_submission(folder, known_suites())


def problems(tmp_path: Path, *runs: dict[str, object]) -> list[str]:
    with pytest.raises(BadInput) as caught:
        read(tmp_path, *runs)
    return [f"{each.place.partition(': ')[2]}: {each.problem}" for each in caught.value.problems]


def test_a_list_of_efforts_and_budgets_is_one_run_with_each(tmp_path: Path) -> None:
    efforts = ["off", "low", 8192]
    folder, listed = read(tmp_path, {**RUN, "model": MODEL, "thinking": efforts}, {**RUN, "model": MODEL})
    assert [run.effort for run in listed.runs] == ["off", "low", "8192-tokens", ""]
    parameters = [run.model.parameters for run in listed.runs]
    assert [(each.thinking, each.thinking_tokens) for each in parameters] == [
        ("off", None), ("low", None), (None, 8192), (None, None),
    ]  # fmt: skip
    digests = [(run.name, run.request, run.config) for run in runs_of(folder, listed)]
    assert len({name for name, *_ in digests}) == 4
    each = [{"thinking": "off"}, {"thinking": "low"}, {"thinking_tokens": 8192}, {}]
    written = [{**RUN, "model": {**MODEL, "parameters": more}} for more in each]
    # An effort that is written out is the same run, so that a list asks only for what is new.
    assert [(run.name, run.request) for run in runs_of(*read(tmp_path, *written))] == [
        (name, request) for name, request, _ in digests
    ]


def test_room_for_thinking_is_no_effort_of_its_own(tmp_path: Path) -> None:
    model = {**MODEL, "parameters": {"thinking_tokens": 4096}}
    _, found = read(tmp_path, {**RUN, "model": model, "thinking": ["low", "high"]})
    assert [(run.effort, run.model.parameters.thinking_tokens) for run in found.runs] == [
        ("low", 4096), ("high", 4096),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("runs", "expected"),
    [
        ([{"model": MODEL, "thinking": ["low", "low"]}], ["runs[0]: thinking: has low twice"]),
        ([{"model": MODEL, "thinking": ["hgih"]}], ["runs[0].thinking[0]: must be 'off', "]),
        ([{"model": MODEL, "thinking": ["low", 0]}], ["runs[0].thinking[1]: must be at least 1, got 0"]),
        ([{"model": MODEL, "thinking": "low"}], ["runs[0].thinking: must be a list, got 'low'"]),
        (
            [{"model": MODEL, "thinking": ["low", "adaptive", "between_tools"]}],
            [
                "runs[0].thinking[1]: adaptive is not a value of this API",
                "runs[0].thinking[2]: between_tools is not a value of this API",
            ],
        ),
        (
            [{"model": {**MODEL, "parameters": {"thinking": "low"}}, "thinking": ["high"]}],
            ["runs[0]: thinking: the parameters of the model say it, too"],
        ),
        (
            [{"model": {**MODEL, "parameters": {"thinking_tokens": 9}}, "thinking": [8192]}],
            ["runs[0]: thinking: the parameters of the model say it, too"],
        ),
        (
            [{"predictions": "a.jsonl", "thinking": ["low", "high"]}],
            ["runs[0]: thinking: several efforts can only be used with model"],
        ),
        (
            [{"baseline": "gold", "thinking": ["low"]}],
            ["runs[0]: thinking: several efforts can only be used with model"],
        ),
        (
            [
                {"model": MODEL, "thinking": ["low", "high"]},
                {"model": {**MODEL, "parameters": {"thinking": "high"}}},
            ],
            ["runs[1]: is the same as runs[0].thinking[1]"],
        ),
        # One problem, although it is that of three runs.
        (
            [{"model": MODEL, "setting": "nothing", "thinking": ["low", "medium", "high"]}],
            ["runs[0].setting: code-vision has no setting 'nothing'"],
        ),
    ],
)
def test_what_no_list_can_mean_is_refused_at_its_place_in_the_file(tmp_path, runs, expected) -> None:
    found = problems(tmp_path, *({**RUN, **run} for run in runs))
    assert len(found) == len(expected)
    assert all(problem.startswith(text) for problem, text in zip(found, expected, strict=True)), found


def test_a_file_with_too_many_runs_in_lists_is_refused(tmp_path: Path) -> None:
    budgets = [*range(1, 21)]
    runs = [{**RUN, "setting": str(number), "model": MODEL, "thinking": budgets} for number in range(11)]
    assert problems(tmp_path, *runs) == ["runs: are 220 runs with all their efforts; the limit is 200"]


def test_uploaded_answers_name_their_effort_and_a_manifest_may_not_contradict(tmp_path: Path) -> None:
    folder = tmp_path / "acme"
    folder.mkdir()
    for name in ("low", "high"):
        (folder / f"{name}.jsonl").write_text(json.dumps({"task_id": "1", "completion": "x"}), "utf-8")
    runs = [{**RUN, "predictions": f"{name}.jsonl", "thinking": [name]} for name in ("low", "high")]
    assert [run.effort for run in read(tmp_path, *runs)[1].runs] == ["low", "high"]


def head(name: RunName, request: str | None) -> RowHead:
    return RowHead.model_construct(id="0" * 64, **name._asdict(), request=request)


def test_a_row_answers_only_the_run_with_its_effort(tmp_path: Path) -> None:
    folder, found = read(tmp_path, {**RUN, "model": MODEL, "thinking": ["low", "high"]})
    low, high = runs_of(folder, found)
    assert runs_without_row([low, high], [head(low.name, low.request)]) == (high,)
    assert runs_without_row([low, high], [head(high.name, None)]) == (low,)
    # A row of an older version does not name its effort, but its request does.
    assert runs_without_row([low, high], [head(low.name._replace(effort=""), low.request)]) == (high,)


def test_names_and_records_without_an_effort_are_as_before() -> None:
    name = RunName("acme", "code-vision", "rebuilt", "flowchart", "greedy", "sightbench")
    assert name.recorded == ("acme", "code-vision", "rebuilt", "flowchart", "greedy", "sightbench")
    assert str(name) == "acme: code-vision/rebuilt, flowchart, greedy, sightbench"
    assert name._replace(effort="low").recorded[-1] == "low"
    fields = {key: value for key, value in name._asdict().items() if key not in ("slug", "effort")}
    assert json.loads(RunFields(**fields).model_dump_json()) == fields
    assert "effort" not in RowSubmission(slug="acme", name="Acme").model_dump()


@pytest.mark.parametrize(
    ("options", "efforts"),
    [(["low"], ["low"]), (["low", "high"], ["low", "high"]), (["1024", "max"], ["1024-tokens", "max"])],
)
def test_submit_new_writes_a_run_with_each_effort(tmp_path: Path, options, efforts) -> None:
    words = ["submit", "new", "--slug", "acme", "--name", "Acme", "--owner", "octocat"]
    words += [part for name, value in RUN.items() for part in (f"--{name}", value)]
    words += [part for effort in options for part in ("--thinking", effort)]
    with pytest.raises(SystemExit) as ended:
        main([*words, "--provider", "openai", "--model", "acme-x", "--into", str(tmp_path)])
    assert ended.value.code == 0
    assert [run.effort for run in read_submission(tmp_path / "acme", known_suites()).runs] == efforts
