"""Synthetic rows, and one site built from them with the real mkdocs."""

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from benchmark.leaderboard.build import build_site
from benchmark.results.ledger import write_row
from benchmark.results.row import (
    Result,
    Row,
    RowCompletions,
    RowMachine,
    RowPrompt,
    RowScore,
    RowSubmission,
    RowTasks,
    RowVersions,
    Run,
    row_id,
)

MakeRow = Callable[..., Row]

HOSTILE_NAME = "</pre><script>alert(1)</script>\u202e" + "x" * 160
HOSTILE_TASK = '"><img src=x onerror=alert(1)>' + "y" * 10_000


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _score(statuses: Mapping[str, str], tasks: list[str], category: str = "") -> RowScore:
    value = sum(statuses[task] == "passed" for task in tasks) / len(tasks)
    return RowScore(
        metric="pass@1",
        value=round(value, 6),
        low=round(max(value - 0.1, 0), 6),
        high=round(min(value + 0.1, 1), 6),
        tasks=len(tasks),
        samples=len(tasks),
        category=category,
    )


def _row(
    slug: str = "acme-1",
    statuses: str = "PPW",
    *,
    name: str = "",
    tasks: list[str] | None = None,
    suite: str = "code-vision",
    dataset: str = "rebuilt",
    subsets: Mapping[str, list[str]] | None = None,
    organisation: str = "Acme",
    weights: str = "open",
    started: str = "2026-02-03T04:05:06Z",
    trust: str = "judged",
    prompt: str = "upstream",
    links: Mapping[str, str] | None = None,
    cost_usd: float | None = None,
    tokens_out: int | None = None,
) -> Row:
    """A row of one draw a task; ``statuses`` has one letter a task: Passed, Wrong, Missing."""
    words = {"P": "passed", "W": "wrong_answer", "M": "missing"}
    tasks = tasks or [f"task-{number}" for number in range(len(statuses))]
    found = {task: words[letter] for task, letter in zip(tasks, statuses, strict=True)}
    scores = [_score(found, tasks)]
    scores += [_score(found, chosen, category) for category, chosen in (subsets or {}).items()]
    result = Result(
        suite=suite,
        dataset=dataset,
        setting="flowchart",
        protocol="cool-1",
        prompt=RowPrompt(name=prompt),
        extraction="own",
        submission=RowSubmission(slug=slug, name=name or slug, organisation=organisation, weights=weights),  # type: ignore[arg-type]
        tasks=RowTasks(count=len(tasks), digest=_digest("".join(tasks))),
        completions=RowCompletions(count=len(tasks), draws=1, digest=_digest(slug + started)),
        statuses={task: [status] for task, status in found.items()},  # type: ignore[list-item]
        scores=scores,
        versions=RowVersions(suite=1, judge=1, guest={"python": "3.11.9"}),
    )
    run = Run(
        started=started,
        seconds=2.5,
        cpu_seconds=3.5,
        trust=trust,  # type: ignore[arg-type]
        machine=RowMachine(system="Linux", python="3.11.9", cpus=2),
        links=dict(links or {}),
        cost_usd=cost_usd,
        tokens_out=tokens_out,
    )
    return Row(id=row_id(result), result=result, run=run)


@pytest.fixture(scope="session")
def make_row() -> MakeRow:
    return _row


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of five rows: two models of one group, a baseline, a hostile one, and one from a paper."""
    folder = tmp_path_factory.mktemp("site")
    subsets = {"subset:humaneval": ["task-0", "task-1"], "subset:math": ["task-2", "task-3"]}
    for row in (
        _row("acme-1", "PPPW", name="Acme One", subsets=subsets, cost_usd=0.004, tokens_out=400),
        _row("zeta.v2", "PWWM", name="Zeta", subsets=subsets, weights="closed", trust="verified"),
        _row("gold", "PPPP", organisation="", weights="", subsets=subsets),
        _row(
            "hostile",
            "PW",
            name=HOSTILE_NAME,
            organisation="<b>bold</b>",
            tasks=["plain", HOSTILE_TASK],
            suite="humaneval-v",
            links={"<i>run</i>": "https://ci.example.org/?a=1&b=<2>", "bad": "javascript:alert(1)"},
        ),
        _row("paper-model", "PW", name="Paper Model", trust="reported"),
    ):
        write_row(folder / "rows", row)
    build_site(folder / "rows", folder / "out", from_disk=False)
    return folder / "out"
