"""The words of the level ``words``: operators, functions and methods, as templates with slots."""

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass

#: How tightly forms bind; an operand that binds less tightly than its place needs stands in parentheses.
LOOSE, CHOICE, OR, AND, NOT, COMPARE, BIT_OR, BIT_XOR, BIT_AND, SHIFT, SUM, PRODUCT, UNARY, POWER = range(14)
PREFIX, POSTFIX, ATOM = 14, 15, 16

#: Operator → words and how tightly it binds.
BINARY: Mapping[type[ast.operator], tuple[str, int]] = {
    ast.BitOr: ("bitwise or", BIT_OR),
    ast.BitXor: ("bitwise xor", BIT_XOR),
    ast.BitAnd: ("bitwise and", BIT_AND),
    ast.LShift: ("shifted left by", SHIFT),
    ast.RShift: ("shifted right by", SHIFT),
    ast.Add: ("plus", SUM),
    ast.Sub: ("minus", SUM),
    ast.Mult: ("times", PRODUCT),
    ast.Div: ("divided by", PRODUCT),
    ast.FloorDiv: ("divided in whole numbers by", PRODUCT),
    ast.Mod: ("modulo", PRODUCT),
    ast.MatMult: ("matrix times", PRODUCT),
    ast.Pow: ("to the power of", POWER),
}
UNARY_WORDS: Mapping[type[ast.unaryop], str] = {
    ast.USub: "minus",
    ast.UAdd: "plus",
    ast.Invert: "bitwise not",
}
#: Comparison → words after "is" or "which is".
COMPARISONS: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "equal to",
    ast.NotEq: "different from",
    ast.Lt: "less than",
    ast.LtE: "at most",
    ast.Gt: "greater than",
    ast.GtE: "at least",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.Is: "the same as",
    ast.IsNot: "not the same as",
}
CONSTANTS: Mapping[str, object] = {"true": True, "false": False, "nothing": None}
EMPTY: Mapping[str, ast.expr] = {
    "the empty list": ast.List(elts=[], ctx=ast.Load()),
    "the empty dictionary": ast.Dict(keys=[], values=[]),
    "the empty tuple": ast.Tuple(elts=[], ctx=ast.Load()),
    "the empty text": ast.Constant(value=""),
}
#: Words that can begin an operand; variables with these names stand in ‘quotes’.
RESERVED = frozenset({
    "the", "not", "minus", "plus", "bitwise", "true", "false", "nothing", "each", "yield", "it", "whether",
    "all", "by", "least", "most", "there", "this", "everything", "module", "class",
})  # fmt: skip

_Table = Mapping[str, str | tuple[str, ...]]
#: Functions by name; the number of arguments is that of the slots.
_FUNCTIONS: _Table = {
    "len": "the length of {0}",
    "sum": "the sum of {0}",
    "max": ("the maximum of {0}", "the larger of {0} and {1}"),
    "min": ("the minimum of {0}", "the smaller of {0} and {1}"),
    "abs": "the absolute value of {0}",
    "sorted": "the sorted list of {0}",
    "reversed": "the reverse of {0}",
    "enumerate": "the numbered items of {0}",
    "range": (
        "the whole numbers below {0}",
        "the numbers from {0} to before {1}",
        "the numbers from {0} to before {1} counting by {2}",
    ),
    "zip": ("", "the pairs of {0} and {1}"),
    "map": ("", "the results of {0} for every item of {1}"),
    "filter": ("", "the items of {1} that pass {0}"),
    "any": "whether any of {0} is true",
    "all": "whether all of {0} are true",
    "set": "the set of {0}",
    "list": "the list of {0}",
    "tuple": "the tuple of {0}",
    "dict": "the dictionary of {0}",
    "str": "the text of {0}",
    "int": ("the integer of {0}", "the integer of {0} in base {1}"),
    "float": "the decimal number of {0}",
    "bool": "the truth value of {0}",
    "round": ("{0} rounded", "{0} rounded to {1} digits"),
    "ord": "the code of {0}",
    "chr": "the character with code {0}",
    "bin": "the binary text of {0}",
    "hex": "the hexadecimal text of {0}",
    "type": "the type of {0}",
    "next": "the next item of {0}",
    "iter": "the iterator of {0}",
    "divmod": ("", "the quotient and remainder of {0} by {1}"),
    "isinstance": ("", "{0} is of type {1}"),
}
_NO_ARGUMENTS: _Table = {
    "set": "the new set",
    "list": "the new list",
    "dict": "the new dictionary",
    "input": "the next line of input",
}
#: Methods; slot 0 is the object, then its arguments.
_METHODS: _Table = {
    "lower": "{0} in lower case",
    "upper": "{0} in upper case",
    "swapcase": "{0} with upper and lower case swapped",
    "strip": "{0} without outer spaces",
    "split": ("the words of {0}", "{0} split at {1}"),
    "join": ("", "{1} joined by {0}"),
    "count": ("", "the count of {1} in {0}"),
    "index": ("", "the position of {1} in {0}"),
    "find": ("", "the first place of {1} in {0}"),
    "replace": ("", "", "{0} with {1} replaced by {2}"),
    "startswith": ("", "{0} starts with {1}"),
    "endswith": ("", "{0} ends with {1}"),
    "keys": "the keys of {0}",
    "values": "the values of {0}",
    "items": "the keys and values of {0}",
    "get": ("", "the entry of {0} for {1}", "the entry of {0} for {1} or else {2}"),
    "copy": "the copy of {0}",
    "pop": ("the last item taken from {0}", "the item taken from {0} with index {1}"),
    "popleft": "the first item taken from {0}",
    "isdigit": "{0} is all digits",
    "isalpha": "{0} is all letters",
    "isalnum": "{0} is all letters and digits",
    "isspace": "{0} is all spaces",
    "isupper": "{0} is in upper case",
    "islower": "{0} is in lower case",
}
#: Methods whose result nobody uses: a statement of their own.
_STATEMENTS: _Table = {
    "append": ("", "append {1} to {0}"),
    "appendleft": ("", "put {1} in front of {0}"),
    "extend": ("", "extend {0} by {1}"),
    "add": ("", "add {1} to {0}"),
    "discard": ("", "discard {1} from {0}"),
    "remove": ("", "remove {1} from {0}"),
    "insert": ("", "", "insert {2} into {0} before item {1}"),
    "update": ("", "merge {1} into {0}"),
    "pop": ("drop the last item of {0}", "drop from {0} item {1}"),
    "popleft": "drop the first item of {0}",
    "sort": "sort {0}",
    "reverse": "reverse {0}",
    "clear": "empty {0}",
}


@dataclass(frozen=True, slots=True)
class Template:
    """A call in words: ``literals[0] slot literals[1] slot …``; a postfix form has an empty first literal."""

    name: str
    method: bool
    literals: tuple[tuple[str, ...], ...]  #: words between the slots; one more than slots
    slots: tuple[int, ...]  #: which argument stands in each slot; for methods, 0 is the object

    @property
    def postfix(self) -> bool:
        """Whether the form begins with a slot."""
        return not self.literals[0]


def _templates(table: _Table, *, method: bool) -> list[Template]:
    made: list[Template] = []
    for name, texts in table.items():
        for text in (texts,) if isinstance(texts, str) else texts:
            if text:
                parts = re.split(r"\{(\d)\}", text)
                literals = tuple(tuple(part.split()) for part in parts[::2])
                made.append(Template(name, method, literals, tuple(int(part) for part in parts[1::2])))
    return made


CALLS = (
    *_templates(_FUNCTIONS, method=False),
    *_templates(_NO_ARGUMENTS, method=False),
    *_templates(_METHODS, method=True),
)
STATEMENTS = tuple(_templates(_STATEMENTS, method=True))
#: Name, whether it is a method, and number of slots → template.
CALL_OF = {(made.name, made.method, len(made.slots)): made for made in CALLS}
STATEMENT_OF = {(made.name, len(made.slots)): made for made in STATEMENTS}
#: Postfix forms that state something, so that a question begins with "is it true that".
STATED = frozenset(
    made.name for made in CALLS if made.postfix and made.literals[1][0] in {"is", "starts", "ends"}
)


def template_parts(node: ast.AST) -> tuple[str, list[ast.expr], bool] | None:
    """Return name, slots and kind of a call that a template may say: ``f(a)`` or ``a.f(b)``."""
    match node:
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
            slots, method = list(arguments), False
        case ast.Call(func=ast.Attribute(value=value, attr=name), args=arguments, keywords=[]):
            slots, method = [value, *arguments], True
        case _:
            return None
    return None if any(isinstance(slot, ast.Starred) for slot in slots) else (name, slots, method)
