"""The submissions in `_ready`, and `submit ready`, which prices and copies them."""

import importlib.util
import json
import re
from functools import cache, partial
from pathlib import Path

import pytest

from benchmark.analysis.costs import costs
from benchmark.core.errors import BadInput
from benchmark.core.suite import THINKING
from benchmark.core.task import Picture, Task
from benchmark.submissions.check import read_submission
from benchmark.submissions.create import ready_submissions
from benchmark.suites import load
from benchmark.suites.run_names import known_suites

ROOT = Path(__file__).resolve().parent.parent.parent
READY = ready_submissions(known_suites())


@cache
def two_tasks(suite: str, dataset: str) -> tuple[Task, ...]:
    return tuple(load(suite).datasets[dataset]()[:2])


@pytest.fixture
def ready(in_process, monkeypatch: pytest.MonkeyPatch):
    """`submit ready` with two tasks of each data set, which is faster; their prompts have 2,000 tokens."""

    def few(suite, dataset, setting) -> costs.AskedTasks:
        tasks = two_tasks(suite.id, dataset)
        return costs.AskedTasks(
            suite=suite, dataset=dataset, setting=setting, tasks=tasks, prompt_tokens=(2000,)
        )

    monkeypatch.setattr(costs, "asked_tasks", few)
    return partial(in_process, "submit", "ready")


def table(text: str) -> dict[str, list[str]]:
    """Return the cells of each model: vendor, key, the three amounts and the result."""
    lines = [re.split(" {2,}", line.strip()) for line in text.partition("\n\n")[0].splitlines()[1:]]
    return {line[0]: line[1:] for line in lines}


def test_each_vendor_has_a_model_that_its_family_says_reads_pictures(shared_data: Path) -> None:
    lines = (shared_data / "models-2026" / "families.jsonl").read_text("utf-8").splitlines()
    families = [family for family in map(json.loads, lines) if family["vendor"] != "gateway"]
    ids = [submission.runs[0].model.model.rpartition("/")[2] for submission in READY]
    names = [*ids, *(submission.slug for submission in READY)]
    for vendor in {family["vendor"] for family in families}:
        mine = " ".join(family["pattern"] for family in families if family["vendor"] == vendor)
        stems = tuple(re.sub(r"^(doubao-|amazon\.)", "", stem) for stem in re.findall(r"[\w.-]{5,}", mine))
        assert any(name.startswith(stems) for name in names), vendor
    assert len(READY) == len({family["vendor"] for family in families}) == len(set(ids))


def test_all_runs_show_pictures_of_the_four_suites_and_send_no_temperature() -> None:
    for submission in READY:
        runs = submission.runs
        assert [run.suite for run in runs] == ["code-vision", "humaneval-v", "mathopeval", "mmcode"]
        assert all(run.model == runs[0].model for run in runs)
    for run in READY[0].runs:
        suite = load(run.suite)
        assert any(isinstance(part, Picture) for task in suite.datasets[run.dataset]() for part in task.parts)
        assert run.setting == suite.settings_for(run.dataset, asked=True)[0]
    # So none can refuse or ignore it, and all share a board.
    assert {run.protocol for submission in READY for run in submission.runs} == {THINKING.id}
    assert THINKING.temperature is None


def test_commands_of_the_pages_name_models_of_today() -> None:
    pages = "".join(path.read_text("utf-8") for path in (ROOT / "site" / "pages").rglob("*.md"))
    named = {*re.findall(r"--model (?:openai|anthropic|google)/(\S+)", pages)}
    assert named
    assert named <= {submission.runs[0].model.model for submission in READY}


@pytest.mark.parametrize("submission", READY, ids=lambda each: each.slug)
def test_the_price_table_has_each_model(submission) -> None:
    price = costs.table_price(submission.runs[0].model)
    assert price is not None
    assert price.source.startswith("genai-prices ")


def test_without_a_budget_nothing_is_written(ready, tmp_path: Path) -> None:
    found = table(ready(code=0).stdout)
    assert list(found) == sorted(found, key=lambda slug: float(found[slug][2].replace(",", "")))
    assert set(found) == {each.slug for each in READY}
    assert list(tmp_path.iterdir()) == []


@pytest.mark.gate
def test_a_budget_copies_the_cheapest_that_fit_once(ready, tmp_path: Path) -> None:
    folder = tmp_path / "submissions"
    folder.mkdir()
    prices = {slug: float(cells[2]) for slug, cells in table(ready(code=0).stdout).items()}
    first, second, third, *_ = prices
    budget = str(prices[first] + prices[second] + 0.011)  # of rounded amounts
    done = ready("--budget", budget, "--owner", "octocat", code=0)
    assert [slug for slug, cells in table(done.stdout).items() if cells[-1] == "copied"] == [first, second]
    assert f"next: sightbench submit check submissions/{first} submissions/{second}\n" in done.stdout
    original = next(each for each in READY if each.slug == first)
    copy = read_submission(folder / first, known_suites())
    assert copy == original.model_copy(update={"owners": ["octocat"]})
    again = table(ready("--budget", budget, code=0).stdout)
    assert again[first][-1] == again[second][-1] == "already there"
    assert (again[third][-1] == "copied") == (prices[third] <= float(budget))


@pytest.mark.gate
def test_what_ci_would_refuse_or_stop_is_copied_only_if_asked(ready, tmp_path: Path) -> None:
    """The fix that is printed works: with the keys and a higher run_usd, all are copied."""
    folder, policy = tmp_path / "submissions", tmp_path / "policy.yml"
    folder.mkdir()
    runs = {slug: float(cells[3]) for slug, cells in table(ready(code=0).stdout).items()}
    limit = (runs["claude-haiku-5-5"] + runs["gpt-6.1-terra"]) / 2
    keys = "keys: {ANTHROPIC_API_KEY: anthropic.com, OPENAI_API_KEY: openai.com}"
    policy.write_text(f"budgets: {{run_usd: {limit}}}\n{keys}\n")
    done = ready("--budget", "1000000", code=0)
    found = {slug: cells[-1] for slug, cells in table(done.stdout).items()}
    assert (found.pop("claude-haiku-5-5"), found.pop("gpt-6.1-terra")) == ("copied", "above run_usd")
    assert {*found.values()} == {"no key in CI"}
    assert "\nto copy the others: add their keys and raise budgets.run_usd in policy.yml, or use --all\n" in (
        done.stdout
    )
    assert [path.name for path in folder.iterdir()] == ["claude-haiku-5-5"]
    (allowed,) = (run.model for run in READY if run.slug == "grok-4.7" for run in run.runs[:1])
    policy.write_text(f"budgets: {{run_usd: 100}}\n{keys[:-1]}, {allowed.api_key_env}: x.ai}}\n")
    more = table(ready("--budget", "1000000", "--key", allowed.api_key_env, code=0).stdout)
    assert more["grok-4.7"][-1] == "copied"
    rest = table(ready("--budget", "1000000", "--all", code=0).stdout)
    assert {cells[-1] for cells in rest.values()} == {"copied", "already there"}
    assert len(list(folder.iterdir())) == len(READY)


@pytest.mark.gate
def test_only_models_of_the_given_keys_are_priced(ready) -> None:
    found = table(ready("--key", "OPENAI_API_KEY", "--key", "XAI_API_KEY", code=0).stdout)
    assert {cells[1] for cells in found.values()} == {"OPENAI_API_KEY", "XAI_API_KEY"}
    assert "fix: use one of ANTHROPIC_API_KEY, " in ready("--key", "NOPE", code=2).stderr


@pytest.mark.gate
def test_a_model_without_a_price_says_so_and_is_not_copied(
    ready, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "submissions").mkdir()
    real = costs.find_pricer
    monkeypatch.setattr(
        costs, "find_pricer", lambda model, **more: None if model == "grok-4.7" else real(model, **more)
    )
    found = table(ready("--budget", "1000000", code=0).stdout)
    assert [slug for slug, cells in found.items() if cells[-1] == "no price"] == ["grok-4.7"] == [*found][-1:]
    assert found["grok-4.7"][2:5] == ["no price"] * 3
    assert not (tmp_path / "submissions" / "grok-4.7").exists()
    assert len(list((tmp_path / "submissions").iterdir())) == len(READY) - 1


def test_a_missing_folder_is_refused_before_anything_is_copied(ready) -> None:
    assert "--into: there is no folder submissions in " in ready("--budget", "9", code=2).stderr


@pytest.fixture
def hooks():
    """Hooks of mkdocs, which fill in what a written page cannot know."""
    spec = importlib.util.spec_from_file_location("site_hooks", ROOT / "site" / "hooks.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_page_has_the_prices_of_the_day_on_which_it_is_built(hooks) -> None:
    page = (ROOT / "site" / "pages" / "own" / "first-day.md").read_text("utf-8")
    built = hooks.on_page_markdown(page)
    for submission in READY:
        price = costs.table_price(submission.runs[0].model)
        cells = (submission.name, submission.organisation, f"{price.input_usd:g}", f"{price.output_usd:g}")
        assert f"| {' | '.join(cells)} |\n" in built
    assert f"Prices when this page was built: {price.source}, {price.date}." in built
    assert hooks.on_page_markdown("no prices") == "no prices"


def test_a_page_that_is_built_without_the_price_table_says_so(hooks, monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(_config: object) -> None:
        raise BadInput("price", "", "needs the package genai-prices", "")

    monkeypatch.setattr(hooks, "table_price", absent)
    assert "was built without the price table" in hooks.on_page_markdown("<!-- prices -->")
