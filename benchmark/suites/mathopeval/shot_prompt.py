"""A prompt that shows worked examples before the question."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from benchmark.core.digest import digest_lines, sha256_hex
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.prompt import Prompt, Turn
from benchmark.core.task import ChoiceCheck, Picture, Task, Text
from benchmark.suites.mathopeval.names import STORED, SUITE_ID

if TYPE_CHECKING:
    from benchmark.suites.mathopeval.shot_line import ShotLine

OFFICIAL = "official-choice"
_Pool = Mapping[tuple[str, str], tuple["ShotLine", ...]]


class ShotPrompt:
    """A prompt with worked examples; see :class:`benchmark.core.prompt.Prompt`.

    Each example is a turn of the user, in the words of the same template, and a turn of the assistant with
    the worked answer. Which examples a task gets follows from its type and operation alone, but for official
    tasks: their examples are other official questions, never of the same sample.

    Args:
        template: the prompt without examples.
        form: ``direct``, ``cot``, ``dcot`` or ``vot``: the form of the worked answers.
        shots: number of examples, 1 to 4.
        pool: file of examples; their pictures are in its folder.
        dataset: data set whose examples the digest covers; empty for those of the open data.
    """

    def __init__(self, template: Prompt, form: str, shots: int, pool: Path, dataset: str = "") -> None:
        self._template, self._form, self._shots, self._pool = template, form, shots, pool
        self._dataset = dataset

    def within(self, dataset: str) -> "ShotPrompt":
        """Return the prompt for a data set, whose digest covers the examples of that data set."""
        return ShotPrompt(self._template, self._form, self._shots, self._pool, dataset)

    @property
    def digest(self) -> str:
        """SHA-256 of the template and of all examples that some task of the data set is shown.

        Raises:
            BadInput: if a file of examples is missing or not valid.
        """
        pools = official_pools() if self._dataset == OFFICIAL else (self._pool,)
        examples = _examples_digest(pools, self._shots)
        return sha256_hex("\0".join((self._template.digest, self._form, examples)).encode())

    @property
    def stages(self) -> int:
        """Number of stages."""
        return self._template.stages

    def turns(self, task: Task, stage: int, earlier: str) -> Sequence[Turn]:
        """Return the examples and the question.

        Raises:
            BadInput: if the task lacks a picture, or there are no examples of its type and operation.
        """
        # The first category is the type of figure; others say what it is about.
        type_ = next(iter(task.categories), "")
        pool = official_pool(task) if task.dataset == OFFICIAL else self._pool
        # Official data with too few samples have no such file; without ours, reading it is an error.
        shots = _read(pool).get((type_, task.subset)) if pool.exists() or task.dataset != OFFICIAL else None
        if shots is None:
            cell = f"type {quote_value(type_)} and operation {quote_value(task.subset)}"
            problem = f"there are no examples of its {cell}"
            raise BadInput("tasks", quote_value(task.id), problem, "use a setting without shots")
        return (
            *(turn for shot in shots[: self._shots] for turn in self._worked(shot, pool.parent)),
            *self._template.turns(task, stage, earlier),
        )

    def _worked(self, shot: "ShotLine", folder: Path) -> tuple[Turn, ...]:
        from benchmark.files.pictures import split_prompt

        parts = tuple(
            part if isinstance(part, Text) else _in_folder(part, folder)
            for part in split_prompt(shot.prompt, shot.images)
        )
        task = Task(id=shot.id, check=ChoiceCheck(answer=shot.answer), parts=parts)
        reasoning = next((words for form, words in shot.reasoning.items() if form == self._form), "")
        # Examples without reasoning still show the box that the question asks for.
        answer = shot.answer if self._form == "direct" else f"{reasoning}\n\n\\boxed{{{shot.answer}}}".strip()
        return (
            *self._template.turns(task, 0, ""),
            Turn(speaker="assistant", parts=(Text(text=answer),)),
        )


def _in_folder(picture: Picture, folder: Path) -> Picture:
    return Picture(number=picture.number, source=picture.source, folder=folder)


def official_pools() -> tuple[Path, Path]:
    """Return the two files of official examples."""
    from benchmark.datasets.store import folder_of
    from benchmark.suites.mathopeval.official_shots import SHOT_FILES

    first, other = (folder_of(SUITE_ID, STORED) / name for name in SHOT_FILES)
    return first, other


def official_pool(task: Task) -> Path:
    """Return the file of examples for an official task: the second, if the first has its sample."""
    from benchmark.suites.mathopeval.official_shots import sample_of

    first, other = official_pools()
    if not first.exists():
        return first
    shots = _read(first).get((next(iter(task.categories), ""), task.subset), ())
    return other if task.stem in {sample_of(shot.id) for shot in shots} else first


@cache
def _examples_digest(pools: tuple[Path, ...], shots: int) -> str:
    return digest_lines(
        shot.model_dump(mode="json")
        for pool in pools
        for _, found in sorted(_read(pool).items())
        for shot in found[:shots]
    )


@cache
def _read(pool: Path) -> "_Pool":
    from benchmark.suites.mathopeval.shot_line import read_shots

    return read_shots(pool)
