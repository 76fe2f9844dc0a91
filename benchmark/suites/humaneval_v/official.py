"""The published data sets: 108 tasks in the first version, and 253 different tasks in the second."""

import ast
import re
from collections.abc import Iterable, Mapping

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.task import FunctionCheck, Limits, Picture, Task
from benchmark.datasets.fetch import pinned_source
from benchmark.datasets.official import OfficialSet, OfficialTask, Row, SourceColumn
from benchmark.datasets.pictures import ending_of
from benchmark.suites.humaneval_v.labels import ASPECT_KEY, TYPE_KEY

SUITE_ID = "humaneval-v"
#: CPU seconds for a whole test script; upstream's limit is the same in wall time.
_SECONDS = 2.0
#: Ids of tasks; ``q1-2`` is a variant of ``q1``.
_QID = re.compile(r"(q\d+)(?:-\d+)?")
_DIGITS = 12  #: hex digits of a picture's digest in its file name

#: Upstream's experiment → the constants of its source with the prompts, one per stage.
_V1_PROMPTS = {"image": ("CODE_GEN_TASK_PROMPT",)}
_V2_PROMPTS = {
    "V2C": ("PROMPT_V2C",),
    "V2C-CoT": ("PROMPT_V2C_WITH_COT",),
    "V2T2C": ("PROMPT_V2T", "PROMPT_T2C"),
    "GT-T2C": ("PROMPT_T2C",),
}


def stem(qid: str) -> str:
    """Return the problem that a task is a variant of: ``q1`` for ``q1`` and ``q1-2``."""
    match = _QID.fullmatch(qid)
    return qid if match is None else match[1]


def is_official_id(task_id: str) -> bool:
    """Whether a text looks like the id of an official task."""
    return _QID.fullmatch(task_id) is not None


def _v1_task(row: Row, where: str) -> OfficialTask:
    return _task(row, where, "official-v1", picture="image", description="image_description")


def _v2_task(row: Row, where: str) -> OfficialTask:
    return _task(row, where, "official-v2", picture="diagram", description="ground_truth_diagram_description")


def _task(row: Row, where: str, dataset: str, *, picture: str, description: str) -> OfficialTask:
    qid = str(row["qid"])
    if _QID.fullmatch(qid) is None:
        fix = "check the file: ids look like q1 or q1-2"
        raise BadInput(where, f"qid {quote_value(qid)}", "is not an id of HumanEval-V", fix)
    signature = str(row["function_signature"])
    data = row[picture]
    assert isinstance(data, bytes)  # noqa: S101 - columns of kind `picture` are bytes
    ending = ending_of(data, where, f"{qid}: {picture}")
    # With the digest in its name, the digest of the task covers its picture.
    path = f"pictures/{qid}-{sha256_hex(data)[:_DIGITS]}.{ending}"
    task = Task(
        id=qid,
        suite=SUITE_ID,
        dataset=dataset,
        stem=stem(qid),
        parts=(Picture(number=1, source=path),),
        starter_code=signature,
        entry_point=_entry_point(signature, where, qid),
        categories=_categories(row),
        description=str(row[description]),
        reference=str(row["ground_truth_solution"]),
        check=FunctionCheck(tests=(_check_test(str(row["test_script"]), where, qid),)),
        limits=Limits(seconds=_SECONDS),
    )
    return OfficialTask(task=task, pictures={path: data})


def _entry_point(signature: str, where: str, qid: str) -> str:
    """Return the last function that the signature defines; it is ``solution`` in all known tasks."""
    words = re.findall(r"^def\s+([^\s(]+)\s*\(", signature, re.MULTILINE)
    names = [word for word in words if word.isidentifier()]
    if not names:
        raise BadInput(where, f"{qid}: function_signature", "defines no function", "fetch it again")
    return str(names[-1])


def _check_test(script: str, where: str, qid: str) -> str:
    try:
        ast.parse(script)
    except (SyntaxError, ValueError, RecursionError) as error:
        problem = f"is not valid Python: {error}"
        raise BadInput(where, f"{qid}: test_script", problem, "fetch it again") from None
    return script


def _categories(row: Row) -> tuple[str, ...]:
    """Return ``type:`` with the type of the task, then ``aspect:`` with each aspect that lists an ability."""
    # The first version has neither this column nor `task_type`.
    aspects = row.get("capability_aspects")
    needed = [name for name, abilities in aspects.items() if abilities] if isinstance(aspects, dict) else []
    types = [f"{TYPE_KEY}{row['task_type']}"] if row.get("task_type") else []
    return (*types, *(f"{ASPECT_KEY}{name}" for name in needed))


def _prompts(
    sources: Mapping[str, str], path: str, experiments: Mapping[str, Iterable[str]]
) -> dict[str, str]:
    """Read upstream's prompts from its source, by the names of their constants; the source is not run."""
    # A folder may have the data without upstream's source: then `prompt: upstream` is not available.
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
        fix = "check that this is upstream's source"
        raise BadInput(path, "", f"has no prompt {', '.join(lacking)}", fix)
    return {name: texts[name] for name in wanted}


def _columns(picture: str, *more: SourceColumn) -> tuple[SourceColumn, ...]:
    texts = (SourceColumn(name=name, kind="text") for name in ("qid", "function_signature", "test_script"))
    return (*texts, SourceColumn(name=picture, kind="picture"), *more)


#: Version, as ``dataset fetch`` takes it → data set; the first is the default.
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

SOURCE = pinned_source(OFFICIAL)

#: Setting → the version of upstream that has it, and the names of its prompts, one per stage.
UPSTREAM_PROMPTS: dict[str, tuple[str, tuple[str, ...]]] = {
    **{setting: ("v1", names) for setting, names in _V1_PROMPTS.items()},
    **{setting: ("v2", names) for setting, names in _V2_PROMPTS.items()},
}
