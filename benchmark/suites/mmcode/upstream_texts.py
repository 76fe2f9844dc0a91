"""The texts of the authors' prompts, read from their source; the source is never run."""

import ast
import warnings
from collections.abc import Iterator, Mapping

from benchmark.core.errors import BadInput

GENERATE, MODELS = "generate.py", "models.py"
_WITH_PICTURES, _WITHOUT = "GPT4V", "GPT4"  #: classes of models.py: one sends pictures, the other a note
_FIX = "check that this is upstream's source"


def upstream_texts(sources: Mapping[str, str]) -> dict[str, str]:
    """Return the texts by name; empty if a source is missing.

    ``system`` is the system message. The user's message is ``instruction`` (or ``instruction-no-image``, for
    models that see no pictures), ``question``, the statement, ``stdio`` or ``call``, then for starter code
    ``starter``, the code and ``starter-end``, and ``answer``. ``no-image`` stands in the place of a picture
    that is not shown.

    Args:
        sources: the content of ``generate.py`` and ``models.py``.

    Raises:
        BadInput: if a source does not have the form that is expected.
    """
    if GENERATE not in sources or MODELS not in sources:
        return {}
    return {**_of_generate(sources[GENERATE]), **_of_models(sources[MODELS])}


def _of_generate(source: str) -> dict[str, str]:
    function = _function(_tree(source, GENERATE).body, "generate_prompt", GENERATE)
    added = [
        node.value
        for node in ast.walk(function)
        if isinstance(node, ast.AugAssign)
        and isinstance(node.target, ast.Name)
        and node.target.id == "prompt"
    ]
    starts = _assigned(function, "prompt")
    formats = _assigned(function, "call_format")
    starters = [texts for value in added if isinstance(value, ast.BinOp) and (texts := _texts(value))]
    ends = [text for value in added if (text := _text(value))]
    # Upstream may change its source: a text at another place would be a wrong prompt without an error.
    if [len(starts), len(formats), len(starters), len(ends)] != [1, 2, 1, 1] or len(starters[0]) != 2:  # noqa: PLR2004
        raise _other_form(GENERATE)
    return {
        "question": starts[0],
        "stdio": formats[0],
        "call": formats[1],
        "starter": starters[0][0],
        "starter-end": starters[0][1],
        "answer": ends[0],
    }


def _of_models(source: str) -> dict[str, str]:
    tree = _tree(source, MODELS)
    shown, hidden = (_generate_of(tree, name) for name in (_WITH_PICTURES, _WITHOUT))
    systems = [_text_of_message(node) for node in ast.walk(shown) if _is_system(node)]
    notes = [text for node in ast.walk(hidden) if isinstance(node, ast.JoinedStr) and (text := _plain(node))]
    if len(systems) != 1 or len(notes) != 1:
        raise _other_form(MODELS)
    return {
        "system": systems[0],
        "instruction": _instruction(shown),
        "instruction-no-image": _instruction(hidden),
        "no-image": notes[0],
    }


def _tree(source: str, name: str) -> ast.Module:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # one of upstream's texts has an invalid escape
            return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        raise _other_form(name) from None


def _function(body: list[ast.stmt], name: str, file: str) -> ast.FunctionDef:
    for node in body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return node
    raise _other_form(file)


def _generate_of(tree: ast.Module, name: str) -> ast.FunctionDef:
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name == name:
            return _function(node.body, "generate", MODELS)
    raise _other_form(MODELS)


def _assigned(function: ast.FunctionDef, name: str) -> list[str]:
    """Return the texts that are assigned to a name, in order."""
    return [
        node.value.value
        for node in ast.walk(function)
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and node.targets[0].id == name
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    ]


def _instruction(function: ast.FunctionDef) -> str:
    """Return the text that the first assignment to ``prompt`` puts before the prompt."""
    for node in ast.walk(function):
        if (
            isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and node.targets[0].id == "prompt"
        ):
            return "".join(_texts(node.value))
    raise _other_form(MODELS)


def _texts(value: ast.expr) -> list[str]:
    """Return the texts of a sum, in order."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
        return [*_texts(value.left), *_texts(value.right)]
    return [text] if (text := _text(value)) else []


def _text(value: ast.expr) -> str:
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else ""


def _plain(value: ast.JoinedStr) -> str:
    """Return the text of an f-string without a field; empty if it has one."""
    texts = [_text(part) for part in value.values]
    return "".join(texts) if all(texts) else ""


def _is_system(node: ast.AST) -> bool:
    return isinstance(node, ast.Dict) and any(
        key == "role" and _text(value) == "system" for key, value in _items(node)
    )


def _text_of_message(node: ast.AST) -> str:
    for part in ast.walk(node):
        for key, value in _items(part) if isinstance(part, ast.Dict) else ():
            if key == "text" and _text(value):
                return _text(value)
    raise _other_form(MODELS)


def _items(node: ast.Dict) -> Iterator[tuple[str, ast.expr]]:
    for key, value in zip(node.keys, node.values, strict=True):
        if key is not None:
            yield _text(key), value


def _other_form(file: str) -> BadInput:
    return BadInput(file, "", "does not have the prompts where they are expected", _FIX)
