"""The suite MathOPEval: its settings, protocol, data sets, prompts and extraction rule."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import get_args

from benchmark.core.errors import BadInput
from benchmark.core.prompt import OWN_PROMPT, PAPER, Prompt
from benchmark.core.suite import (
    DIAL_LEVELS,
    THINKING,
    Asked,
    Blind,
    Data,
    Display,
    DrawProtocol,
    Judged,
    SettingExtraction,
    Suite,
)
from benchmark.core.suite_facts import OUR_LICENCE, Column, Format, Licence, Paper, TitledTable
from benchmark.core.task import ChoiceCheck, FigureType, Picture, Task, Text
from benchmark.extraction import choices, own
from benchmark.suites.mathopeval import names
from benchmark.suites.mathopeval.shot_prompt import ShotPrompt
from benchmark.suites.own_prompt import own_prompt
from benchmark.suites.template_prompt import TemplatePrompt

_PUBLIC = ("open-choice", "open-words-choice", "open-free", "open-picture", "open-words")
_OPEN = Path(__file__).parent / "open"
_TEMPLATES = "benchmark.suites.mathopeval.prompts"


@cache
def _open_form(form: names.FreeForm) -> tuple[Task, ...]:
    """Return the tasks of ``open-free`` in another form."""
    from benchmark.suites.mathopeval.free_forms import in_form, read_texts

    texts = read_texts(_OPEN / "texts.jsonl.gz")
    return tuple(in_form(task, form, texts[task.id]) for task in _open("free"))


@cache
def _open_worded() -> tuple[Task, ...]:
    """Return the tasks of ``open-choice`` that are read by eye, with their pictures in words."""
    from benchmark.suites.mathopeval.free_forms import in_words, read_texts

    texts = read_texts(_OPEN / "texts.jsonl.gz")
    return tuple(in_words(task, texts[task.id].words) for task in _open("choice") if task.id in texts)


@cache
def _open(format_: str) -> tuple[Task, ...]:
    """Read an open data set, ``choice`` or ``free``."""
    from benchmark.files.tasks import read_tasks

    return tuple(_with_folder(task) for task in read_tasks(_OPEN / f"{format_}.jsonl.gz", compiled=True))


def _with_folder(task: Task) -> Task:
    parts = (replace(part, folder=_OPEN) if isinstance(part, Picture) else part for part in task.parts)
    return replace(task, parts=tuple(parts))


def _official(form: str) -> tuple[Task, ...]:
    from benchmark.datasets.store import read_fetched

    if read_fetched(names.SUITE_ID, names.STORED) is None:
        problem = "the official data are not on this machine, and no public place of them is known"
        fix = f"run `{_LICENCE.command}` if you have them; see benchmark/suites/mathopeval/official.md"
        raise BadInput(names.SUITE_ID, "", problem, fix)
    from benchmark.suites.mathopeval import official

    loaders = {"choice": official.load_choice, "free": official.load_free, "latex": official.load_latex}
    return loaders[form]()


def _real(dataset: str) -> tuple[Task, ...]:
    """Return the tasks of figures that others published."""
    from benchmark.datasets.store import load_tasks

    return load_tasks(names.SUITE_ID, dataset, names.REAL_DATASETS[dataset])


def _describe(tasks: Sequence[Task], folder: Path | None) -> Sequence[TitledTable]:
    """Describe tasks; those of a data set of the suite together with the data set of the other format."""
    from benchmark.suites.mathopeval.description import describe

    if folder is not None:
        return describe(tasks)
    origin, _, format_ = tasks[0].dataset.partition("-")
    other = SUITE.datasets.get(f"{origin}-{'free' if format_.endswith('choice') else 'choice'}")
    return describe((*tasks, *(other() if other else ())))


_PROMPTS = {
    **{
        f"{format_}-{form}": TemplatePrompt(_TEMPLATES, f"{format_}-{form}.j2", needs_pictures=True)
        for format_ in ("choice", "free")
        for form in names.FORMS
    },
    names.TIKZ: TemplatePrompt(_TEMPLATES, f"{names.TIKZ}.j2", needs_pictures=True),
    **{name: TemplatePrompt(_TEMPLATES, f"{name}.j2") for name in (names.BLIND, names.FREE_BLIND)},
}

#: Prompts that ask for reasoning ask for a box at its end, and the others for the letter alone.
_OWN = SettingExtraction(
    own.extract,
    within=(
        (names.BOXED_SETTINGS, choices.boxed),
        ((*names.DIRECT_SETTINGS, names.BLIND, names.CHOICE_LOOK), choices.first_letter),
    ),
)


_CHOICE_DIRECT, _FREE_DIRECT = "choice-direct", "free-direct"
_LICENCE = Licence(
    name="not stated",
    shows=False,
    reason="No public place of these data is known, and no licence, so tasks and pictures are not shown.",
    source="Li et al. 2025, arXiv:2507.18140",
    source_link="https://arxiv.org/abs/2507.18140",
    command="sightbench dataset fetch mathopeval --from FOLDER",
)

_REAL_LICENCES = {
    "geometry3k-free": Licence(
        name="MIT",
        shows=True,
        link="https://github.com/lupantech/InterGPS/blob/main/LICENSE",
        credit="Figures: Geometry3K, (c) 2021 Pan Lu, MIT; redrawn and changed here.",
        source="Geometry3K (Lu et al. 2021, arXiv:2105.04165)",
        source_link="https://github.com/lupantech/InterGPS",
        command=names.REAL_DATASETS["geometry3k-free"],
    ),
    "chartmimic-free": Licence(
        name="Apache-2.0",
        shows=True,
        link="https://www.apache.org/licenses/LICENSE-2.0",
        credit="Charts: ChartMimic (Yang et al. 2024), Apache-2.0; some changed here.",
        source="ChartMimic (Yang et al. 2024, arXiv:2406.09961)",
        source_link="https://github.com/ChartMimic/ChartMimic",
        command=names.REAL_DATASETS["chartmimic-free"],
    ),
}


def find_prompt(suite: Suite, name: str, setting: str, pool: Path = _OPEN / "shots.jsonl.gz") -> Prompt:
    """Return the prompt ``name`` for a setting, with worked examples from the file ``pool``.

    Raises:
        BadInput: if the setting has no prompt of this name.
    """
    # A setting that does not exist can have any form; `own_prompt` reports it.
    plain, shots = names.parse_setting(setting) if setting in suite.asked.settings else ("", 0)
    template: Prompt | None = _PROMPTS.get(plain)
    if name == PAPER and plain in names.PAPER_SETTINGS:
        from benchmark.suites.paper_prompts import PaperPrompt, stored_prompt

        template = PaperPrompt(stored_prompt(suite.id, plain), _paper_texts)
        # The prompt was found: `own_prompt` must not refuse it for its name.
        name = OWN_PROMPT
    found: Prompt | None = template
    if template is not None and shots:
        found = ShotPrompt(template, plain.removeprefix("choice-"), shots, pool)
    return own_prompt(suite, name, setting, found)


def _paper_texts(task: Task) -> dict[str, str]:
    """Return a task's text, in two parts if it is a question with options."""
    from benchmark.suites.mathopeval.shot_line import LETTERS

    words = "".join(part.text for part in task.parts if isinstance(part, Text)).strip()
    question, letter, options = words.partition(f"\n\n{LETTERS[0]}.")
    if not isinstance(task.check, ChoiceCheck):
        return {"{question}": words}
    return {"{question}": question, "{formatted_choices}": f"{letter.strip()}{options}"}


SUITE = Suite(
    id=names.SUITE_ID,
    title="MathOPEval",
    version=9,
    datasets={
        "open-choice": partial(_open, "choice"),
        "open-words-choice": _open_worded,
        "open-free": partial(_open, "free"),
        "open-picture": partial(_open_form, "picture"),
        "open-words": partial(_open_form, "words"),
        "official-choice": partial(_official, "choice"),
        "official-free": partial(_official, "free"),
        "official-latex": partial(_official, "latex"),
        **{name: partial(_real, name) for name in names.REAL_DATASETS},
    },
    data=Data(
        subsets=names.SUBSETS,
        fetched={"geometry3k-free": "geometry3k"},
        generated=dict.fromkeys(names.REAL_DATASETS, "open-free"),
        word_levels={"": 1},
        shown_with=dict.fromkeys(
            ("open-words-choice", "open-free", "open-picture", "open-words"), "open-choice"
        ),
        unranked=("official-latex",),
        counts={
            "open-choice": 1882,
            "open-words-choice": 309,
            "open-free": 1323,
            "open-picture": 1323,
            "open-words": 1323,
        },
        public=_PUBLIC,
        levels=DIAL_LEVELS,
        licences={
            **dict.fromkeys(_PUBLIC, OUR_LICENCE),
            "official-choice": _LICENCE,
            "official-free": _LICENCE,
            "official-latex": _LICENCE,
            **_REAL_LICENCES,
        },
    ),
    asked=Asked(
        # Of multiple choice, then of free form.
        settings=(*names.CHOICE_SETTINGS, *names.FREE_SETTINGS, names.CHOICE_LOOK, names.FREE_LOOK),
        looking={names.CHOICE_LOOK: "choice-direct", names.FREE_LOOK: "free-direct"},
        protocols={
            "greedy": DrawProtocol(id="greedy", draws=1, temperature=0.0, max_tokens=2048),
            THINKING.id: THINKING,
        },
        prompts=find_prompt,
        reasoning=names.REASONING_SETTINGS,
        paper_prompts=names.PAPER_SETTINGS,
        without_shots=names.parse_setting,
        fitting=dict.fromkeys(names.CHOICE_DATASETS, names.CHOICE_SETTINGS)
        | dict.fromkeys(names.FREE_DATASETS, names.FREE_SETTINGS)
        # Elsewhere words say what the pictures show, or tasks have no levels of ours.
        | {"open-choice": (*names.CHOICE_SETTINGS, names.CHOICE_LOOK)}
        | dict.fromkeys(("open-free", "open-picture"), (*names.FREE_SETTINGS, names.FREE_LOOK)),
        shots_without_reasoning=("official-choice",),
    ),
    judged=Judged(
        extractions={"own": _OWN},
        points_endings=("-free", "-picture", "-words"),
        choice_ending="-choice",
        choice_options=4,
        crossed_categories=(names.SUBSETS, get_args(FigureType)),
    ),
    display=Display(
        tagline="write the code that draws or changes a figure",
        taglines={
            names.BLIND: "choose an option for a figure that is not shown",
            names.FREE_BLIND: "write the code for a figure that is not shown",
            "choice-*": "choose the code or the value that a figure shows",
        },
        tab=4,
        paper=Paper(
            author=(
                "Li, Xiaoyuan and Li, Moxin and Wang, Wenjie and Men, Rui and Zhang, Yichang and Feng, Fuli "
                "and Liu, Dayiheng and Lin, Junyang"
            ),
            year=2025,
            title=(
                "MathOPEval: A Fine-grained Evaluation Benchmark for Visual Operations of MLLMs in "
                "Mathematical Reasoning"
            ),
            arxiv="2507.18140",
            word="mathopeval",
        ),
        formats={
            _CHOICE_DIRECT: Format(
                ending="-choice",
                other=Column(
                    id="free",
                    title="Free, points",
                    setting=_FREE_DIRECT,
                    key="points from 1 to 10 on the free-form data set, which has its own table",
                ),
            ),
            _FREE_DIRECT: Format(
                ending="-free",
                other=Column(
                    id="choice",
                    title="Choice, %",
                    setting=_CHOICE_DIRECT,
                    key="share of the multiple-choice questions solved; they have their own table",
                ),
            ),
        },
        describe=_describe,
    ),
    blind=Blind(
        worded={
            "open-choice": "open-words-choice",
            **dict.fromkeys(("open-free", "open-picture"), "open-words"),
        },
        settings=(names.BLIND, names.FREE_BLIND),
        without_picture=(names.BLIND, names.FREE_BLIND),
    ),
)
