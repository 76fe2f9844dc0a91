"""Types of parameters and results in a signature, named as in Table 9 of HumanEval-V."""

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
_BODIES = (4, 8, 2)  #: indents to try for the missing body of a bare signature
_CHOICES = frozenset({"Optional", "Union"})
_NOT_A_PARAMETER = frozenset({"self", "cls"})


@dataclass(frozen=True, slots=True)
class SignatureTypes:
    """The types in the signature of one function."""

    inputs: tuple[str, ...]  #: types of the parameters in their order, each type once
    output: str


def types_of(starter_code: str, name: str) -> SignatureTypes | None:
    """Return the types in a function's signature; None if an annotation is missing."""
    function = _function(starter_code, name)
    if function is None or function.returns is None:
        return None
    parameters = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    wanted = [parameter for parameter in parameters if parameter.arg not in _NOT_A_PARAMETER]
    annotations = [parameter.annotation for parameter in wanted if parameter.annotation is not None]
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
        matches = [function for function in found if function.name == name] or found
        return matches[-1] if matches else None
    return None


def _kinds(annotation: ast.expr) -> tuple[str, ...]:
    """Return the types that an annotation allows; several for a union."""
    match annotation:
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return tuple(dict.fromkeys((*_kinds(left), *_kinds(right))))
        case ast.Subscript(value=value, slice=inner) if _last_name(value) in _CHOICES:
            members = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            kinds = tuple(dict.fromkeys(kind for member in members for kind in _kinds(member)))
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
    """Return how deeply lists are nested: 1 for a plain list, 0 for another type."""
    if isinstance(annotation, ast.Subscript) and _last_name(annotation.value) in _LISTS:
        return 1 + _depth(annotation.slice)
    return int(_last_name(annotation) in _LISTS)


def _name(annotation: ast.expr) -> str:
    value = annotation.value if isinstance(annotation, ast.Subscript) else annotation
    return _NAMES.get(_last_name(value), _last_name(value) or ast.unparse(annotation))


def _last_name(node: ast.expr) -> str:
    """Return the last part of a dotted name: ``ndarray`` for ``np.ndarray``; empty for other expressions."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Constant(value=None):
            return "None"
        case _:
            return ""
