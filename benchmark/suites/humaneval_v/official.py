"""The published data sets: 108 tasks of the first version, 253 of the second, two other sets of tasks."""

import ast
import re
from collections.abc import Iterable, Mapping

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, shown
from benchmark.core.task import FunctionCheck, Limits, Picture, Task
from benchmark.datasets.official import OfficialSet, OfficialTask, Row, SourceColumn
from benchmark.datasets.pictures import ending_of

SUITE_ID = "humaneval-v"
#: CPU seconds for a whole test script; upstream gives as many by the clock.
_SECONDS = 2.0
#: ``q1-2`` is a task that was made of ``q1``.
_QID = re.compile(r"(q\d+)(?:-\d+)?")
_DIGITS = 12  #: of a picture's digest, in its name

#: Experiment of upstream → the constants of its source that hold the prompts, one a stage.
_V1_PROMPTS = {"image": ("CODE_GEN_TASK_PROMPT",)}
_V2_PROMPTS = {
    "V2C": ("PROMPT_V2C",),
    "V2C-CoT": ("PROMPT_V2C_WITH_COT",),
    "V2T2C": ("PROMPT_V2T", "PROMPT_T2C"),
    "GT-T2C": ("PROMPT_T2C",),
}


def stem(qid: str) -> str:
    """The problem that a task is a variant of: ``q1`` for ``q1`` and ``q1-2``."""
    match = _QID.fullmatch(qid)
    return qid if match is None else match[1]


def _v1_task(row: Row, where: str) -> OfficialTask:
    return _task(row, where, "official-v1", picture="image", description="image_description")


def _v2_task(row: Row, where: str) -> OfficialTask:
    return _task(row, where, "official-v2", picture="diagram", description="ground_truth_diagram_description")


def _task(row: Row, where: str, dataset: str, *, picture: str, description: str) -> OfficialTask:
    qid = str(row["qid"])
    if _QID.fullmatch(qid) is None:
        raise BadInput(where, f"qid {shown(qid)}", "is none of HumanEval-V", "they read q1 or q1-2")
    signature = str(row["function_signature"])
    data = row[picture]
    assert isinstance(data, bytes)  # noqa: S101 - the column's kind
    ending = ending_of(data, where, f"{qid}: {picture}")
    path = f"pictures/{qid}-{sha256_hex(data)[:_DIGITS]}.{ending}"
    task = Task(
        id=qid,
        suite=SUITE_ID,
        dataset=dataset,
        stem=stem(qid),
        parts=(Picture(number=1, source=path),),
        starter_code=signature if signature.endswith("\n") else f"{signature}\n",
        entry_point=_entry_point(signature, where, qid),
        categories=_categories(row),
        description=str(row[description]),
        reference=str(row["ground_truth_solution"]),
        check=FunctionCheck(tests=(_check_test(str(row["test_script"]), where, qid),)),
        limits=Limits(seconds=_SECONDS),
    )
    return OfficialTask(task=task, pictures={path: data})


def _entry_point(signature: str, where: str, qid: str) -> str:
    """The last function that the signature begins; ``solution`` in all tasks that are known."""
    names = re.findall(r"^def\s+(\w+)\s*\(", signature, re.MULTILINE | re.ASCII)
    if not names:
        raise BadInput(where, f"{qid}: function_signature", "defines no function", "fetch it again")
    return str(names[-1])


def _check_test(script: str, where: str, qid: str) -> str:
    try:
        ast.parse(script)
    except (SyntaxError, ValueError, RecursionError) as error:
        problem = f"is no Python: {error}"
        raise BadInput(where, f"{qid}: test_script", problem, "fetch it again") from None
    return script


def _categories(row: Row) -> tuple[str, ...]:
    """The type of the task, then the aspects of which it needs at least one ability."""
    aspects = row.get("capability_aspects")
    needed = [name for name, abilities in aspects.items() if abilities] if isinstance(aspects, dict) else []
    return (*([str(row["task_type"])] if row.get("task_type") else []), *needed)


def _prompts(
    sources: Mapping[str, str], path: str, experiments: Mapping[str, Iterable[str]]
) -> dict[str, str]:
    """Upstream's prompts by the names of their constants; the source is read and never run."""
    if path not in sources:
        return {}
    texts = {
        target.id: node.value.value
        for node in ast.parse(sources[path]).body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name) and isinstance(node.value.value, str)
    }
    wanted = sorted({name for names in experiments.values() for name in names})
    if lacking := [name for name in wanted if name not in texts]:
        raise BadInput(path, "", f"has no prompt {', '.join(lacking)}", "is this upstream's source?")
    return {name: texts[name] for name in wanted}


def _columns(picture: str, *more: SourceColumn) -> tuple[SourceColumn, ...]:
    texts = (SourceColumn(name=name, kind="text") for name in ("qid", "function_signature", "test_script"))
    return (*texts, SourceColumn(name=picture, kind="picture"), *more)


#: By the version that ``dataset fetch`` takes; the later one is what one gets without.
OFFICIAL: dict[str, OfficialSet] = {
    "v2": OfficialSet(
        suite=SUITE_ID,
        dataset="official-v2",
        version="v2",
        columns=_columns(
            "diagram",
            SourceColumn(name="ground_truth_solution", kind="text"),
            SourceColumn(name="ground_truth_diagram_description", kind="text"),
            SourceColumn(name="capability_aspects", kind="lists"),
            SourceColumn(name="task_type", kind="text"),
        ),
        key="qid",
        task=_v2_task,
        prompts=lambda sources: _prompts(sources, "prompts.py", _V2_PROMPTS),
    ),
    "v1": OfficialSet(
        suite=SUITE_ID,
        dataset="official-v1",
        version="v1",
        columns=_columns(
            "image",
            SourceColumn(name="ground_truth_solution", kind="text", required=False),
            SourceColumn(name="image_description", kind="text", required=False),
        ),
        key="qid",
        task=_v1_task,
        prompts=lambda sources: _prompts(sources, "inference.py", _V1_PROMPTS),
    ),
}

#: Setting → version of upstream that has it, and its prompts, one a stage.
UPSTREAM_PROMPTS: dict[str, tuple[str, tuple[str, ...]]] = {
    **{setting: ("v1", names) for setting, names in _V1_PROMPTS.items()},
    **{setting: ("v2", names) for setting, names in _V2_PROMPTS.items()},
}
