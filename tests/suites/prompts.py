"""What a test reads of a prompt, and where it stores prompts of upstream's."""

from pathlib import Path

from benchmark.core.prompt import Prompt
from benchmark.core.task import Picture, Task
from benchmark.datasets.store import FORM, FetchedSet


def shown_text(prompt: Prompt, task: Task, stage: int = 0, earlier: str = "") -> str:
    """Return the only turn of a stage, with the sources of pictures as <source>."""
    (turn,) = prompt.turns(task, stage, earlier)
    assert turn.speaker == "user"
    return "".join(f"<{part.source}>" if isinstance(part, Picture) else part.text for part in turn.parts)


def store_prompts(home: Path, suite: str, dataset: str, prompts: dict[str, str]) -> None:
    """Write what a fetched set holds of upstream's prompts."""
    fetched = FetchedSet(
        form=FORM, suite=suite, dataset=dataset, revision="", content="0" * 64, tasks=1,
        tasks_sha256="0" * 64, prompts=prompts,
    )  # fmt: skip
    (home / suite / dataset).mkdir(parents=True)
    (home / suite / dataset / "fetched.json").write_text(fetched.model_dump_json(), encoding="utf-8")
