"""Types of parameters and results as a signature says them, by the names of HumanEval-V's Table 9."""

import ast
import warnings
from dataclasses import dataclass

_NAMES = {
    "Dict": "dict",
    "Tuple": "tuple",
    "Set": "set",
    "ndarray": "np.ndarray",
    "DataFrame": "pd.DataFrame",
    "None": "None",
}
_LISTS = frozenset({"list", "List", "Sequence"})
_BODIES = (4, 8, 2)  #: spaces before a body that a bare signature lacks: of a function, of a method
_CHOICES = frozenset({"Optional", "Union"})
_NOT_A_PARAMETER = frozenset({"self", "cls"})


@dataclass(frozen=True, slots=True)
class SignatureTypes:
    """Of one function."""

    inputs: tuple[str, ...]  #: each type once, in the order of the parameters
    output: str


def types_of(starter_code: str, name: str) -> SignatureTypes | None:
    """The types that a function's signature says; None where it does not say them all."""
    function = _function(starter_code, name)
    if function is None or function.returns is None:
        return None
    parameters = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    wanted = [one for one in parameters if one.arg not in _NOT_A_PARAMETER]
    annotations = [one.annotation for one in wanted if one.annotation is not None]
    if len(annotations) < len(wanted):
        return None
    inputs = [name for annotation in annotations for name in _kinds(annotation)]
    return SignatureTypes(tuple(dict.fromkeys(inputs)), " or ".join(_kinds(function.returns)))


def _function(source: str, name: str) -> ast.FunctionDef | None:
    for text in (source, *(f"{source.rstrip()}\n{' ' * deep}pass\n" for deep in _BODIES)):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # odd but legal source
                tree = ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        named = [function for function in found if function.name == name] or found
        return named[-1] if named else None
    return None


def _kinds(annotation: ast.expr) -> tuple[str, ...]:
    """The types that an annotation allows: several for a union."""
    match annotation:
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return tuple(dict.fromkeys((*_kinds(left), *_kinds(right))))
        case ast.Subscript(value=value, slice=inner) if _last_name(value) in _CHOICES:
            members = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            kinds = tuple(dict.fromkeys(kind for one in members for kind in _kinds(one)))
            return (*kinds, "None") if _last_name(value) == "Optional" else kinds
        case ast.Constant(value=str(text)):
            try:
                return _kinds(ast.parse(text, mode="eval").body)
            except (SyntaxError, ValueError):
                return (text,)
        case _:
            depth = _depth(annotation)
            return (f"{depth}D list" if depth else _name(annotation),)


def _depth(annotation: ast.expr) -> int:
    """How many lists lie in one another; 0 for what is no list."""
    if isinstance(annotation, ast.Subscript) and _last_name(annotation.value) in _LISTS:
        return 1 + _depth(annotation.slice)
    return int(_last_name(annotation) in _LISTS)


def _name(annotation: ast.expr) -> str:
    value = annotation.value if isinstance(annotation, ast.Subscript) else annotation
    return _NAMES.get(_last_name(value), _last_name(value) or ast.unparse(annotation))


def _last_name(node: ast.expr) -> str:
    """``ndarray`` for ``np.ndarray``; empty for what is no name."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Constant(value=None):
            return "None"
        case _:
            return ""
