"""The suite MMCode: its settings, protocol, data sets, prompts and extraction rules."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from benchmark.core.prompt import PAPER, Prompt
from benchmark.core.suite import (
    DIAL_LEVELS,
    THINKING,
    Asked,
    Blind,
    Data,
    Display,
    DrawProtocol,
    Judged,
    Suite,
    offers,
)
from benchmark.core.suite_facts import BLIND, OUR_LICENCE, RAN, Licence, Paper, PublicationDate, TitledTable
from benchmark.core.task import Task
from benchmark.extraction import own
from benchmark.suites.mmcode.categories import TITLES
from benchmark.suites.mmcode.problem_prompt import ProblemPrompt, ProblemStage, Shown
from benchmark.suites.mmcode.upstream import UPSTREAM
from benchmark.suites.own_prompt import own_prompt

SUITE_ID = "mmcode"
_FETCH = "sightbench dataset fetch mmcode"  #: the command that gets the official data set


@cache
def _open() -> tuple[Task, ...]:
    from benchmark.datasets.collection import load_tasks
    from benchmark.suites.mmcode.open import OPEN

    return load_tasks(OPEN)


def _official() -> tuple[Task, ...]:
    from benchmark.suites.mmcode.official import load

    return load()


def _official_all() -> tuple[Task, ...]:
    from benchmark.suites.mmcode.official import load_all

    return load_all()


def _describe(tasks: Sequence[Task], _folder: Path | None) -> Sequence[TitledTable]:
    from benchmark.suites.mmcode.description import describe

    return describe(tasks)


#: Captions of another model; the star stands for its name.
_CAPTIONED_BY = "image-replacement-*"
_SETTINGS = (
    "vision+language",
    "language-only",
    "image-replacement",
    _CAPTIONED_BY,
    "caption-cot",
    "described",
    "look",
)
_PROMPTS = {
    "vision+language": ProblemPrompt(ProblemStage("vision+language.j2", Shown.PICTURE)),
    "language-only": ProblemPrompt(ProblemStage("language-only.j2", Shown.NOTE)),
    "image-replacement": ProblemPrompt(
        ProblemStage("caption.j2", Shown.NUMBERED_PICTURE), ProblemStage("captioned.j2", Shown.CAPTION)
    ),
    "described": ProblemPrompt(ProblemStage("captioned.j2", Shown.CAPTION)),
    "caption-cot": ProblemPrompt(ProblemStage("caption-cot.j2", Shown.NUMBERED_PICTURE)),
}


_LICENCE = Licence(
    name="none stated",
    shows=False,
    reason=(
        "The problems belong to the contest sites, and the repository of the code states no licence, "
        "so texts and pictures of the problems are not shown."
    ),
    source="likaixin2000/MMCode",
    source_link="https://github.com/likaixin2000/MMCode",
    command=f"{_FETCH} --record",
)


def _prompt(suite: Suite, name: str, setting: str) -> Prompt:
    plain = "image-replacement" if offers((_CAPTIONED_BY,), setting) else setting
    if name == "upstream":
        from benchmark.suites.mmcode.upstream_prompt import upstream_prompt

        return upstream_prompt(suite.id, setting, _FETCH)
    if name == PAPER and setting in suite.asked.paper_prompts:
        from benchmark.files.tasks import join_prompt
        from benchmark.suites.paper_prompts import PaperPrompt, stored_prompt

        return PaperPrompt(
            stored_prompt(suite.id, setting),
            lambda task: {"{question}": join_prompt(task.parts)[0], "{starter_code}": task.starter_code},
            shows=setting != "language-only",
        )
    return own_prompt(suite, name, setting, _PROMPTS.get(plain))


SUITE = Suite(
    id=SUITE_ID,
    title="MMCode",
    version=9,
    datasets={"open": _open, "official": _official, "official-all": _official_all},
    data=Data(
        levels=("easy", "medium", "hard", "long", *DIAL_LEVELS),
        word_levels={"easy": 1, "medium": 1, "long": 1, "hard": 1},  # `long` was `hard` in older results
        fetched={"official": "", "official-all": ""},
        counts={"open": 211},
        public=("open",),
        unranked=("official-all",),
        licences={"open": OUR_LICENCE, "official": _LICENCE, "official-all": _LICENCE},
        published={"official": PublicationDate(tasks="2024-04", source="arXiv:2404.09486")},
    ),
    asked=Asked(
        settings=_SETTINGS,
        # The authors draw one sample at temperature 0.001, with at most 2,048 tokens.
        protocols={
            "greedy": DrawProtocol(id="greedy", draws=1, temperature=0.0, max_tokens=2048),
            THINKING.id: THINKING,
        },
        prompts=_prompt,
        # The published problems have no descriptions and no levels of ours.
        fitting=dict.fromkeys(("official", "official-all"), _SETTINGS[:-2]),
        looking={"look": "vision+language"},
        captioner_settings=(_CAPTIONED_BY,),
        first_picture=("vision+language", "image-replacement", _CAPTIONED_BY, "caption-cot"),
        reasoning=("caption-cot",),
        upstream_prompts=("vision+language", "language-only"),
        paper_prompts=("language-only", "vision+language", "caption-cot"),
    ),
    judged=Judged(extractions={"own": own.extract, "upstream": UPSTREAM}),
    display=Display(
        tagline="solve a contest problem with pictures",
        taglines={
            "language-only": "solve a contest problem whose pictures are not shown",
            "described": "solve a contest problem from descriptions of its pictures",
        },
        tab=2,
        paper=Paper(
            author=(
                "Li, Kaixin and Tian, Yuchen and Hu, Qisheng and Luo, Ziyang and Huang, Zhiyong and Ma, Jing"
            ),
            year=2024,
            title=(
                "MMCode: Benchmarking Multimodal Large Language Models for Code Generation with Visually "
                "Rich Programming Problems"
            ),
            arxiv="2404.09486",
            word="mmcode",
        ),
        columns=(RAN, BLIND),  # its categories have a table of their own
        shown_categories=TITLES,
        describe=_describe,
    ),
    blind=Blind(
        settings=("language-only",),
        without_picture=("language-only", "described"),
        described={"vision+language": ("described",)},
    ),
)
