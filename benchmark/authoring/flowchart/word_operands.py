"""Reads operands in words: names, values, calls, indices, displays."""

import ast
import copy
import keyword
from abc import abstractmethod
from collections.abc import Sequence

from benchmark.authoring.flowchart.vocabulary import (
    ATOM,
    CALLS,
    CHOICE,
    CONSTANTS,
    EMPTY,
    LOOSE,
    POSTFIX,
    PREFIX,
    RESERVED,
    Template,
)
from benchmark.authoring.flowchart.word_tokens import NotReadableError, WordTokens

_LOAD = ast.Load()


class OperandReader(WordTokens):
    """Reads what stands between operators."""

    @abstractmethod
    def expression(self, level: int = LOOSE) -> ast.expr:
        """Read an expression that binds at least as tightly as ``level``."""

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
