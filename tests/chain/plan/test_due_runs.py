"""Whether a run is due follows from the submissions, the rows and the statuses."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from ci_world import PREDICTED, REPLAYED, RUN, WRONG, completions, submit, submitted

from benchmark.chain.plan.due_runs import failure_counts, read_source, runs_without_row, submitted_runs
from benchmark.core.errors import BadInput
from benchmark.datasets.store import VARIABLE, folder_of
from benchmark.files.tasks import tasks_digest
from benchmark.results.status import RowHead, RunName
from tests.case_files import table
from tests.run_statuses import status_of
from tests.sampling import gate_of
from workshop.authoring.fresh import dataset_name, write_fresh
from workshop.suites.humaneval_v import OPEN

pytestmark = pytest.mark.usefixtures("tiny")

MODEL = {**RUN, "model": {"provider": "local", "model": "acme/vl", "limits": {"concurrency": 4}}}
NAME = RunName("acme", "tiny", "small", "text", "greedy", "sightbench")


def head(request: str | None, name: RunName = NAME) -> RowHead:
    return RowHead.model_construct(id="0" * 64, **name._asdict(), request=request)


def test_a_run_is_due_until_a_row_records_its_request(tmp_path: Path) -> None:
    submit(tmp_path, "acme", PREDICTED)
    (run,) = submitted(tmp_path)
    assert run.name == NAME
    assert runs_without_row([run], []) == (run,)
    assert runs_without_row([run], [head("f" * 64)]) == (run,)
    assert runs_without_row([run], [head("f" * 64), head(run.request)]) == ()


def test_a_row_without_request_counts_unless_another_row_has_one(tmp_path: Path) -> None:
    submit(tmp_path, "acme", PREDICTED)
    (run,) = submitted(tmp_path)
    assert runs_without_row([run], [head(None)]) == ()
    assert runs_without_row([run], [head(None), head("f" * 64)]) == (run,)
    assert runs_without_row([run], [head(None, NAME._replace(setting="other"))]) == (run,)


@pytest.mark.parametrize("run", [PREDICTED, REPLAYED], ids=["predictions", "replay"])
def test_a_run_with_other_answers_is_due_again(run: dict[str, object], tmp_path: Path) -> None:
    submit(tmp_path, "acme", run)
    (before,) = submitted(tmp_path)
    submit(tmp_path, "acme", run, text=completions(codes=(WRONG,)))
    (after,) = submitted(tmp_path)
    assert before.request != after.request


@pytest.mark.parametrize("other", ["coder", "captioner"])
def test_only_answers_of_another_model_make_a_run_due_again(other: str, tmp_path: Path) -> None:
    """Its limits do not matter, its parameters and its replayed answers do."""
    requests = []
    for more in ({}, {"limits": {"concurrency": 9}}, {"parameters": {"seed": 2}}):
        submit(tmp_path, "acme", {**REPLAYED, other: {**REPLAYED["model"], **more}})
        requests.append(submitted(tmp_path)[0].request)
    (tmp_path / "acme" / "answers.jsonl").write_text(completions(codes=(WRONG,)), encoding="utf-8")
    requests.append(submitted(tmp_path)[0].request)
    assert requests[0] == requests[1]
    assert len(set(requests)) == 3


def test_runs_with_the_first_picture_only_are_runs_of_their_own(tmp_path: Path) -> None:
    run = {"suite": "mmcode", "dataset": "official", "setting": "vision+language", "protocol": "greedy"}
    model = {"provider": "openai", "model": "gpt-x"}
    submit(
        tmp_path,
        "acme",
        {**run, "model": model},
        {**run, "model": {**model, "single_picture": True}},
    )
    whole, first = submitted(tmp_path)
    assert (whole.name.prompt, first.name.prompt) == ("sightbench", "sightbench-first-picture")
    assert whole.request != first.request


@table("chain", ids=str)
def test_a_run_is_due_again_only_if_its_answers_could_change(change, is_due, tmp_path) -> None:
    submit(tmp_path, "acme", MODEL)
    (before,) = submitted(tmp_path)
    model = MODEL["model"]
    assert isinstance(model, dict)
    submit(tmp_path, "acme", {**RUN, "model": {**model, **change}})
    (after,) = submitted(tmp_path)
    assert (before.request != after.request) is is_due
    assert before.config != after.config


def test_the_display_name_of_a_model_does_not_matter(tmp_path: Path) -> None:
    folder = submit(tmp_path, "acme", PREDICTED)
    (before,) = submitted(tmp_path)
    file = folder / "submission.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace('"Acme"', '"Acme VL"'), encoding="utf-8")
    (after,) = submitted(tmp_path)
    assert (before.request, before.config) == (after.request, after.config)


def test_failures_count_for_the_current_form_of_a_run(tmp_path: Path) -> None:
    submit(tmp_path, "acme", PREDICTED)
    (run,) = submitted(tmp_path)
    same, edited, waits = status_of(run), status_of(run, config="e" * 64), status_of(run, state="waiting")
    assert failure_counts([same, edited, waits, same])[run.form] == 2


def test_a_broken_submission_does_not_affect_others(tmp_path: Path) -> None:
    submit(tmp_path, "acme", PREDICTED)
    (submit(tmp_path, "bad", PREDICTED) / "submission.yaml").write_text("{ no", encoding="utf-8")
    (submit(tmp_path, "gone", PREDICTED) / "predictions.jsonl").unlink()
    found = submitted_runs(tmp_path)
    assert [run.name.slug for run in found.runs] == ["acme"]
    assert [Path(problem.file).relative_to(tmp_path).as_posix() for problem in found.broken] == [
        "bad/submission.yaml",
        "gone/predictions.jsonl",
    ]


def test_the_bundled_examples_are_not_submissions(tmp_path: Path) -> None:
    submit(tmp_path / "_examples", "gold", {**RUN, "baseline": "gold"})
    assert submitted(tmp_path) == ()


@pytest.mark.parametrize("slug", ["nobody", "../acme", "_examples"])
def test_an_unknown_slug_is_reported(slug: str, tmp_path: Path) -> None:
    submit(tmp_path, "acme", PREDICTED)
    submit(tmp_path / "_examples", "gold", {**RUN, "baseline": "gold"})
    with pytest.raises(BadInput, match=f"--only: there is no submission {json.dumps(slug)[1:-1]!r}"):
        submitted_runs(tmp_path, [slug])


SEED = "8" * 32


@gate_of("open tasks")
def test_a_fresh_set_has_its_own_digest_and_must_be_on_the_machine(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "datasets"))
    name = dataset_name(SEED)
    submitted = SimpleNamespace(
        run=SimpleNamespace(suite="humaneval-v", dataset=name, setting="image"), folder=tmp_path
    )
    with pytest.raises(BadInput, match=f"{name} is not on this machine"):
        read_source(submitted)
    write_fresh(OPEN, ["knotted_beads"], SEED, folder_of("humaneval-v", name))
    source, digest = read_source(submitted)
    assert (source.dataset, len(source.tasks)) == (name, 3)
    assert digest == tasks_digest(source.tasks)
