"""Random syntax trees: expressions and statements of everything that a label can say."""

import ast
import random

NAMES = (
    "a", "i", "xs", "row", "mod", "the", "least", "list", "of", "true", "set", "x_1", "Max", "it", "end",
    "self.items",
)  # fmt: skip
ATTRIBUTES = (
    "lower", "append", "items", "value", "strip", "count", "isdigit", "startswith", "pop", "get", "join",
)  # fmt: skip
FUNCTIONS = (
    "len", "sum", "range", "max", "sorted", "helper", "zip", "any", "int", "input", "print", "isinstance",
)  # fmt: skip
CONSTANTS = (
    0, 1, 2.5, 10**9, 1e-9, True, False, None, "", "a b", "it's", 'is "x"?', b"x", ..., 2j, "%",
    "a # b <br> `",
)  # fmt: skip
BINARY = tuple(kind() for kind in ast.operator.__subclasses__())
COMPARE = tuple(kind() for kind in ast.cmpop.__subclasses__())
UNARY = (ast.USub(), ast.Not(), ast.Invert(), ast.UAdd())
LOAD, STORE = ast.Load(), ast.Store()


class RandomCode:
    """Draws syntax trees from one seed."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)  # noqa: S311 - no secret

    def name(self) -> ast.expr:
        return ast.parse(self.chance.choice(NAMES), mode="eval").body

    def plain_name(self) -> str:
        return self.chance.choice(NAMES[:-1])

    def several(self, depth: int, least: int = 0) -> list[ast.expr]:
        return [self.expression(depth) for _ in range(self.chance.randint(least, 3))]

    def expression(self, depth: int) -> ast.expr:
        if depth <= 0 or self.chance.random() < 0.15:
            if self.chance.random() < 0.6:
                return self.name()
            return ast.Constant(value=self.chance.choice(CONSTANTS))
        kinds = (
            self._binary, self._unary, self._both, self._compare, self._call, self._call, self._method,
            self._method,
            self._index, self._index, self._display, self._choice, self._comprehension, self._attribute,
            self._lambda, self._walrus, self._format,
        )  # fmt: skip
        return self.chance.choice(kinds)(depth - 1)

    def _binary(self, depth: int) -> ast.expr:
        left, right = self.expression(depth), self.expression(depth)
        return ast.BinOp(left=left, op=self.chance.choice(BINARY), right=right)

    def _unary(self, depth: int) -> ast.expr:
        return ast.UnaryOp(op=self.chance.choice(UNARY), operand=self.expression(depth))

    def _both(self, depth: int) -> ast.expr:
        return ast.BoolOp(
            op=self.chance.choice((ast.And(), ast.Or())),
            values=[self.expression(depth), *self.several(depth, 1)],
        )

    def _compare(self, depth: int) -> ast.expr:
        others = self.several(depth, 1)[:2]
        return ast.Compare(
            left=self.expression(depth), ops=[self.chance.choice(COMPARE) for _ in others], comparators=others
        )

    def _arguments(self, depth: int) -> tuple[list[ast.expr], list[ast.keyword]]:
        plain = self.several(depth)
        if plain and self.chance.random() < 0.1:
            plain[-1] = ast.Starred(value=plain[-1], ctx=LOAD)
        keywords: list[ast.keyword] = []
        if self.chance.random() < 0.2:
            name = self.chance.choice((self.plain_name(), None))
            keywords.append(ast.keyword(arg=name, value=self.expression(depth)))
        return plain, keywords

    def _call(self, depth: int) -> ast.expr:
        plain, keywords = self._arguments(depth)
        function = ast.Name(id=self.chance.choice(FUNCTIONS), ctx=LOAD)
        return ast.Call(func=function, args=plain, keywords=keywords)

    def _method(self, depth: int) -> ast.expr:
        plain, keywords = self._arguments(depth)
        return ast.Call(func=self._attribute(depth), args=plain, keywords=keywords)

    def _attribute(self, depth: int) -> ast.expr:
        return ast.Attribute(value=self.expression(depth), attr=self.chance.choice(ATTRIBUTES), ctx=LOAD)

    def _index(self, depth: int) -> ast.expr:
        index = self.expression(depth)
        if self.chance.random() < 0.5:
            parts = [self.expression(depth) if self.chance.random() < 0.5 else None for _ in range(3)]
            index = ast.Slice(lower=parts[0], upper=parts[1], step=parts[2])
        return ast.Subscript(value=self.expression(depth), slice=index, ctx=LOAD)

    def _display(self, depth: int) -> ast.expr:
        elements = self.several(depth)
        kind = self.chance.randrange(4)
        if kind == 0:
            return ast.Tuple(elts=elements, ctx=LOAD)
        if kind == 1:
            return ast.Dict(keys=[self.expression(depth) for _ in elements], values=elements)
        if kind == 2 and elements:
            return ast.Set(elts=elements)
        return ast.List(elts=elements, ctx=LOAD)

    def _choice(self, depth: int) -> ast.expr:
        return ast.IfExp(
            test=self.expression(depth), body=self.expression(depth), orelse=self.expression(depth)
        )

    def target(self) -> ast.expr:
        kind = self.chance.randrange(4)
        if kind == 0:
            return ast.Tuple(
                elts=[ast.Name(id="a", ctx=STORE), ast.Name(id=self.plain_name(), ctx=STORE)], ctx=STORE
            )
        if kind == 1:
            return ast.Subscript(value=self.name(), slice=self.expression(1), ctx=STORE)
        return ast.Name(id=self.plain_name(), ctx=STORE)

    def _comprehension(self, depth: int) -> ast.expr:
        loops = [
            ast.comprehension(
                target=self.chance.choice(
                    (
                        ast.Name(id="i", ctx=STORE),
                        ast.Tuple(
                            elts=[ast.Name(id="i", ctx=STORE), ast.Name(id="the", ctx=STORE)], ctx=STORE
                        ),
                    )
                ),
                iter=self.expression(depth),
                ifs=self.several(depth)[:1],
                is_async=0,
            )
            for _ in range(self.chance.randint(1, 2))
        ]
        if self.chance.random() < 0.2:
            return ast.DictComp(key=self.expression(depth), value=self.expression(depth), generators=loops)
        kind = self.chance.choice((ast.ListComp, ast.SetComp, ast.GeneratorExp))
        return kind(elt=self.expression(depth), generators=loops)

    def parameters(self, depth: int) -> ast.arguments:
        names = self.chance.sample(NAMES[:-1], 6)
        plain = [ast.arg(arg=name) for name in names[: self.chance.randint(0, 3)]]
        place = [ast.arg(arg=names[3])] if plain and self.chance.random() < 0.2 else []
        many = self.chance.randint(0, len(plain))
        others = [ast.arg(arg=names[4])] if self.chance.random() < 0.3 else []
        return ast.arguments(
            posonlyargs=place,
            args=plain,
            vararg=ast.arg(arg="rest") if self.chance.random() < 0.2 else None,
            kwonlyargs=others,
            kw_defaults=[self.chance.choice((None, self.expression(depth)))] if others else [],
            kwarg=ast.arg(arg=names[5]) if self.chance.random() < 0.2 else None,
            defaults=[self.expression(depth) for _ in range(many)],
        )

    def _lambda(self, depth: int) -> ast.expr:
        return ast.Lambda(args=self.parameters(depth), body=self.expression(depth))

    def _walrus(self, depth: int) -> ast.expr:
        return ast.NamedExpr(target=ast.Name(id=self.plain_name(), ctx=STORE), value=self.expression(depth))

    def _format(self, depth: int) -> ast.expr:
        value = ast.Call(func=ast.Name(id="helper", ctx=LOAD), args=[self.name()], keywords=[])
        spec = ast.JoinedStr(values=[ast.Constant(value=">8.2f")]) if depth % 2 else None
        return ast.JoinedStr(values=[
            ast.Constant(value="so: "), ast.FormattedValue(value=value, conversion=-1, format_spec=spec),
        ])  # fmt: skip

    def statement(self, depth: int) -> ast.stmt:
        value = self.expression(depth)
        match self.chance.randrange(11):
            case 0 | 1:
                targets = [self.target() for _ in range(self.chance.choice((1, 1, 1, 2)))]
                return ast.Assign(targets=targets, value=value)
            case 2:
                target = ast.Name(id=self.plain_name(), ctx=STORE)
                return ast.AugAssign(target=target, op=self.chance.choice(BINARY), value=value)
            case 3:
                return ast.Return(value=value)
            case 4:
                return ast.Raise(exc=value, cause=self.chance.choice((None, self.expression(1))))
            case 5:
                return ast.Assert(test=value, msg=self.chance.choice((None, self.expression(1))))
            case 6:
                return ast.Delete(targets=[self.target() for _ in range(self.chance.randint(1, 2))])
            case 7:
                return ast.Global(names=[self.plain_name()])
            case 8:
                inner = self.chance.choice((ast.Yield(value=value), ast.YieldFrom(value=value), ast.Yield()))
                return ast.Expr(value=inner)
            case 9:
                names = [ast.alias(name="os.path", asname="p"), ast.alias(name="math")]
                return self.chance.choice((
                    ast.Import(names=names), ast.ImportFrom(module="a.b", names=names[1:], level=0),
                ))  # fmt: skip
        return ast.Expr(value=value)
