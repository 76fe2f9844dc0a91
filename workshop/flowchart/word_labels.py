"""Labels of the level ``words``: steps and statements as short sentences, and back."""

import ast
import re
from collections.abc import Sequence

from workshop.flowchart.code_labels import expression as code_expression
from workshop.flowchart.step import ChartStep, StepKind
from workshop.flowchart.vocabulary import (
    BINARY,
    BIT_OR,
    CHOICE,
    POSTFIX,
    STATED,
    STATEMENT_OF,
    STATEMENTS,
    Template,
    template_parts,
)
from workshop.flowchart.word_reader import WordReader
from workshop.flowchart.word_tokens import NotReadableError
from workshop.flowchart.word_writer import (
    NotWordedError,
    argument_words,
    bare_words,
    call_words,
    comparison_words,
    filled,
    items,
    name_words,
    words,
)

_NAME = r"[^\W\d]\w*(?:\.[^\W\d]\w*)*"
_ERROR = r"(?P<name>error(?: \d+)?)"
_CONTEXT = r"(?P<name>context(?: \d+)?)"
_UPDATES = {ast.Add: "increase", ast.Sub: "decrease", ast.Mult: "multiply", ast.Div: "divide"}


def write_words(step: ChartStep) -> str:
    """Return the label of a step in words.

    Raises:
        NotWordedError: if there are no words for it.
    """
    match step.kind, step.node:
        case StepKind.START, _:
            return f"Start of {step.name}"
        case StepKind.START_CLASS, ast.Call(args=[], keywords=[]):
            return f"Start of class {step.name}"
        case StepKind.START_CLASS, ast.Call(args=arguments, keywords=keywords):
            return f"Start of class {step.name} based on {call_words(arguments, keywords)}"
        case StepKind.START_PROGRAM, _:
            return "Start of whole program"
        case StepKind.END, _:
            return "End"
        case StepKind.INPUT, ast.arguments() as arguments:
            return f"take {argument_words(arguments)}"
        case StepKind.TEST, ast.expr() as test:
            return _question(test)
        case StepKind.NEXT, ast.For(target=target, iter=iterable):
            return f"is there a next {target_words(target)} in {bare_words(iterable)}?"
        case StepKind.DO, ast.stmt() as statement:
            return statement_words(statement)
        case StepKind.DEFINE, _:
            return f"define {step.name}"
        case StepKind.CATCH, ast.expr() as kinds:
            return f"is this {step.name} of kind {words(kinds)}?"
        case StepKind.BIND, ast.Name(id=name):
            return f"call this {step.name} {name_words(name)}"
        case StepKind.RERAISE, _:
            return f"raise this {step.name} again"
        case StepKind.ENTER, ast.withitem(context_expr=context, optional_vars=None):
            return f"open {step.name} with {words(context)}"
        case StepKind.ENTER, ast.withitem(context_expr=context, optional_vars=ast.expr() as target):
            return f"open {step.name} with {words(context, CHOICE)} as {words(target, POSTFIX)}"
        case StepKind.LEAVE, _:
            return f"close {step.name}"
        case StepKind.ABSORBS, _:
            return f"does {step.name} absorb the error?"
        case _:
            pass
    raise NotWordedError(step.kind)


def read_words(label: str) -> ChartStep:
    """Return the step of a label in words.

    Raises:
        ValueError: if the label is not one.
    """
    for pattern, kind in _FIXED:
        found = pattern.fullmatch(label)
        if found is not None:
            name = found.groupdict().get("name") or ""
            node: ast.AST | None = code_expression(f"{name}()") if kind is StepKind.START_CLASS else None
            return ChartStep(kind=kind, name=name, node=node)
    found = _BASED.fullmatch(label)
    if found is not None:
        reader = WordReader(found[2])
        arguments, keywords = reader.call_arguments()
        reader.finish()
        header = ast.Call(func=code_expression(found[1]), args=arguments, keywords=keywords)
        return ChartStep(kind=StepKind.START_CLASS, name=found[1], node=header)
    for pattern, kind in _NAMED:
        found = pattern.match(label)
        if found is not None:
            reader = WordReader(label[found.end() :])
            node = _named(reader, kind)
            reader.finish()
            return ChartStep(kind=kind, name=found["name"], node=node)
    reader = WordReader(label)
    step = _read(reader)
    reader.finish()
    return step


_FIXED = [
    (re.compile("Start of whole program"), StepKind.START_PROGRAM),
    (re.compile(rf"Start of class (?P<name>{_NAME})"), StepKind.START_CLASS),
    (re.compile(rf"Start of (?P<name>{_NAME})"), StepKind.START),
    (re.compile("End"), StepKind.END),
    (re.compile(rf"define (?P<name>{_NAME})"), StepKind.DEFINE),
    (re.compile(rf"raise this {_ERROR} again"), StepKind.RERAISE),
    (re.compile(rf"close {_CONTEXT}"), StepKind.LEAVE),
    (re.compile(rf"does {_CONTEXT} absorb the error\?"), StepKind.ABSORBS),
]


_BASED = re.compile(rf"Start of class ({_NAME}) based on (\(.*\))")


_NAMED = [
    (re.compile(rf"is this {_ERROR} of kind "), StepKind.CATCH),
    (re.compile(rf"call this {_ERROR} (?=[^\d])"), StepKind.BIND),
    (re.compile(rf"open {_CONTEXT} with "), StepKind.ENTER),
]


def _named(reader: WordReader, kind: StepKind) -> ast.AST:
    if kind is StepKind.BIND:
        return ast.Name(id=reader.name(), ctx=ast.Store())
    found = reader.expression()
    if kind is StepKind.CATCH:
        reader.expect("?")
        return found
    target = reader.expression(POSTFIX) if reader.take("as") else None
    return ast.withitem(context_expr=found, optional_vars=target)


def _question(test: ast.expr) -> str:
    match test:
        case ast.Compare():
            left, rest = comparison_words(test)
            return f"is {left} {rest}?"
        case ast.BoolOp() | ast.UnaryOp(op=ast.Not(), operand=ast.Compare() | ast.BoolOp() | ast.UnaryOp()):
            return f"is it true that {words(test)}?"
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            answer = "false"
        case _:
            inner, answer = test, "true"
    parts = template_parts(inner)
    if parts is not None and parts[0] in STATED:
        return f"is it true that {words(test)}?"
    return f"is {words(inner, BIT_OR)} {answer}?"


def _read(reader: WordReader) -> ChartStep:
    if reader.take("take"):
        return ChartStep(kind=StepKind.INPUT, node=reader.arguments())
    if reader.take("is there a next"):
        target = reader.bare(POSTFIX)
        reader.expect("in")
        iterable = reader.bare()
        reader.expect("?")
        return ChartStep(kind=StepKind.NEXT, node=ast.For(target=target, iter=iterable, body=[], orelse=[]))
    if reader.take("is"):
        return ChartStep(kind=StepKind.TEST, node=_read_question(reader))
    return ChartStep(kind=StepKind.DO, node=read_statement(reader))


def _read_question(reader: WordReader) -> ast.expr:
    if reader.take("it true that"):
        test = reader.expression()
        reader.expect("?")
        return test
    left = reader.expression(BIT_OR)
    if reader.take("true ?"):
        return left
    if reader.take("false ?"):
        return ast.UnaryOp(op=ast.Not(), operand=left)
    test = reader.comparison(left)
    reader.expect("?")
    return test


def target_words(node: ast.expr) -> str:
    """Return what is assigned to."""
    if isinstance(node, ast.Tuple) and len(node.elts) > 1:
        return ", ".join(
            f"each of {words(item.value, POSTFIX)}" if isinstance(item, ast.Starred) else words(item, POSTFIX)
            for item in node.elts
        )
    return words(node, POSTFIX)


def statement_words(statement: ast.stmt) -> str:
    """Return a statement in words.

    Raises:
        NotWordedError: if there are no words for it.
    """
    match statement:
        case ast.Assign(targets=targets, value=value):
            return f"set {' and then '.join(map(target_words, targets))} to {bare_words(value)}"
        case ast.AugAssign(target=target, op=operator, value=value) if type(operator) in _UPDATES:
            return f"{_UPDATES[type(operator)]} {words(target, POSTFIX)} by {bare_words(value)}"
        case ast.AugAssign(target=target, op=operator, value=value):
            return f"update {words(target, POSTFIX)} with {BINARY[type(operator)][0]} {bare_words(value)}"
        case ast.AnnAssign(target=target, annotation=kind, value=None):
            return f"declare {words(target, POSTFIX)} typed as {words(kind, CHOICE)}"
        case ast.AnnAssign(target=target, annotation=kind, value=ast.expr() as value):
            return f"set {words(target, POSTFIX)} typed as {words(kind, POSTFIX)} to {bare_words(value)}"
        case ast.Expr(value=ast.Yield() | ast.YieldFrom() as value):
            return words(value)
        case ast.Expr(value=value):
            return _action(value)
        case ast.Return(value=None):
            return "return"
        case ast.Return(value=ast.expr() as value):
            return f"return {bare_words(value)}"
        case ast.Raise(exc=ast.expr() as error, cause=None):
            return f"raise {words(error)}"
        case ast.Raise(exc=ast.expr() as error, cause=ast.expr() as cause):
            return f"raise {words(error, CHOICE)} because of {words(cause)}"
        case ast.Assert(test=test, msg=None):
            return f"make sure that {words(test)}"
        case ast.Assert(test=test, msg=ast.expr() as message):
            return f"make sure that {words(test)}, otherwise report {words(message)}"
        case ast.Delete(targets=targets):
            return f"delete {', '.join(words(target, POSTFIX) for target in targets)}"
        case ast.Global(names=names):
            return f"use the global {', '.join(map(name_words, names))}"
        case ast.Nonlocal(names=names):
            return f"use the outer {', '.join(map(name_words, names))}"
        case ast.Import(names=names):
            return f"use module {_aliases(names)}"
        case ast.ImportFrom(module=str(module), names=[ast.alias(name="*")], level=0):
            return f"use everything from module {module}"
        case ast.ImportFrom(module=str(module), names=names, level=0):
            return f"use {_aliases(names)} from module {module}"
        case _:
            pass
    raise NotWordedError(type(statement).__name__)


def _action(value: ast.expr) -> str:
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "print":
        if value.keywords or not value.args:
            return f"output {call_words(value.args, value.keywords)}"
        text = items(value.args)
        return f"output ({text})" if text.startswith("(") else f"output {text}"
    parts = template_parts(value)
    template = STATEMENT_OF.get((parts[0], len(parts[1]))) if parts is not None and parts[2] else None
    if parts is not None and template is not None:
        return filled(template, parts[1], CHOICE, POSTFIX)
    return f"run {words(value)}"


def _aliases(names: Sequence[ast.alias]) -> str:
    return ", ".join(f"{item.name} as {item.asname}" if item.asname else item.name for item in names)


def read_statement(reader: WordReader) -> ast.stmt:
    """Read a statement in words.

    Raises:
        NotReadableError: if the text is not one.
    """
    if reader.take("set"):
        return _read_set(reader)
    for kind, verb in _UPDATES.items():
        if reader.take(verb):
            target = reader.expression(POSTFIX)
            reader.expect("by")
            return ast.AugAssign(target=target, op=kind(), value=reader.bare())  # type: ignore[arg-type]
    if reader.take("update"):
        target = reader.expression(POSTFIX)
        reader.expect("with")
        operator = next((kind() for kind, (text, _) in BINARY.items() if reader.take(text)), None)
        if operator is None:
            raise NotReadableError("an operator")
        return ast.AugAssign(target=target, op=operator, value=reader.bare())  # type: ignore[arg-type]
    if reader.take("declare"):
        target = reader.expression(POSTFIX)
        reader.expect("typed as")
        return _annotated(target, reader.expression(CHOICE), None)
    if reader.take("return"):
        return ast.Return(value=reader.bare())
    if reader.take("raise"):
        error = reader.expression()
        return ast.Raise(exc=error, cause=reader.expression() if reader.take("because of") else None)
    if reader.take("make sure that"):
        test = reader.expression()
        return ast.Assert(test=test, msg=reader.expression() if reader.take(", otherwise report") else None)
    if reader.take("delete"):
        targets = [reader.expression(POSTFIX)]
        while reader.take(","):
            targets.append(reader.expression(POSTFIX))
        return ast.Delete(targets=targets)
    if reader.take("use"):
        return _read_use(reader)
    if reader.take("output"):
        return ast.Expr(value=_read_output(reader))
    if reader.take("run"):
        return ast.Expr(value=reader.expression())
    for template in STATEMENTS:
        found = reader.attempt(lambda template=template: _read_action(reader, template))  # type: ignore[misc]
        if found is not None:
            return ast.Expr(value=found)
    return ast.Expr(value=reader.expression())


def _read_set(reader: WordReader) -> ast.stmt:
    targets = [reader.bare(POSTFIX)]
    while reader.take("and then"):
        targets.append(reader.bare(POSTFIX))
    if reader.take("typed as"):
        kind = reader.expression(POSTFIX)
        reader.expect("to")
        return _annotated(targets[0], kind, reader.bare())
    reader.expect("to")
    return ast.Assign(targets=targets, value=reader.bare())


def _annotated(target: ast.expr, kind: ast.expr, value: ast.expr | None) -> ast.stmt:
    if not isinstance(target, ast.Name | ast.Attribute | ast.Subscript):
        raise NotReadableError("a target")
    simple = int(isinstance(target, ast.Name))
    return ast.AnnAssign(target=target, annotation=kind, value=value, simple=simple)


def _read_use(reader: WordReader) -> ast.stmt:
    if reader.take("the global"):
        return ast.Global(names=_read_names(reader))
    if reader.take("the outer"):
        return ast.Nonlocal(names=_read_names(reader))
    if reader.take("module"):
        return ast.Import(names=_read_aliases(reader))
    if reader.take("everything from module"):
        return ast.ImportFrom(module=reader.dotted_name(), names=[ast.alias(name="*")], level=0)
    names = _read_aliases(reader)
    reader.expect("from module")
    return ast.ImportFrom(module=reader.dotted_name(), names=names, level=0)


def _read_names(reader: WordReader) -> list[str]:
    names = [reader.name()]
    while reader.take(","):
        names.append(reader.name())
    return names


def _read_aliases(reader: WordReader) -> list[ast.alias]:
    names: list[ast.alias] = []
    while True:
        name = reader.dotted_name()
        names.append(ast.alias(name=name, asname=reader.dotted_name() if reader.take("as") else None))
        if not reader.take(","):
            return names


def _read_output(reader: WordReader) -> ast.expr:
    def in_parentheses() -> ast.expr:
        arguments, keywords = reader.call_arguments()
        reader.finish()
        return ast.Call(func=ast.Name(id="print", ctx=ast.Load()), args=arguments, keywords=keywords)

    call = reader.attempt(in_parentheses)
    if call is not None:
        return call
    found = reader.bare()
    arguments = found.elts if isinstance(found, ast.Tuple) else [found]
    return ast.Call(func=ast.Name(id="print", ctx=ast.Load()), args=arguments, keywords=[])


def _read_action(reader: WordReader, template: Template) -> ast.expr:
    reader.expect(" ".join(template.literals[0]))
    slots = reader.slots(template, None, CHOICE, POSTFIX)
    reader.finish()
    method = ast.Attribute(value=slots[0], attr=template.name, ctx=ast.Load())
    return ast.Call(func=method, args=slots[1:], keywords=[])
