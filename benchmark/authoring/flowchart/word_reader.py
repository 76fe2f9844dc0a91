"""Reads expressions in words: the inverse of :mod:`.word_writer`."""

import ast

from benchmark.authoring.flowchart.vocabulary import (
    BINARY,
    BIT_OR,
    CHOICE,
    COMPARE,
    COMPARISONS,
    LOOSE,
    NOT,
    OR,
    POSTFIX,
    POWER,
    PREFIX,
    UNARY,
    UNARY_WORDS,
)
from benchmark.authoring.flowchart.word_operands import OperandReader
from benchmark.authoring.flowchart.word_tokens import NotReadableError

_LOAD = ast.Load()
_BY_WORDS: dict[tuple[str, ...], tuple[ast.operator, int]] = {
    tuple(text.split()): (kind(), level) for kind, (text, level) in BINARY.items()
}
_LEVELS = sorted({level for _, level in BINARY.values()} - {POWER})


class WordReader(OperandReader):
    """Reads expressions, tuples and parameters.

    Raises:
        NotReadableError: from every method, if the text has another form.
    """

    def expression(self, level: int = LOOSE) -> ast.expr:
        """Read an expression that binds at least as tightly as ``level``."""
        if level == LOOSE:
            return self._loose()
        if level == CHOICE:
            body = self.expression(OR)
            if not self.take("if"):
                return body
            test = self.expression(OR)
            self.expect("otherwise")
            return ast.IfExp(test=test, body=body, orelse=self.expression(CHOICE))
        if level < NOT:
            word, operator = ("or", ast.Or()) if level == OR else ("and", ast.And())
            values = [self.expression(level + 1)]
            while self.ahead() == word and self.take(word):
                values.append(self.expression(level + 1))
            return values[0] if len(values) == 1 else ast.BoolOp(op=operator, values=values)
        if level == NOT:
            if self.ahead() == "not" and self.take("not"):
                return ast.UnaryOp(op=ast.Not(), operand=self.expression(NOT))
            return self.expression(COMPARE)
        if level == COMPARE:
            left = self.expression(BIT_OR)
            return self.comparison(left) if self.take("is") else left
        return self._tight(level)

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

    def _tight(self, level: int) -> ast.expr:
        if level in _LEVELS:
            left = self._tight(level + 1)
            while (operator := self._operator(level)) is not None:
                left = ast.BinOp(left=left, op=operator, right=self._tight(level + 1))
            return left
        if level == UNARY:
            for kind, text in UNARY_WORDS.items():
                if self.ahead() == text.split()[0] and self.take(text):
                    return ast.UnaryOp(op=kind(), operand=self._tight(UNARY))
            return self._tight(POWER)
        if level == POWER:
            left = self._tight(PREFIX)
            if self._operator(POWER) is None:
                return left
            return ast.BinOp(left=left, op=ast.Pow(), right=self._tight(UNARY))
        if level == PREFIX:
            return self.prefixed() or self._tight(POSTFIX)
        if level == POSTFIX:
            base = self.atom()
            while (longer := self.postfixed(base)) is not None:
                base = longer
            return base
        return self.atom()

    def _operator(self, level: int) -> ast.operator | None:
        for text, (operator, found) in _BY_WORDS.items():
            if found == level and self.ahead() == text[0] and self.take(" ".join(text)):
                return operator
        return None


def _parameters() -> ast.arguments:
    return ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
