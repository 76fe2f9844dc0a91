"""What no chart shows, refused by name."""

import ast

_NAMES: dict[type[ast.AST], str] = {
    ast.AsyncFunctionDef: "an async function",
    ast.AsyncFor: "an async loop",
    ast.AsyncWith: "an async with",
    ast.Await: "await",
    ast.Match: "match",
    ast.TryStar: "except*",
}


class Refusal(Exception):  # noqa: N818 - becomes a BadInput that names the file
    """A construct that no chart shows.

    Args:
        construct: the construct in words.
        owner: the function or class it is in, or ``the program``.
        line: its line in the source, from 1; 0 if unknown.
    """

    def __init__(self, construct: str, owner: str, line: int = 0) -> None:
        super().__init__(construct, owner, line)
        self.construct, self.owner, self.line = construct, owner, line


def refuse_what_no_chart_shows(tree: ast.Module) -> None:
    """Look for constructs that no chart shows.

    Raises:
        Refusal: for the first one.
    """
    _look(tree, "the program")


def _look(node: ast.AST, owner: str) -> None:
    for child in ast.iter_child_nodes(node):
        line = getattr(child, "lineno", 0)
        if type(child) in _NAMES:
            raise Refusal(_NAMES[type(child)], owner, line)
        inner = owner
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            inner = child.name if owner == "the program" else f"{owner}.{child.name}"
        _look(child, inner)
        if isinstance(node, ast.ClassDef) and isinstance(
            child, ast.If | ast.For | ast.While | ast.Try | ast.With
        ):
            raise Refusal(f"{type(child).__name__.lower()} in the body of a class", owner, line)
