"""HumanEval-V's own extraction rules, of both versions: which block of a completion is kept, and what is run.

They follow its published code (HumanEval-V/HumanEval-V-Benchmark, evaluate.py, commits 00d2cf2 and c8c4e53),
including its surprises; the README of this suite has a table of them.

The program is signature + ``pass`` + the code that is kept, followed by the test. pylint reads all of it
first: if it finds an error, the sample fails and is not run.
"""

import ast
import warnings
from collections.abc import Callable, Iterator

from benchmark.core.sample import Answer
from benchmark.core.suite import LintedExtraction
from benchmark.core.task import FunctionCheck, Task
from benchmark.extraction.source import Parser

_FENCE, _TAG, _LOOSE_TAG = "```", "```python", "``` python"
_EMPTY_BODY = "    pass"
_INDENTED = ("\n  ", "  ")
_SOLUTION = "def solution"

Notes = tuple[str, ...]


def extract_v1(task: Task, text: str) -> Answer:
    """Extract the answer by the first version's rule, which joins several blocks."""
    return _extract(task, text, _join_blocks)


def extract_v2(task: Task, text: str) -> Answer:
    """Extract the answer by the second version's rule, which takes the last block with ``def solution``."""
    return _extract(task, text, _last_solution_block)


def pylint_text(task: Task, answer: Answer) -> str:
    """Return the text that upstream lints and runs: the program followed by the test."""
    tests = task.check.tests if isinstance(task.check, FunctionCheck) else ()
    return "\n\n".join((answer.program, *tests))


#: Modules of the packages in upstream's requirements.txt, of both versions, and of the packages that these
#: need, without those that the sandbox has. pylint finds them on a machine that was set up as upstream says.
_INSTALLED = frozenset(
    (  # noqa: SIM905 - a list would have one name per line
        "PIL aiohappyeyeballs aiohttp aiosignal annotated_types anyio astroid attr attrs certifi"
        " charset_normalizer datasets dateutil dill distro filelock fire frozenlist fsspec h11 httpcore httpx"
        " huggingface_hub idna isort jiter mccabe multidict multiprocess openai packaging pandas pip"
        " pkg_resources platformdirs propcache pyarrow pydantic pydantic_core pylint pytz requests setuptools"
        " six sniffio termcolor tomlkit tqdm typing_extensions tzdata urllib3 wheel xxhash yaml yarl"
    ).split()
)

UPSTREAM = LintedExtraction(extract=extract_v1, text=pylint_text, installed=_INSTALLED)
UPSTREAM_V2 = LintedExtraction(extract=extract_v2, text=pylint_text, installed=_INSTALLED)


def _extract(task: Task, text: str, choice: Callable[[list[str]], tuple[str, Notes]]) -> Answer:
    signature = task.starter_code if task.starter_code.endswith("\n") else f"{task.starter_code}\n"
    content, notes = _answer_block(text, choice)
    # As in upstream, two spaces at the start mean the body of a function.
    if content.startswith(_INDENTED):
        content = signature + content
        notes += ("starts with spaces: the signature is put in front",)
    definitions = _definitions(content)
    if definitions is None:
        notes += ("does not parse: kept as it is",)
    elif definitions != content:
        notes += ("only imports, functions and classes are kept",)
    code = content if definitions is None else definitions
    program = f"{signature}{_EMPTY_BODY}\n\n{code}"
    # For an empty completion upstream runs the signature with ``pass``; here it counts as no answer.
    return Answer(code=code if text.strip() else "", program=program, notes=notes)


def _answer_block(text: str, choice: Callable[[list[str]], tuple[str, Notes]]) -> tuple[str, Notes]:
    """Return the text of the block that upstream takes, and notes on the choice."""
    if (tags := text.count(_TAG)) == 1:
        return _text_before_fence(text.split(_TAG)[1]), ()
    if tags:
        return choice(text.split(_TAG))
    if _LOOSE_TAG in text:
        return _text_before_fence(text.split(_LOOSE_TAG)[1]), ()
    pieces = text.split(_FENCE)
    match len(pieces):
        case 1:
            return _EMPTY_BODY, ("no block: nothing of the text is kept",)
        case 2:
            # So an answer whose only block is never closed loses its code, as in upstream.
            return pieces[0], ("one fence: the text before it is kept",)
        case _:
            return pieces[1], ("no tag: the text between the first two fences is kept",)


def _join_blocks(pieces: list[str]) -> tuple[str, Notes]:
    # The first piece is the text before all tags: with one fence in it, it counts as a block, as in upstream.
    blocks = [_text_before_fence(piece) for piece in pieces if piece.count(_FENCE) == 1]
    return "".join(blocks), (f"{len(blocks)} blocks joined",)


def _last_solution_block(pieces: list[str]) -> tuple[str, Notes]:
    blocks = [piece for piece in reversed(pieces) if piece.count(_FENCE) == 1]
    for piece in blocks:
        if _SOLUTION in piece:
            return _text_before_fence(piece), ("the last block with def solution is kept",)
    if not blocks:
        return _EMPTY_BODY, ("no block is closed: nothing is kept",)
    # The list is reversed, so its last block is the first of the text.
    return _text_before_fence(blocks[-1]), ("no block with def solution: the first is kept",)


def _text_before_fence(text: str) -> str:
    return text.partition(_FENCE)[0]


def _definitions(content: str) -> str | None:
    """Return the imports, functions and classes of a program, in their order; None if it does not parse.

    Imports inside functions are repeated at the top level, and a function inside an ``if`` is moved out of
    it. Relative imports lose their dots.
    """
    tree = Parser().tree(content)
    if tree is None:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return "\n".join(_statements(tree, inside=False))
    except (RecursionError, ValueError):  # too deep, or a number with too many digits
        return None


def _statements(node: ast.AST, *, inside: bool) -> Iterator[str]:
    """Yield the statements that are kept; if ``inside`` a function or class, these are only the imports.

    As in upstream, asynchronous functions are not kept, but the definitions inside them are.
    """
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.Import(names=names):
                yield from (f"import {_import_text(name)}" for name in names)
            case ast.ImportFrom(module=module, names=names):
                # `from . import x` becomes `from  import x`, a syntax error, as in upstream.
                yield from (f"from {module or ''} import {_import_text(name)}" for name in names)
            case ast.FunctionDef() | ast.ClassDef():
                if not inside:
                    yield ast.unparse(child)
                yield from _statements(child, inside=True)
            case _:
                yield from _statements(child, inside=inside)


def _import_text(name: ast.alias) -> str:
    return name.name + (f" as {name.asname}" if name.asname else "")
