"""Expressions in words: ``n modulo 2 is equal to 0``, ``the length of text``, ``row at (i plus 1)``."""

import ast
from collections.abc import Sequence

from workshop.flowchart.vocabulary import (
    AND,
    ATOM,
    BINARY,
    BIT_OR,
    CALL_OF,
    CHOICE,
    COMPARE,
    COMPARISONS,
    CONSTANTS,
    EMPTY,
    LOOSE,
    NOT,
    OR,
    POSTFIX,
    POWER,
    PREFIX,
    RESERVED,
    UNARY,
    UNARY_WORDS,
    Template,
    template_parts,
)

_COMPREHENSIONS = {
    ast.ListComp: "the list with",
    ast.SetComp: "the set with",
    ast.GeneratorExp: "the series with",
    ast.DictComp: "the dictionary with",
}


class NotWordedError(ValueError):
    """Raised for syntax that cannot be put into words."""


def words(node: ast.expr, place: int = LOOSE) -> str:
    """Return an expression in words.

    Args:
        node: the expression.
        place: how tightly it must bind, a level of :mod:`.vocabulary`; in parentheses if it does not.

    Raises:
        NotWordedError: if there are no words for a part of it.
    """
    text, binds = _words(node)
    return text if binds >= place else f"({text})"


def bare_words(node: ast.expr) -> str:
    """Return an expression in words; a tuple of two or more has no parentheses around it."""
    if isinstance(node, ast.Tuple) and len(node.elts) > 1:
        return items(node.elts)
    return words(node)


def items(nodes: Sequence[ast.expr]) -> str:
    """Return expressions with commas between them."""
    return ", ".join(
        f"each of {words(node.value, POSTFIX)}" if isinstance(node, ast.Starred) else words(node)
        for node in nodes
    )


def name_words(name: str) -> str:
    """Return a name, in quotes if it is a word that can begin an operand."""
    return f"‘{name}’" if name in RESERVED else name


def argument_words(arguments: ast.arguments) -> str:
    """Return the parameters of a function."""
    plain = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(plain) - len(arguments.defaults)) + list(arguments.defaults)
    parts: list[str] = []
    for number, (argument, default) in enumerate(zip(plain, defaults, strict=True), start=1):
        parts.append(_parameter(argument, default))
        if number == len(arguments.posonlyargs):
            parts.append("by place only")
    if arguments.vararg is not None:
        parts.append(f"all others as {name_words(arguments.vararg.arg)}")
    elif arguments.kwonlyargs:
        parts.append("by name only")
    parts += [
        _parameter(argument, default)
        for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    ]
    if arguments.kwarg is not None:
        parts.append(f"all other names as {name_words(arguments.kwarg.arg)}")
    return ", ".join(parts)


def call_words(arguments: Sequence[ast.expr], keywords: Sequence[ast.keyword]) -> str:
    """Return the arguments of a call, in parentheses."""
    parts = [items(arguments)] if arguments else []
    for keyword in keywords:
        if keyword.arg is None:
            parts.append(f"each named of {words(keyword.value, POSTFIX)}")
        else:
            parts.append(f"{name_words(keyword.arg)} as {words(keyword.value)}")
    return f"({', '.join(parts)})"


def comparison_words(node: ast.Compare) -> tuple[str, str]:
    """Return the left operand, and the rest without its first "is"."""
    match node:
        case ast.Compare(
            left=ast.BinOp(left=left, op=ast.Mod(), right=right),
            ops=[ast.Eq() | ast.NotEq() as equal],
            comparators=[ast.Constant(value=0) as zero],
        ) if type(zero.value) is int:
            no = "" if isinstance(equal, ast.Eq) else "not "
            return words(left, BIT_OR), f"{no}divisible by {words(right, BIT_OR)}"
    parts: list[str] = []
    for operator, other in zip(node.ops, node.comparators, strict=True):
        match operator, other:
            case ast.Is(), ast.Constant(value=None):
                parts.append("nothing")
            case ast.IsNot(), ast.Constant(value=None):
                parts.append("not nothing")
            case _:
                parts.append(f"{COMPARISONS[type(operator)]} {words(other, BIT_OR)}")
    return words(node.left, BIT_OR), " which is ".join(parts)


def filled(template: Template, slots: Sequence[ast.expr], inner: int, last: int) -> str:
    """Return a template with its slots filled; ``inner`` and ``last`` say how tightly slots must bind."""
    parts = [" ".join(template.literals[0])]
    for position, (slot, literal) in enumerate(zip(template.slots, template.literals[1:], strict=True)):
        place = inner if literal else last
        if template.postfix:
            place = ATOM if position else POSTFIX
        parts += [words(slots[slot], place), " ".join(literal)]
    return " ".join(part for part in parts if part)


def _parameter(argument: ast.arg, default: ast.expr | None) -> str:
    name = name_words(argument.arg)
    return name if default is None else f"{name} by default {words(default)}"


def _words(node: ast.expr) -> tuple[str, int]:
    for text, empty in EMPTY.items():
        if ast.dump(node) == ast.dump(empty):
            return text, ATOM
    match node:
        case ast.Constant():
            return _constant(node)
        case ast.Name(id=name):
            return name_words(name), ATOM
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=value)) if type(value) in {int, float}:
            return f"-{ast.unparse(node.operand)}", ATOM
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return f"not {words(operand, NOT)}", NOT
        case ast.UnaryOp(op=unary, operand=operand):
            return f"{UNARY_WORDS[type(unary)]} {words(operand, UNARY)}", UNARY
        case ast.BinOp(left=left, op=operator, right=right):
            word, level = BINARY[type(operator)]
            if level == POWER:
                return f"{words(left, PREFIX)} {word} {words(right, UNARY)}", POWER
            return f"{words(left, level)} {word} {words(right, level + 1)}", level
        case ast.BoolOp(op=both, values=values):
            word, level = ("and", AND) if isinstance(both, ast.And) else ("or", OR)
            return f" {word} ".join(words(value, level + 1) for value in values), level
        case ast.Compare():
            left_text, rest = comparison_words(node)
            return f"{left_text} is {rest}", COMPARE
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return f"{words(body, OR)} if {words(test, OR)} otherwise {words(orelse, CHOICE)}", CHOICE
        case ast.Attribute(value=value, attr=attr):
            plain = _dotted(node)
            return (plain, ATOM) if plain else (f"{words(value, POSTFIX)} then {attr}", POSTFIX)
        case ast.Subscript(value=value, slice=index):
            sliced = isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Slice)
            return f"{words(value, ATOM if sliced else POSTFIX)} {_index(index)}", POSTFIX
        case ast.Call():
            return _call(node)
        case ast.List(elts=elements):
            return f"[{items(elements)}]", ATOM
        case ast.Set(elts=elements):
            return f"{{{items(elements)}}}", ATOM
        case ast.Tuple(elts=elements):
            return f"({items(elements)}{',' if len(elements) == 1 else ''})", ATOM
        case ast.Dict(keys=keys, values=values):
            pairs = [
                f"each named of {words(value, POSTFIX)}" if key is None else f"{words(key)}: {words(value)}"
                for key, value in zip(keys, values, strict=True)
            ]
            return f"{{{', '.join(pairs)}}}", ATOM
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
            return f"{_COMPREHENSIONS[type(node)]} {words(node.elt, CHOICE)}{_loops(node.generators)}", LOOSE
        case ast.DictComp(key=made, value=value):
            pair = f"{words(made, CHOICE)} to {words(value, CHOICE)}"
            return f"the dictionary with {pair}{_loops(node.generators)}", LOOSE
        case ast.Lambda(args=arguments, body=body):
            return f"the function of ({argument_words(arguments)}) giving {words(body)}", LOOSE
        case ast.NamedExpr(target=target, value=value):
            return f"{words(target)} becomes {words(value, CHOICE)}", LOOSE
        case ast.Yield(value=None):
            return "yield", LOOSE
        case ast.Yield(value=ast.expr() as value):
            return f"yield {bare_words(value)}", LOOSE
        case ast.YieldFrom(value=value):
            return f"yield all of {words(value, POSTFIX)}", LOOSE
        case ast.JoinedStr(values=values):
            return f"the text made of ({', '.join(map(_piece, values))})", ATOM
        case _:
            pass
    raise NotWordedError(type(node).__name__)


def _constant(node: ast.Constant) -> tuple[str, int]:
    for word, value in CONSTANTS.items():
        if node.value is value:
            return word, ATOM
    return ast.unparse(node), ATOM


def _dotted(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) if name not in RESERVED:
            return name
        case ast.Attribute(value=value, attr=attr):
            front = _dotted(value)
            return f"{front}.{attr}" if front else ""
        case _:
            return ""


def _index(index: ast.expr) -> str:
    if not isinstance(index, ast.Slice):
        return f"at {words(index, ATOM)}"
    match index.lower, index.upper:
        case None, None:
            place = "" if index.step is not None else "throughout"
        case ast.expr() as lower, None:
            place = f"from position {words(lower, ATOM)} on"
        case None, ast.expr() as upper:
            place = f"before position {words(upper, ATOM)}"
        case ast.expr() as lower, ast.expr() as upper:
            place = f"from position {words(lower, ATOM)} to before {words(upper, ATOM)}"
        case _:
            raise NotWordedError("slice")
    steps = "" if index.step is None else f"in steps of {words(index.step, ATOM)}"
    return f"{place} {steps}".strip()


def _call(node: ast.Call) -> tuple[str, int]:
    parts = template_parts(node)
    if parts is not None:
        name, slots, method = parts
        template = CALL_OF.get((name, method, len(slots)))
        if template is not None:
            return filled(template, slots, POSTFIX, PREFIX), POSTFIX if template.postfix else PREFIX
    function = words(node.func, POSTFIX)
    if len(node.args) == 1 and not node.keywords and not isinstance(node.args[0], ast.Starred):
        argument = words(node.args[0], ATOM)
        if not argument.startswith("("):
            return f"{function} of {argument}", POSTFIX
    return f"{function} of {call_words(node.args, node.keywords)}", POSTFIX


def _loops(generators: Sequence[ast.comprehension]) -> str:
    text = ""
    for generator in generators:
        if generator.is_async:
            raise NotWordedError("async")
        text += f" for each {words(generator.target, POSTFIX)} in {words(generator.iter, OR)}"
        text += "".join(f" where {words(condition, OR)}" for condition in generator.ifs)
    return text


def _piece(piece: ast.expr) -> str:
    match piece:
        case ast.Constant(value=str()):
            return ast.unparse(piece)
        case ast.FormattedValue(value=value) if not isinstance(value, ast.Constant):
            text = words(value, CHOICE)
            if piece.conversion != -1:
                text += f" converted by {chr(piece.conversion)}"
            match piece.format_spec:
                case None:
                    return text
                case ast.JoinedStr(values=[ast.Constant() as pattern]):
                    return f"{text} shown as {ast.unparse(pattern)}"
                case _:
                    pass
        case _:
            pass
    raise NotWordedError("format")
