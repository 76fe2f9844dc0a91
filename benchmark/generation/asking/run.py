"""The loop: asks for what is missing, writes what comes, stops when it must. One event loop, one owner."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace

from benchmark.core.errors import SightbenchError
from benchmark.generation.asking.ask import PlannedCall, SamplesPresent, guessed_tokens
from benchmark.generation.asking.breaker import Breaker
from benchmark.generation.asking.budget import Budget
from benchmark.generation.asking.ending import RunInterrupted, end_of_run, out_of_budget, what_is_missing
from benchmark.generation.asking.job import GenerationJob, parameters, without
from benchmark.generation.asking.tally import Tally
from benchmark.generation.prompts.message import Message
from benchmark.generation.record.completions import completions_of
from benchmark.generation.record.store import Store
from benchmark.generation.wire.failure import (
    AnswerUnwritable,
    CallFailed,
    Cause,
    Outage,
    ParameterRefused,
    TaskRejected,
)
from benchmark.generation.wire.pace import Pacer
from benchmark.generation.wire.patience import patiently
from benchmark.generation.wire.reply import Reply, Usage
from benchmark.generation.wire.request import Request

_MARGIN = 1.25  #: on the largest prompt so far, in terms of what was guessed
_LONGEST = 1_000_000  #: characters of an answer; twelve bytes each at worst
_LOST_IN_A_ROW = 16  #: asks that fail one after the other, before the run ends

_SLOW_DOWN = frozenset({Cause.RATE_LIMIT, Cause.OVERLOADED})


class GenerationRun:
    """One run over one file. :meth:`stop` and :meth:`stop_now` may be called from a signal handler.

    Args:
        job: what is asked of whom.
        have: what is there already.
        store: the open file.
        tally: with what earlier runs left.
    """

    def __init__(self, job: GenerationJob, have: SamplesPresent, store: Store, tally: Tally) -> None:
        self._job, self._have, self._store, self.tally = job, have, store, tally
        self._pace = Pacer(job.limits)
        self._breaker = Breaker(job.patience)
        self.budget = Budget(job.budget_usd, job.spent_usd + tally.file.cost_usd, tally.unsure_usd)
        self._asks: Iterator[PlannedCall] = have.asks(job.draws_per_call)
        self._dropped = job.dropped
        self._ratio = 1.0  # of counted by guessed tokens of a prompt; the highest so far
        self._counted = asyncio.Event()
        self._first: PlannedCall | None = None
        self._lost_in_a_row = 0
        self._workers: list[asyncio.Task[None]] = []
        self._calling: set[asyncio.Task[None] | None] = set()
        self._ended: BaseException | None = None  # why no further call is made

    async def run(self) -> None:
        """Ask for everything that is missing.

        Raises:
            Interrupted: after :meth:`stop` or :meth:`stop_now`.
            SightbenchError: what ended the run early, else what is missing at its end and why. All that
                came in is in the file in any case.
        """
        count = min(self._job.limits.concurrency, self._have.missing)
        self._workers = [asyncio.create_task(self._work()) for _ in range(count)]
        faults = await asyncio.gather(*self._workers, return_exceptions=True)
        self._store.settle()
        for fault in faults:
            if isinstance(fault, Exception):
                raise fault
        if self._ended is not None:
            raise self._ended
        if self.tally.lost:
            raise what_is_missing(self.tally)
        if self._have.missing:
            raise RuntimeError(f"{self._have.missing} samples were neither asked for nor given up")

    def stop(self, why: BaseException | None = None) -> None:
        """Make no further call; those under way are waited for, retries are not begun."""
        if self._ended is None:
            self._ended = RunInterrupted() if why is None else why
        for worker in self._workers:
            if worker not in self._calling and worker is not asyncio.current_task():
                worker.cancel()

    def stop_now(self) -> None:
        """Break off what is under way too; it may be on the bill."""
        self.stop()
        for worker in self._workers:
            worker.cancel()

    async def _work(self) -> None:
        for ask in self._asks:
            if self._ended is not None:
                return
            try:
                await self._answer(ask)
            except SightbenchError as error:
                self.stop(error)
            except Exception as fault:  # one of ours: all stop, and the first is shown
                self.stop(fault)
                raise
            finally:
                if ask is self._first:
                    self._counted.set()

    async def _answer(self, ask: PlannedCall) -> None:
        if self._job.budget_usd is not None and not self._counted.is_set():
            if self._first is None:  # it shows how many tokens a prompt really takes
                self._first = ask
            else:
                await self._counted.wait()
        messages = self._job.messages(ask.task_id, ask.draw)
        guess = guessed_tokens(messages)
        while True:
            dropped = self._dropped
            request = self._request(ask, messages, dropped)
            worst = self._worst(request, guess)
            reservation = await self.budget.admit(worst)
            if reservation is None:
                raise out_of_budget(self.budget, self.tally, self._job)
            cost = 0.0
            try:
                reply = await self._patiently(request, guess, worst)
                cost = self._take(request, reply, guess, worst, dropped)
            except ParameterRefused as refused:
                named = (refused.parameter, *refused.others)
                droppable = [one for one in named if one in self._job.may_drop and one not in dropped]
                if droppable:
                    self._dropped |= {droppable[0]}
                    continue
                self._fail(ask, refused)
            except CallFailed as failed:
                self._fail(ask, failed)
            finally:
                self.budget.settle(reservation, cost)
            return

    def _request(self, ask: PlannedCall, messages: tuple[Message, ...], dropped: frozenset[str]) -> Request:
        sampling = without(self._job.sampling, dropped)
        if sampling.seed is not None:
            sampling = replace(sampling, seed=sampling.seed + ask.draw)
        return Request(
            model=self._job.model,
            messages=messages,
            sampling=sampling,
            draws=ask.draws,
            task_id=ask.task_id,
            draw=ask.draw,
        )

    async def _patiently(self, request: Request, guess: int, worst: float) -> Reply:
        expected = round(guess * self._ratio) + (request.sampling.tokens_limit or 0) * request.draws

        async def attempt() -> Reply:
            mark = await self._breaker.admit()
            try:
                async with self._pace.turn(expected) as began:
                    try:
                        return await self._call(request, worst)
                    except Outage as outage:
                        if outage.cause in _SLOW_DOWN:
                            self._pace.too_fast(began, outage.retry_after)
                        if outage.cause is not Cause.RATE_LIMIT:
                            self._breaker.failed(mark, outage.reason)
                        raise
            finally:
                self._breaker.left(mark)

        def again(_: Outage) -> bool:
            return self._ended is None and not self.budget.passed

        return await patiently(attempt, self._job.patience, again)

    async def _call(self, request: Request, worst: float) -> Reply:
        worker = asyncio.current_task()
        self._calling.add(worker)
        self.tally.calls += 1
        self.tally.in_flight += 1
        unsure = True  # until it is known how it ended
        try:
            reply = await self._job.provider.call(request)
            _check_length(reply)
            unsure = False
        except SightbenchError:
            unsure = False  # nothing was asked, or by nobody who sends a bill
            raise
        except CallFailed as failed:
            unsure = failed.unsure
            if isinstance(failed, Outage):
                self.tally.outages[failed.cause] += 1
            raise
        finally:
            self._calling.discard(worker)
            self.tally.in_flight -= 1
            if unsure:
                self.tally.unsure += 1
                self.budget.fear(worst)
        self._breaker.succeeded()
        self._pace.went_well()
        return reply

    def _take(
        self, request: Request, reply: Reply, guess: int, worst: float, dropped: frozenset[str]
    ) -> float:
        """Write a reply down. Gives its cost, or the worst case where that is not known."""
        if reply.usage.tokens_in:
            ratio = reply.usage.tokens_in / guess
            self._ratio = max(self._ratio, ratio) if self._counted.is_set() else ratio
        self._lost_in_a_row = 0
        cost = self._job.pricer.cost(reply.usage) if self._job.pricer is not None else None
        found = completions_of(
            reply,
            request,
            cost=cost,
            parameters=parameters(request.sampling),
            dropped=tuple(sorted(dropped)),
            keys=self._job.keys,
        )
        for one in found:
            self.tally.file.add(one)
            self._have.mark(one.task_id, one.draw)
        self._store.add(found)
        return worst if cost is None else cost

    def _worst(self, request: Request, guess: int) -> float:
        """US dollars that a call costs at most, as far as can be known before it; 0 without a budget."""
        if self._job.budget_usd is None or self._job.pricer is None:
            return 0.0
        tokens_in = round(guess * self._ratio * _MARGIN)
        tokens_out = (request.sampling.tokens_limit or 0) * request.draws
        return self._job.pricer.cost(Usage(tokens_in=tokens_in, tokens_out=tokens_out)) or 0.0

    def _fail(self, ask: PlannedCall, failed: CallFailed) -> None:
        """Note that an ask came to nothing, or end the run when the others will too."""
        if (end := end_of_run(failed, self._job)) is not None:
            raise end
        lost = self.tally.missing
        if isinstance(failed, TaskRejected):
            lost = self.tally.rejected
            self.tally.fixes[failed.reason] = failed.fix
        for draw in range(ask.draw, ask.draw + ask.draws):
            lost[ask.task_id, draw] = failed.reason
        self._lost_in_a_row += 1
        if self._lost_in_a_row >= _LOST_IN_A_ROW and self._ended is None:
            raise what_is_missing(self.tally)


def _check_length(reply: Reply) -> None:
    """An answer has to fit into a line that can be read again."""
    longest = max(len(choice.text) for choice in reply.choices)
    if longest > _LONGEST:
        raise AnswerUnwritable(f"an answer of {longest:,} characters is more than a prediction file takes")
