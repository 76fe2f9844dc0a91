"""The control flow of one function: nodes and edges, with regions for ``try`` and ``with``.

The graph is built backwards: each statement is given the node that follows it.
"""

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from workshop.flowchart.names import FreshNames
from workshop.flowchart.refusals import Refusal
from workshop.flowchart.step import ChartStep, StepKind

YES, NO = "Yes", "No"
END = 0  #: the number of the end of every graph


@dataclass(slots=True)
class FlowNode:
    """A node of the graph."""

    step: ChartStep
    regions: tuple[int, ...]  #: outer ones first
    edges: list[tuple[int, str]] = field(default_factory=list)  #: target and label, in order


@dataclass(slots=True)
class Region:
    """Nodes whose errors lead to a handler."""

    title: str
    error: str  #: name of the error, such as ``error 2``
    handler: int  #: the node that an error leads to


@dataclass(slots=True)
class Flow:
    """The graph of one function, class or program."""

    nodes: dict[int, FlowNode] = field(default_factory=dict)
    regions: dict[int, Region] = field(default_factory=dict)
    start: int = END
    defined: dict[str, ast.FunctionDef | ast.ClassDef] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Frame:
    """A loop, or something that must be left properly (``finally``, ``with``)."""

    on_break: int = END
    on_continue: int = END
    leave: Callable[[int], int] | None = None  #: builds the way out to a target; None for a loop


@dataclass(frozen=True, slots=True)
class _Context:
    """The surroundings of a statement."""

    regions: tuple[int, ...] = ()
    frames: tuple[_Frame, ...] = ()
    error: str = ""  #: the error that is being handled


class FlowBuilder:
    """Builds the graph of one block of statements.

    Args:
        owner: the qualified name of the function or class, for messages.
        fresh: gives names for results that are kept while a ``finally`` runs.
        everywhere: the statements among which the name of an error may be used after its handler.
    """

    def __init__(self, owner: str, fresh: FreshNames, everywhere: Sequence[ast.stmt]) -> None:
        self._owner, self._fresh, self._everywhere = owner, fresh, everywhere
        self._flow = Flow()
        self._number = END
        self._regions = 0
        self._kept = ""
        self._kept_return: int | None = None
        self._instead: dict[int, int] = {}  #: placeholder → the node it stands for

    def build(self, start: Sequence[ChartStep], body: Sequence[ast.stmt]) -> Flow:
        """Return the graph of a block that begins with the given steps."""
        first = self._block(body, END, _Context())
        for step in reversed(start):
            first = self._node(step, _Context(), (first, ""))
        for node in self._flow.nodes.values():
            node.edges = [(self._resolve(target), label) for target, label in node.edges]
        for region in self._flow.regions.values():
            region.handler = self._resolve(region.handler)
        self._flow.nodes[END] = FlowNode(ChartStep(kind=StepKind.END), ())
        self._flow.start = first
        return self._flow

    def _resolve(self, number: int) -> int:
        while number in self._instead:
            number = self._instead[number]
        return number

    def _new_number(self) -> int:
        self._number += 1
        return self._number

    def _node(
        self, step: ChartStep, context: _Context, *edges: tuple[int, str], number: int | None = None
    ) -> int:
        number = self._new_number() if number is None else number
        if step.node is not None:
            ast.fix_missing_locations(step.node)
        self._flow.nodes[number] = FlowNode(step, context.regions, list(edges))
        return number

    def _do(self, statement: ast.stmt, context: _Context, *edges: tuple[int, str]) -> int:
        return self._node(ChartStep(kind=StepKind.DO, node=statement), context, *edges)

    def _block(self, body: Sequence[ast.stmt], following: int, context: _Context) -> int:
        jumps = (ast.Return, ast.Raise, ast.Break, ast.Continue)
        live = next((i + 1 for i, statement in enumerate(body) if isinstance(statement, jumps)), len(body))
        for statement in reversed(body[:live]):
            following = self._statement(statement, following, context)
        return following

    def _statement(self, statement: ast.stmt, following: int, context: _Context) -> int:
        match statement:
            case ast.Pass():
                return following
            case ast.If():
                yes = self._block(statement.body, following, context)
                no = self._block(statement.orelse, following, context)
                return self._node(
                    ChartStep(kind=StepKind.TEST, node=statement.test), context, (yes, YES), (no, NO)
                )
            case ast.While():
                return self._while(statement, following, context)
            case ast.For():
                return self._for(statement, following, context)
            case ast.Break() | ast.Continue():
                return self._jump(isinstance(statement, ast.Break), context)
            case ast.Return():
                return self._return(statement, context)
            case ast.Raise(exc=None):
                if not context.error:
                    raise Refusal("raise without an error, outside a handler", self._owner, statement.lineno)
                return self._node(ChartStep(kind=StepKind.RERAISE, name=context.error), context)
            case ast.Raise():
                return self._do(statement, context)
            case ast.Try():
                return self._try(statement, following, context)
            case ast.With():
                return self._with(statement.items, statement.body, following, context)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                if self._flow.defined.setdefault(name, statement) is not statement:
                    raise Refusal(f"a second definition of {name}", self._owner, statement.lineno)
                return self._node(ChartStep(kind=StepKind.DEFINE, name=name), context, (following, ""))
            case _:
                pass
        return self._do(statement, context, (following, ""))

    def _while(self, loop: ast.While, following: int, context: _Context) -> int:
        head = self._new_number()
        inside = replace(context, frames=(*context.frames, _Frame(following, head)))
        body = self._resolve(self._block(loop.body, head, inside))
        endless = isinstance(loop.test, ast.Constant) and bool(loop.test.value)
        first = self._flow.nodes.get(body)
        if endless and body != head and first is not None and first.step.kind is not StepKind.NEXT:
            self._instead[head] = body
            return body
        other = self._block(loop.orelse, following, context)
        step = ChartStep(kind=StepKind.TEST, node=loop.test, loop=True)
        return self._node(step, context, (body, YES), (other, NO), number=head)

    def _for(self, loop: ast.For, following: int, context: _Context) -> int:
        head = self._new_number()
        inside = replace(context, frames=(*context.frames, _Frame(following, head)))
        body = self._block(loop.body, head, inside)
        other = self._block(loop.orelse, following, context)
        bare = ast.For(target=loop.target, iter=loop.iter, body=[], orelse=[])
        return self._node(
            ChartStep(kind=StepKind.NEXT, node=bare), context, (body, YES), (other, NO), number=head
        )

    def _jump(self, breaks: bool, context: _Context) -> int:
        inner = len(context.frames) - 1
        while context.frames[inner].leave is not None:
            inner -= 1
        frame = context.frames[inner]
        target = frame.on_break if breaks else frame.on_continue
        return self._leave(context.frames[inner + 1 :], target)

    def _leave(self, frames: Sequence[_Frame], target: int) -> int:
        """Build the way out through ``finally`` and ``with``; the innermost of them comes first."""
        for frame in frames:
            if frame.leave is not None:
                target = frame.leave(target)
        return target

    def _return(self, statement: ast.Return, context: _Context) -> int:
        to_leave = any(frame.leave is not None for frame in context.frames)
        if statement.value is None:
            return self._leave(context.frames, END)
        if not to_leave:
            return self._do(statement, context, (END, ""))
        if isinstance(statement.value, ast.Constant):
            return self._leave(context.frames, self._do(statement, _Context(), (END, "")))
        if self._kept_return is None:
            self._kept = self._fresh.take("result")
            value = ast.Name(id=self._kept, ctx=ast.Load())
            self._kept_return = self._do(ast.Return(value=value), _Context(), (END, ""))
        keep = ast.Assign(targets=[ast.Name(id=self._kept, ctx=ast.Store())], value=statement.value)
        return self._do(keep, context, (self._leave(context.frames, self._kept_return), ""))

    def _region(self, title: str) -> tuple[int, str, str]:
        """Return the number of a new region, the name of its error, and that of its context."""
        self._regions += 1
        number = "" if self._regions == 1 else f" {self._regions}"
        self._flow.regions[self._regions] = Region(title, f"error{number}", END)
        return self._regions, f"error{number}", f"context{number}"

    def _try(self, statement: ast.Try, following: int, context: _Context) -> int:
        if not statement.finalbody:
            return self._try_handlers(statement, following, context)
        region, error, _ = self._region("try")
        leave = _once(lambda target: self._block(statement.finalbody, target, context))
        inside = replace(
            context,
            regions=(*context.regions, region),
            frames=(*context.frames, _Frame(leave=leave)),
        )
        handling = replace(context, error=error)
        again = self._node(ChartStep(kind=StepKind.RERAISE, name=error), context)
        self._flow.regions[region].handler = self._block(statement.finalbody, again, handling)
        if not statement.handlers:
            return self._block(statement.body, leave(following), inside)
        return self._try_handlers(statement, leave(following), inside)

    def _try_handlers(self, statement: ast.Try, following: int, context: _Context) -> int:
        region, error, _ = self._region("try")
        handling = replace(context, error=error)
        other = END
        if statement.handlers[-1].type is not None:
            other = self._node(ChartStep(kind=StepKind.RERAISE, name=error), context)
        for handler in reversed(statement.handlers):
            body = self._handler(handler, error, following, handling)
            if handler.type is None:
                other = body
            else:
                step = ChartStep(kind=StepKind.CATCH, name=error, node=handler.type)
                other = self._node(step, context, (body, YES), (other, NO))
        self._flow.regions[region].handler = other
        after = self._block(statement.orelse, following, context)
        inside = replace(context, regions=(*context.regions, region))
        return self._block(statement.body, after, inside)

    def _handler(self, handler: ast.ExceptHandler, error: str, following: int, context: _Context) -> int:
        if handler.name is None:
            return self._block(handler.body, following, context)
        name = ast.Name(id=handler.name, ctx=ast.Store())
        if self._is_used_outside_handlers(handler.name):
            forget = ast.Delete(targets=[ast.Name(id=handler.name, ctx=ast.Del())])
            following = self._do(forget, context, (following, ""))
        body = self._block(handler.body, following, context)
        return self._node(ChartStep(kind=StepKind.BIND, name=error, node=name), context, (body, ""))

    def _is_used_outside_handlers(self, name: str) -> bool:
        def uses(node: ast.AST) -> bool:
            if isinstance(node, ast.ExceptHandler) and node.name == name:
                return False
            if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
                return True
            return any(uses(child) for child in ast.iter_child_nodes(node))

        return any(uses(statement) for statement in self._everywhere)

    def _with(
        self, items: Sequence[ast.withitem], body: Sequence[ast.stmt], following: int, context: _Context
    ) -> int:
        if not items:
            return self._block(body, following, context)
        region, error, name = self._region("with")
        leave = _once(
            lambda target: self._node(ChartStep(kind=StepKind.LEAVE, name=name), context, (target, ""))
        )
        again = self._node(ChartStep(kind=StepKind.RERAISE, name=error), context)
        absorbs = ChartStep(kind=StepKind.ABSORBS, name=name)
        self._flow.regions[region].handler = self._node(absorbs, context, (following, YES), (again, NO))
        inside = replace(
            context,
            regions=(*context.regions, region),
            frames=(*context.frames, _Frame(leave=leave)),
        )
        first = self._with(items[1:], body, leave(following), inside)
        return self._node(ChartStep(kind=StepKind.ENTER, name=name, node=items[0]), context, (first, ""))


def _once(build: Callable[[int], int]) -> Callable[[int], int]:
    """Return ``build``, but let it build the way out to each target only once."""
    built: dict[int, int] = {}

    def leave(target: int) -> int:
        if target not in built:
            built[target] = build(target)
        return built[target]

    return leave


def generator_lines(body: Sequence[ast.stmt]) -> list[int]:
    """Return the lines of the ``yield`` of a function, without those of functions inside it."""
    lines: list[int] = []
    waiting: list[ast.AST] = list(body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Yield | ast.YieldFrom):
            lines.append(node.lineno)
        if not isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Lambda):
            waiting += ast.iter_child_nodes(node)
    return lines
