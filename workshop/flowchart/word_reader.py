"""Reads expressions in words: the inverse of :mod:`.word_writer`."""

import ast
import copy
import keyword
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import ClassVar

from workshop.flowchart.vocabulary import (
    AND,
    ATOM,
    BINARY,
    BIT_OR,
    CALLS,
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
)
from workshop.flowchart.word_tokens import NotReadableError, WordTokens

_LOAD = ast.Load()


#: Words of a binary operator → the operator and how tightly it binds, without powers.
_BINARY: dict[tuple[str, ...], tuple[ast.operator, int]] = {
    tuple(text.split()): (kind(), level) for kind, (text, level) in BINARY.items() if level != POWER
}


class WordReader(WordTokens):
    """Reads expressions, tuples and parameters.

    Each level of the grammar is a method, which reads its operands at tighter levels. The table at the end of
    the class lists them, from the loosest form to the tightest.

    Raises:
        NotReadableError: from every method, if the text has another form.
    """

    def expression(self, level: int = LOOSE) -> ast.expr:
        """Read an expression that binds at least as tightly as ``level``."""
        return self._GRAMMAR[level](self)

    def call_arguments(self) -> tuple[list[ast.expr], list[ast.keyword]]:
        """Read the arguments of a call, in parentheses."""
        self.expect("(")
        plain: list[ast.expr] = []
        keywords: list[ast.keyword] = []
        while not self.take(")"):
            if self.take("each named of"):
                keywords.append(ast.keyword(arg=None, value=self.expression(POSTFIX)))
            elif self.tokens[self.place + 1 : self.place + 2] == [("name", "as")]:
                name = self.name()
                self.expect("as")
                keywords.append(ast.keyword(arg=name, value=self.expression()))
            else:
                plain.append(self.item(LOOSE))
            if not self.take(","):
                self.expect(")")
                break
        return plain, keywords

    def slots(self, template: Template, first: ast.expr | None, inner: int, last: int) -> list[ast.expr]:
        """Read a template after its first literal, or after its first slot if ``first`` is given."""
        found: dict[int, ast.expr] = {}
        for position, (slot, literal) in enumerate(zip(template.slots, template.literals[1:], strict=True)):
            if first is not None and not position:
                found[slot] = first
            else:
                found[slot] = self.expression(inner if literal else last)
            if literal:
                self.expect(" ".join(literal))
        return [found[slot] for slot in sorted(found)]

    def item(self, level: int) -> ast.expr:
        """Read an expression, or ``each of`` and an expression."""
        if self.take("each of"):
            return ast.Starred(value=self.expression(POSTFIX), ctx=_LOAD)
        return self.expression(level)

    def prefixed(self) -> ast.expr | None:
        """Read a call that begins with words, such as ``the length of``, if one comes next."""
        if self.ahead() not in {"the", "whether"}:
            return None
        return self._longest([made for made in CALLS if not made.postfix and made.slots], None)

    def _longest(self, templates: Sequence[Template], base: ast.expr | None) -> ast.expr | None:
        """Read the template that takes most of the text."""
        start, best, best_end = self.place, None, self.place
        for template in templates:
            self.place = start
            literal = template.literals[0 if base is None else 1]
            if not self.take(" ".join(literal)):
                continue
            self.place = start

            def read(template: Template = template) -> ast.expr:
                if base is None:
                    self.expect(" ".join(template.literals[0]))
                    return _call(template, self.slots(template, None, POSTFIX, PREFIX))
                return _call(template, self.slots(template, base, ATOM, ATOM))

            found = self.attempt(read)
            if found is not None and self.place > best_end:
                best, best_end = found, self.place
        self.place = best_end
        return best

    def postfixed(self, base: ast.expr) -> ast.expr | None:
        """Read what follows an operand, such as ``at 3``, if it comes next."""
        if not self.comes("at least") and not self.comes("at most") and self.take("at"):
            return ast.Subscript(value=base, slice=self.atom(), ctx=_LOAD)
        if self.take("of"):
            if self.ahead() == "(":
                plain, keywords = self.call_arguments()
                return ast.Call(func=base, args=plain, keywords=keywords)
            return ast.Call(func=base, args=[self.atom()], keywords=[])
        if self.ahead() == "then" and self.take("then"):
            return ast.Attribute(value=base, attr=self.dotted_name(), ctx=_LOAD)
        index = self._slice()
        if index is not None:
            return ast.Subscript(value=base, slice=index, ctx=_LOAD)
        return self._longest([made for made in CALLS if made.postfix], base)

    def _slice(self) -> ast.Slice | None:
        lower = upper = None
        if self.take("from position"):
            lower = self.atom()
            if not self.take("on"):
                self.expect("to before")
                upper = self.atom()
        elif self.take("before position"):
            upper = self.atom()
        elif not self.take("throughout") and self.tokens[self.place : self.place + 3] != [
            ("name", word) for word in ("in", "steps", "of")
        ]:
            return None
        step = self.atom() if self.take("in steps of") else None
        return ast.Slice(lower=lower, upper=upper, step=step)

    def atom(self) -> ast.expr:
        """Read a name, a value, or anything in brackets."""
        for text, empty in EMPTY.items():
            if self.ahead() == "the" and self.take(text):
                return copy.deepcopy(empty)
        if self.ahead() == "the" and self.take("the text made of ("):
            return self._pieces()
        kind, text = self.next_token()
        match kind, text:
            case "string", _:
                return _literal(text)
            case "number", _ if text.startswith("-"):
                return ast.UnaryOp(op=ast.USub(), operand=_literal(text[1:]))
            case "number", _:
                return _literal(text)
            case "quoted", _:
                return ast.Name(id=text, ctx=_LOAD)
            case "name", _ if text in CONSTANTS:
                return ast.Constant(value=CONSTANTS[text])  # type: ignore[arg-type]
            case "name", _ if text.partition(".")[0] not in RESERVED:
                return _dotted_name(text)
            case "sign", "...":
                return ast.Constant(value=...)
            case "sign", "(" | "[" | "{":
                return self._display(text)
            case "name", "the":
                self.place -= 1
                for template in CALLS:
                    if not template.slots and self.take(" ".join(template.literals[0])):
                        return _call(template, [])
            case _:
                pass
        raise NotReadableError(text)

    def _display(self, sign: str) -> ast.expr:
        closing = {"(": ")", "[": "]", "{": "}"}[sign]
        keys: list[ast.expr | None] = []
        elements: list[ast.expr] = []
        comma = False
        while not self.take(closing):
            if sign == "{" and self.take("each named of"):
                keys.append(None)
                elements.append(self.expression(POSTFIX))
            else:
                item = self.item(LOOSE)
                if sign == "{" and self.take(":"):
                    keys.append(item)
                    item = self.expression()
                elements.append(item)
            comma = self.take(",")
            if not comma:
                self.expect(closing)
                break
        if sign == "[":
            return ast.List(elts=elements, ctx=_LOAD)
        if sign == "{":
            return ast.Dict(keys=keys, values=elements) if keys else ast.Set(elts=elements)
        if len(elements) == 1 and not comma:
            return elements[0]
        return ast.Tuple(elts=elements, ctx=_LOAD)

    def _pieces(self) -> ast.expr:
        pieces: list[ast.expr] = []
        while not self.take(")"):
            value = self.expression(CHOICE)
            if not isinstance(value, ast.Constant):
                conversion = ord(self.name()) if self.take("converted by") else -1
                pattern = ast.JoinedStr(values=[self.atom()]) if self.take("shown as") else None
                value = ast.FormattedValue(value=value, conversion=conversion, format_spec=pattern)
            pieces.append(value)
            if not self.take(","):
                self.expect(")")
                break
        return ast.JoinedStr(values=pieces)

    def comparison(self, left: ast.expr) -> ast.expr:
        """Read the rest of a comparison, after its first "is"."""
        for negated, operator in (("", ast.Eq()), ("not ", ast.NotEq())):
            if self.take(f"{negated}divisible by"):
                rest = ast.BinOp(left=left, op=ast.Mod(), right=self.expression(BIT_OR))
                return ast.Compare(left=rest, ops=[operator], comparators=[ast.Constant(value=0)])
        operators: list[ast.cmpop] = []
        others: list[ast.expr] = []
        while True:
            if self.take("nothing"):
                operators.append(ast.Is())
                others.append(ast.Constant(value=None))
            elif self.take("not nothing"):
                operators.append(ast.IsNot())
                others.append(ast.Constant(value=None))
            else:
                operators.append(
                    next((kind() for kind, text in COMPARISONS.items() if self.take(text)), ast.Eq())
                )
                if self.place and self.tokens[self.place - 1][1] == "is":
                    raise NotReadableError("a comparison")
                others.append(self.expression(BIT_OR))
            if not self.take("which is"):
                return ast.Compare(left=left, ops=operators, comparators=others)

    def bare(self, level: int = LOOSE) -> ast.expr:
        """Read an expression, or several with commas between them: a tuple."""
        first = self.item(level)
        if not self.take(","):
            return first
        elements = [first]
        while True:
            elements.append(self.item(level))
            if not self.take(","):
                return ast.Tuple(elts=elements, ctx=_LOAD)

    def arguments(self) -> ast.arguments:
        """Read the parameters of a function."""
        made = _parameters()
        only_by_name = False
        while True:
            if self.take("by place only"):
                made.posonlyargs, made.args = made.args, []
            elif self.take("by name only"):
                only_by_name = True
            elif self.take("all others as"):
                made.vararg, only_by_name = ast.arg(arg=self.name()), True
            elif self.take("all other names as"):
                made.kwarg = ast.arg(arg=self.name())
            else:
                argument = ast.arg(arg=self.name())
                default = self.expression() if self.take("by default") else None
                if only_by_name:
                    made.kwonlyargs.append(argument)
                    made.kw_defaults.append(default)
                else:
                    made.args.append(argument)
                    made.defaults += [] if default is None else [default]
            if not self.take(","):
                return made

    def _loose(self) -> ast.expr:
        for words, kind in (("list", ast.ListComp), ("set", ast.SetComp), ("series", ast.GeneratorExp)):
            if self.take(f"the {words} with"):
                element = self.expression(CHOICE)
                return kind(elt=element, generators=self._loops())
        if self.take("the dictionary with"):
            key = self.expression(CHOICE)
            self.expect("to")
            value = self.expression(CHOICE)
            return ast.DictComp(key=key, value=value, generators=self._loops())
        if self.take("the function of ("):
            empty = self.take(")")
            arguments = _parameters() if empty else self.arguments()
            if not empty:
                self.expect(")")
            self.expect("giving")
            return ast.Lambda(args=arguments, body=self.expression())
        if self.take("yield all of"):
            return ast.YieldFrom(value=self.expression(POSTFIX))
        if self.take("yield"):
            ended = self.place >= len(self.tokens) or self.ahead() in {")", "]", "}", ","}
            return ast.Yield(value=None if ended else self.bare())
        if self.tokens[self.place + 1 : self.place + 2] == [("name", "becomes")]:
            target = ast.Name(id=self.name(), ctx=ast.Store())
            self.expect("becomes")
            return ast.NamedExpr(target=target, value=self.expression(CHOICE))
        return self.expression(CHOICE)

    def _loops(self) -> list[ast.comprehension]:
        made: list[ast.comprehension] = []
        while self.take("for each"):
            target = self.expression(POSTFIX)
            self.expect("in")
            loop = ast.comprehension(target=target, iter=self.expression(OR), ifs=[], is_async=0)
            while self.take("where"):
                loop.ifs.append(self.expression(OR))
            made.append(loop)
        if not made:
            raise NotReadableError("for each")
        return made

    def _choice(self) -> ast.expr:
        body = self.expression(OR)
        if not self.take("if"):
            return body
        test = self.expression(OR)
        self.expect("otherwise")
        return ast.IfExp(test=test, body=body, orelse=self._choice())

    def _boolean(self, word: str, operator: type[ast.boolop], operands: int) -> ast.expr:
        values = [self.expression(operands)]
        while self.ahead() == word and self.take(word):
            values.append(self.expression(operands))
        return values[0] if len(values) == 1 else ast.BoolOp(op=operator(), values=values)

    def _not(self) -> ast.expr:
        if self.ahead() == "not" and self.take("not"):
            return ast.UnaryOp(op=ast.Not(), operand=self._not())
        return self._compared()

    def _compared(self) -> ast.expr:
        left = self._binary()
        return self.comparison(left) if self.take("is") else left

    def _binary(self, level: int = BIT_OR) -> ast.expr:
        """Read operands with operators of at least a level between them; equal levels group to the left."""
        left = self._unary()
        while (found := self._binary_operator(level)) is not None:
            operator, own = found
            left = ast.BinOp(left=left, op=operator, right=self._binary(own + 1))
        return left

    def _binary_operator(self, level: int) -> tuple[ast.operator, int] | None:
        for words, (operator, own) in _BINARY.items():
            if own >= level and self.ahead() == words[0] and self.take(" ".join(words)):
                return operator, own
        return None

    def _unary(self) -> ast.expr:
        for kind, text in UNARY_WORDS.items():
            if self.ahead() == text.split()[0] and self.take(text):
                return ast.UnaryOp(op=kind(), operand=self._unary())
        return self._power()

    def _power(self) -> ast.expr:
        left = self._prefixed_or_postfixed()
        words = BINARY[ast.Pow][0]
        if self.ahead() == words.split()[0] and self.take(words):
            return ast.BinOp(left=left, op=ast.Pow(), right=self._unary())
        return left

    def _prefixed_or_postfixed(self) -> ast.expr:
        return self.prefixed() or self._postfixes()

    def _postfixes(self) -> ast.expr:
        base = self.atom()
        while (longer := self.postfixed(base)) is not None:
            base = longer
        return base

    #: How tightly a form binds at least → what reads it.
    _GRAMMAR: ClassVar[Mapping[int, Callable[["WordReader"], ast.expr]]] = {
        LOOSE: _loose,
        CHOICE: _choice,
        OR: partial(_boolean, word="or", operator=ast.Or, operands=AND),
        AND: partial(_boolean, word="and", operator=ast.And, operands=NOT),
        NOT: _not,
        COMPARE: _compared,
        BIT_OR: _binary,
        UNARY: _unary,
        POWER: _power,
        PREFIX: _prefixed_or_postfixed,
        POSTFIX: _postfixes,
        ATOM: atom,
    }


def _call(template: Template, slots: Sequence[ast.expr]) -> ast.Call:
    if template.method:
        function: ast.expr = ast.Attribute(value=slots[0], attr=template.name, ctx=_LOAD)
        return ast.Call(func=function, args=list(slots[1:]), keywords=[])
    return ast.Call(func=ast.Name(id=template.name, ctx=_LOAD), args=list(slots), keywords=[])


def _literal(text: str) -> ast.Constant:
    try:
        return ast.Constant(value=ast.literal_eval(text))
    except (SyntaxError, ValueError):
        raise NotReadableError(text) from None


def _dotted_name(text: str) -> ast.expr:
    first, *rest = text.split(".")
    if any(keyword.iskeyword(part) for part in (first, *rest)):
        raise NotReadableError(text)
    node: ast.expr = ast.Name(id=first, ctx=_LOAD)
    for part in rest:
        node = ast.Attribute(value=node, attr=part, ctx=_LOAD)
    return node


def _parameters() -> ast.arguments:
    return ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
