"""Labels of the level ``words``: steps as short sentences, and back."""

import ast
import re

from benchmark.authoring.flowchart.code_labels import expression as code_expression
from benchmark.authoring.flowchart.step import Kind, Step
from benchmark.authoring.flowchart.vocabulary import (
    BIT_OR,
    CHOICE,
    POSTFIX,
    STATED,
    template_parts,
)
from benchmark.authoring.flowchart.word_reader import WordReader
from benchmark.authoring.flowchart.word_statements import read_statement, statement_words, target_words
from benchmark.authoring.flowchart.word_writer import (
    NotWordedError,
    argument_words,
    bare_words,
    call_words,
    comparison_words,
    name_words,
    words,
)

_NAME = r"[^\W\d]\w*(?:\.[^\W\d]\w*)*"
_ERROR = r"(?P<name>error(?: \d+)?)"
_CONTEXT = r"(?P<name>context(?: \d+)?)"
_UPDATES = {ast.Add: "increase", ast.Sub: "decrease", ast.Mult: "multiply", ast.Div: "divide"}


def write_words(step: Step) -> str:
    """Return the label of a step in words.

    Raises:
        NotWordedError: if there are no words for it.
    """
    match step.kind, step.node:
        case Kind.START, _:
            return f"Start of {step.name}"
        case Kind.START_CLASS, ast.Call(args=[], keywords=[]):
            return f"Start of class {step.name}"
        case Kind.START_CLASS, ast.Call(args=arguments, keywords=keywords):
            return f"Start of class {step.name} based on {call_words(arguments, keywords)}"
        case Kind.START_PROGRAM, _:
            return "Start of whole program"
        case Kind.END, _:
            return "End"
        case Kind.INPUT, ast.arguments() as arguments:
            return f"take {argument_words(arguments)}"
        case Kind.TEST, ast.expr() as test:
            return _question(test)
        case Kind.NEXT, ast.For(target=target, iter=iterable):
            return f"is there a next {target_words(target)} in {bare_words(iterable)}?"
        case Kind.DO, ast.stmt() as statement:
            return statement_words(statement)
        case Kind.DEFINE, _:
            return f"define {step.name}"
        case Kind.CATCH, ast.expr() as kinds:
            return f"is this {step.name} of kind {words(kinds)}?"
        case Kind.BIND, ast.Name(id=name):
            return f"call this {step.name} {name_words(name)}"
        case Kind.RERAISE, _:
            return f"raise this {step.name} again"
        case Kind.ENTER, ast.withitem(context_expr=context, optional_vars=None):
            return f"open {step.name} with {words(context)}"
        case Kind.ENTER, ast.withitem(context_expr=context, optional_vars=ast.expr() as target):
            return f"open {step.name} with {words(context, CHOICE)} as {words(target, POSTFIX)}"
        case Kind.LEAVE, _:
            return f"close {step.name}"
        case Kind.ABSORBS, _:
            return f"does {step.name} absorb the error?"
        case _:
            pass
    raise NotWordedError(step.kind)


def read_words(label: str) -> Step:
    """Return the step of a label in words.

    Raises:
        ValueError: if the label is not one.
    """
    for pattern, kind in _FIXED:
        found = pattern.fullmatch(label)
        if found is not None:
            name = found.groupdict().get("name") or ""
            node: ast.AST | None = code_expression(f"{name}()") if kind is Kind.START_CLASS else None
            return Step(kind=kind, name=name, node=node)
    found = _BASED.fullmatch(label)
    if found is not None:
        reader = WordReader(found[2])
        arguments, keywords = reader.call_arguments()
        reader.finish()
        header = ast.Call(func=code_expression(found[1]), args=arguments, keywords=keywords)
        return Step(kind=Kind.START_CLASS, name=found[1], node=header)
    for pattern, kind in _NAMED:
        found = pattern.match(label)
        if found is not None:
            reader = WordReader(label[found.end() :])
            node = _named(reader, kind)
            reader.finish()
            return Step(kind=kind, name=found["name"], node=node)
    reader = WordReader(label)
    step = _read(reader)
    reader.finish()
    return step


_FIXED = [
    (re.compile("Start of whole program"), Kind.START_PROGRAM),
    (re.compile(rf"Start of class (?P<name>{_NAME})"), Kind.START_CLASS),
    (re.compile(rf"Start of (?P<name>{_NAME})"), Kind.START),
    (re.compile("End"), Kind.END),
    (re.compile(rf"define (?P<name>{_NAME})"), Kind.DEFINE),
    (re.compile(rf"raise this {_ERROR} again"), Kind.RERAISE),
    (re.compile(rf"close {_CONTEXT}"), Kind.LEAVE),
    (re.compile(rf"does {_CONTEXT} absorb the error\?"), Kind.ABSORBS),
]


_BASED = re.compile(rf"Start of class ({_NAME}) based on (\(.*\))")


_NAMED = [
    (re.compile(rf"is this {_ERROR} of kind "), Kind.CATCH),
    (re.compile(rf"call this {_ERROR} (?=[^\d])"), Kind.BIND),
    (re.compile(rf"open {_CONTEXT} with "), Kind.ENTER),
]


def _named(reader: WordReader, kind: Kind) -> ast.AST:
    if kind is Kind.BIND:
        return ast.Name(id=reader.name(), ctx=ast.Store())
    found = reader.expression()
    if kind is Kind.CATCH:
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


def _read(reader: WordReader) -> Step:
    if reader.take("take"):
        return Step(kind=Kind.INPUT, node=reader.arguments())
    if reader.take("is there a next"):
        target = reader.bare(POSTFIX)
        reader.expect("in")
        iterable = reader.bare()
        reader.expect("?")
        return Step(kind=Kind.NEXT, node=ast.For(target=target, iter=iterable, body=[], orelse=[]))
    if reader.take("is"):
        return Step(kind=Kind.TEST, node=_read_question(reader))
    return Step(kind=Kind.DO, node=read_statement(reader))


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
