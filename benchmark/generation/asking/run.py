"""The generation loop: requests missing samples, writes completions, stops when it must. One event loop."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import get_args

from benchmark.core.errors import SightbenchError
from benchmark.core.suite import Droppable
from benchmark.generation.asking.ask import PlannedCall, SamplesPresent, guess_tokens
from benchmark.generation.asking.breaker import Breaker
from benchmark.generation.asking.budget import Budget
from benchmark.generation.asking.ending import (
    RunInterrupted,
    UnaskedReply,
    budget_error,
    first_reply_error,
    missing_samples_error,
    run_error,
)
from benchmark.generation.asking.job import GenerationJob, request_of, sent_parameters
from benchmark.generation.asking.talk import Talk
from benchmark.generation.asking.tally import Tally, Wait
from benchmark.generation.asking.unasked import other_model, other_terms, unstated_cost
from benchmark.generation.record.completions import completions_of
from benchmark.generation.record.store import Store
from benchmark.generation.wire.failure import (
    CallFailed,
    Cause,
    FewerDraws,
    Outage,
    ParameterRefused,
    Parked,
    TaskRejected,
    UnnamedRefusal,
    WebPage,
)
from benchmark.generation.wire.ignored import ignored_parameters
from benchmark.generation.wire.pace import Pacer
from benchmark.generation.wire.patience import with_retries
from benchmark.generation.wire.reply import Reply, check_length, plausible_usage
from benchmark.generation.wire.request import Request
from benchmark.generation.wire.usage import Usage

_MARGIN = 1.25  #: safety factor on the guessed tokens of a prompt, for the worst-case cost
_CHARS_PER_TOKEN = 5  #: at most, in real answers; for those whose tokens the server does not count
_SILENCE = 8.0  #: seconds without a reply, beyond twice the slowest one, after which a run reports a wait
_MAX_LOST_IN_A_ROW = 16  #: calls that fail one after the other before the run ends

_SLOW_DOWN = frozenset({Cause.RATE_LIMIT, Cause.OVERLOADED})


class GenerationRun:
    """One run over one file. :meth:`stop` and :meth:`stop_now` may be called from a signal handler.

    Args:
        job: provider, model, sampling, limits and budget.
        have: the samples that the file has already.
        store: the open file.
        tally: the counts, which include completions of earlier runs.
        keep_reserve: called before a call, and before a reply without token counts is written, with the US
            dollars that no completion records, so that the next run knows them even if this one is killed.
    """

    def __init__(
        self,
        job: GenerationJob,
        have: SamplesPresent,
        store: Store,
        tally: Tally,
        keep_reserve: Callable[[float], object] = lambda _: None,
    ) -> None:
        self._job, self._have, self._store, self.tally = job, have, store, tally
        self._pace = Pacer(job.limits)
        self._breaker = Breaker(job.patience)
        spent = job.spent_usd + tally.file.cost_usd
        self.budget = Budget(job.budget_usd, spent, tally.unsure_usd, keep_reserve)
        self._planned: Iterator[PlannedCall] = have.planned_calls(job.draws_per_call)
        self._dropped = job.dropped
        self._trials: Iterator[frozenset[str]] | None = None  # what to leave out after an unnamed refusal
        self._untried = job.dropped
        self._ratio = 1.0  # counted tokens of a prompt divided by guessed ones; the highest so far
        self._counted = asyncio.Event()
        self._first: PlannedCall | None = None
        self._lost_in_a_row = 0
        self._heard = 0.0  # when a call last ended, or began alone, on the loop's clock
        self._has_all_draws = job.draws_per_call == 1  # whether the server is known to honour ``n``
        self._slow_reason = ""  # why the server asked all calls to wait
        self._retries: dict[asyncio.Task[None] | None, tuple[str, float]] = {}  # reason and time of retries
        self._workers: list[asyncio.Task[None]] = []
        self._calling: set[asyncio.Task[None] | None] = set()
        self._ended: BaseException | None = None  # why no further call is made

    @property
    def dropped(self) -> frozenset[str]:
        """Parameters that are left out: those that the API lacks, and those that were refused so far."""
        return self._dropped

    @property
    def searched(self) -> bool:
        """Whether parameters were left out one by one, because a refusal named none."""
        return self._trials is not None

    async def run(self) -> None:
        """Request all missing samples.

        Raises:
            RunInterrupted: after :meth:`stop` or :meth:`stop_now`.
            SightbenchError: the error that ended the run early, or one that names the missing samples. All
                completions received so far are in the file.
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
        if self.tally.parked:
            return
        if self.tally.lost:
            raise missing_samples_error(self.tally)
        if self._have.missing:
            raise RuntimeError(f"{self._have.missing} samples were neither requested nor given up")

    def stop(self, why: BaseException | None = None) -> None:
        """Make no further call and no retry; wait for calls in flight."""
        if self._ended is None:
            self._ended = RunInterrupted() if why is None else why
        for worker in self._workers:
            if worker not in self._calling and worker is not asyncio.current_task():
                worker.cancel()

    def stop_now(self) -> None:
        """Cancel calls in flight too; they may still be billed."""
        self.stop()
        for worker in self._workers:
            worker.cancel()

    async def _work(self) -> None:
        for planned in self._planned:
            if self._ended is not None:
                return
            try:
                await self._complete(planned)
            except SightbenchError as error:
                self.stop(error)
            except Exception as fault:  # a bug: stop all workers; run() raises the first one
                self.stop(fault)
                raise

    async def _complete(self, planned: PlannedCall) -> None:
        try:
            await self._make_call(planned)
        finally:
            if planned is self._first:
                self._counted.set()

    async def _make_call(self, planned: PlannedCall) -> None:
        probing = self._job.budget_usd is not None or not self._has_all_draws
        if probing and not self._counted.is_set():
            if self._first is None:  # its reply shows the length of prompts, and whether all draws arrive
                self._first = planned
            else:
                await self._counted.wait()
        talk = Talk(planned.task_id, self._job.messages(planned.task_id, planned.draw))
        while not await self._is_over(planned, talk):
            pass

    async def _is_over(self, planned: PlannedCall, talk: Talk) -> bool:
        """Make the next call of a talk; return False if another one must follow it."""
        dropped = self._dropped
        if planned.draws > 1 and "n" in dropped:
            await self._complete_one_by_one(planned)
            return True
        request = request_of(self._job, planned, talk.messages, dropped)
        guess = guess_tokens(talk.messages)
        worst = self._worst(request, guess)
        reservation = await self.budget.admit(worst)
        if reservation is None:
            self._end_of_budget()
            return True
        cost: float | None = 0.0
        try:
            reply = await self._call_with_retries(request, guess, worst, reservation)
            cost = self._cost(reply.usage)
            if cost is None and worst:
                self._reserve(reservation, max(worst, self._worst(request, guess, reply.length)))
            self._reserve(reservation, self._beyond(reply.usage, reply.tier))
            other = other_model(reply, request.model) if self._job.checks_model else ""
            over = True
            if other:  # paid for, and no answer of this model
                self._reserve(reservation, worst if cost is None else cost)
                cost = 0.0
            elif talk.goes_on(self._job, reply, cost, guess):
                self._reserve(reservation, cost or 0.0)  # until a completion records it
                cost, over = 0.0, self._ended is not None
            else:
                cost = talk.cost
                self._take(request, talk, dropped)
                if cost is not None:
                    self._reserve(reservation, -talk.known_cost(-1))
            self._check_terms(reply, other)
        except CallFailed as failed:
            if self._drop_refused(failed, request, dropped):
                return False
            self._give_up(planned, failed, reservation, worst)
            return True
        finally:
            self.budget.settle(reservation, cost or 0.0)
        return over

    def _end_of_budget(self) -> None:
        if not self.tally.parked:  # otherwise what fits goes into a batch, and the rest into the next one
            raise budget_error(self.budget, self.tally, self._job)

    def _give_up(self, planned: PlannedCall, failed: CallFailed, reservation: int, worst: float) -> None:
        if isinstance(failed, Parked):  # a batch that was sent holds its money already
            self._park(planned, reservation, 0.0 if failed.is_sent else worst)
        else:
            self._fail(planned, failed)

    def _park(self, planned: PlannedCall, reservation: int, worst: float) -> None:
        """Count a call that waits for a batch and can cost ``worst`` US dollars more."""
        self.tally.calls -= 1  # it was not made
        self.tally.parked += planned.draws
        self.tally.parked_usd += worst
        if worst:
            self.budget.park(reservation)

    async def _complete_one_by_one(self, planned: PlannedCall) -> None:
        """Make a call per draw, for a model that gives one answer per call."""
        if planned is self._first:
            self._first = None  # the first of these calls takes its place
        for draw in range(planned.draw, planned.draw + planned.draws):
            await self._complete(PlannedCall(planned.task_id, draw, 1))

    def _drop_refused(self, failed: CallFailed, request: Request, dropped: frozenset[str]) -> bool:
        """Leave out the parameter that a request was refused for; return whether to make the call again.

        Args:
            failed: why the call failed.
            request: what was sent.
            dropped: what was left out of it.
        """
        sent = sent_parameters(request.sampling).keys() - self._job.must_apply
        # With `n` left out, each draw is a call of its own.
        free = ["n"] * (request.draws > 1) + [name for name in get_args(Droppable) if name in sent]
        if isinstance(failed, ParameterRefused):
            # Several names may exclude each other: "temperature and top_p cannot both be specified".
            named = {failed.parameter, *failed.others}
            refused = [name for name in free if name in named]
            self._dropped |= {*refused[:1]}
            return bool(refused)
        if not isinstance(failed, UnnamedRefusal):
            return False
        if dropped != self._dropped:
            return True  # another call has tried something else meanwhile
        if self.tally.done:
            return False  # the server has accepted these parameters
        if self._trials is None:
            # One after the other, once in a run: the refusal may be about this task, not about a parameter.
            self._trials = iter([*(self._dropped | {name} for name in free), self._dropped | {*free}])
            self._untried = self._dropped
        trial = next(self._trials, None)
        self._dropped = self._untried if trial is None else trial
        return trial is not None

    async def _call_with_retries(self, request: Request, guess: int, worst: float, reservation: int) -> Reply:
        expected = round(guess * self._ratio) + (request.sampling.tokens_limit or 0) * request.draws

        attempts = 0

        async def attempt() -> Reply:
            nonlocal attempts
            attempts += 1
            if attempts > 1 and not await self.budget.admit_again(reservation, worst):
                raise budget_error(self.budget, self.tally, self._job)
            mark = await self._breaker.admit()
            try:
                async with self._pace.turn(expected) as began:
                    try:
                        return await self._call(request, guess, worst, reservation)
                    except Outage as outage:
                        if outage.cause in _SLOW_DOWN:
                            self._slow_reason = outage.reason
                            self._pace.slow_down(began, outage.retry_after)
                        # A server that limits calls is up, so it is only asked more slowly.
                        if outage.cause is not Cause.RATE_LIMIT:
                            self._breaker.record_failure(mark, outage.reason)
                        raise
            finally:
                self._breaker.record_end(mark)

        def may_retry(outage: Outage) -> bool:
            return self._ended is None and not self.budget.is_exceeded and not self._never_answers(outage)

        worker = asyncio.current_task()

        def on_wait(outage: Outage, seconds: float) -> None:
            self._retries[worker] = (outage.reason, asyncio.get_running_loop().time() + seconds)

        try:
            return await with_retries(attempt, self._job.patience, may_retry, on_wait)
        finally:
            self._retries.pop(worker, None)

    def _never_answers(self, failed: CallFailed) -> bool:
        """Whether a failure of a server's first reply shows that repeating the call is of no use."""
        if isinstance(failed, WebPage):
            return not self.tally.file.completions
        return isinstance(failed, FewerDraws) and not self._has_all_draws

    def current_wait(self) -> Wait | None:
        """Return what the run waits for; None if replies arrive as before, or no call is left."""
        if self._ended is not None:
            return None
        if self._breaker.is_open:
            return Wait(self._breaker.reason, self._breaker.wait)
        if self.tally.in_flight:
            silent = asyncio.get_running_loop().time() - self._heard
            reason = f"no reply from {self._job.url or self._job.model} for {silent:.0f} s; Ctrl-C stops"
            found = Wait(reason, max(0.0, self._job.timeout - silent))
            return found if silent > _SILENCE + 2 * self.tally.slowest else None
        if self._pace.wait:
            return Wait(self._slow_reason, self._pace.wait)
        if self._retries:
            reason, time = min(self._retries.values(), key=lambda retry: retry[1])
            return Wait(reason, max(0.0, time - asyncio.get_running_loop().time()))
        return None

    async def _call(self, request: Request, guess: int, worst: float, reservation: int) -> Reply:
        worker = asyncio.current_task()
        self._calling.add(worker)
        self.tally.calls += 1
        began = asyncio.get_running_loop().time()
        self._heard = self._heard if self.tally.in_flight else began
        self.tally.in_flight += 1
        unsure, usage, length = True, None, 0  # until the outcome is known
        try:
            reply = await self._job.provider.call(request)
            length = reply.length
            if reply.billed:
                texts = [choice.text for choice in reply.choices]
                reply = replace(reply, usage=plausible_usage(reply.usage, request.messages, texts))
            check_length(reply)
            unsure = False
        except SightbenchError:
            unsure = False  # nothing was sent, or our own server failed, which sends no bill
            raise
        except CallFailed as failed:
            unsure = failed.unsure
            usage = None if failed.usage is None else plausible_usage(failed.usage, request.messages, ())
            if isinstance(failed, Outage):
                self.tally.outages[failed.cause] += 1
            raise
        finally:
            self._calling.discard(worker)
            self.tally.in_flight -= 1
            self._heard = asyncio.get_running_loop().time()
            if unsure:
                self.tally.unsure += 1
                most = max(worst, self._worst(request, guess, length))
                if usage is not None and usage.tokens_in and usage.tokens_out:
                    cost = self._cost(usage)
                    most = most if cost is None else cost + self._beyond(usage)
                self._reserve(reservation, most)
        self.tally.slowest = max(self.tally.slowest, self._heard - began)
        self._breaker.record_success()
        self._pace.speed_up()
        return reply

    def _take(self, request: Request, talk: Talk, dropped: frozenset[str]) -> None:
        """Write the completions of a talk, whose last request this is."""
        reply = talk.reply
        if reply.usage.tokens_in:
            ratio = reply.usage.tokens_in / talk.guess
            self._ratio = max(self._ratio, ratio) if self._counted.is_set() else ratio
        self._lost_in_a_row = 0
        self._has_all_draws |= request.draws > 1
        models = filter(None, (request.model, reply.resolved_model))
        thought = ["thinking"] if request.sampling.thinking == "off" and reply.usage.tokens_thinking else []
        completions = completions_of(
            reply,
            request,
            cost=talk.cost,
            looks=talk.looks,
            parameters=sent_parameters(request.sampling),
            dropped=tuple(sorted(dropped)),
            ignored=(*ignored_parameters([*models], self._job.url, request.sampling), *thought),
            stop=self._job.sampling.stop if "stop" in dropped else (),
            keys=self._job.keys,
        )
        for completion in completions:
            self.tally.file.add(completion)
            self._have.mark(completion.task_id, completion.draw)
        self._store.add(completions)

    def _check_terms(self, reply: Reply, other: str) -> None:
        """Raise the error of a run whose server did something else than it was asked for.

        ``other`` says that another model answered; it is empty if the asked one did.
        """
        pricer = self._job.pricer
        computed = None if pricer is None else pricer.cost(reply.usage)
        if why := other or other_terms(reply, tier=self._job.tier, computed=computed):
            raise UnaskedReply(why, self._job)

    def _cost(self, usage: Usage) -> float | None:
        """Return the cost of a call in US dollars; None if neither the server nor a price says it."""
        if usage.cost_usd is not None:
            return usage.cost_usd
        return None if self._job.pricer is None else self._job.pricer.cost(usage)

    def _beyond(self, usage: Usage, served: str | None = None) -> float:
        """Return the US dollars that a call may cost beyond its recorded cost; ``served`` is its tier."""
        job = self._job
        computed = None if job.pricer is None else job.pricer.cost(usage)
        return unstated_cost(usage, computed=computed, trusted=job.trusts_cost, served=served, tier=job.tier)

    def _reserve(self, reservation: int, dollars: float) -> None:
        """Count the cost of a call that no completion records, or its worst case if the cost is unknown."""
        if dollars:
            self.budget.add_uncertain(reservation, dollars)
        self.tally.unsure_usd = self.budget.uncertain

    def _worst(self, request: Request, guess: int, length: int = 0) -> float:
        """Return the estimated worst-case cost of a call in US dollars; 0 if the price is unknown.

        Answers of ``length`` characters may exceed the limit of tokens.
        """
        if self._job.pricer is None:
            return 0.0
        tokens_in = round(guess * self._ratio * _MARGIN)
        limit = request.sampling.tokens_limit or 0
        tokens_out = max(limit * request.draws, length // _CHARS_PER_TOKEN)
        return self._job.pricer.cost(Usage(tokens_in=tokens_in, tokens_out=tokens_out)) or 0.0

    def _fail(self, planned: PlannedCall, failed: CallFailed) -> None:
        """Record the samples of a failed call as missing, or end the run if other calls would fail too."""
        if (end := run_error(failed, self._job)) is not None:
            raise end
        if self._never_answers(failed):
            raise first_reply_error(failed, self._job)
        lost = self.tally.missing
        if isinstance(failed, TaskRejected):
            lost = self.tally.rejected
            self.tally.fixes[failed.reason] = failed.fix
        for draw in range(planned.draw, planned.draw + planned.draws):
            lost[planned.task_id, draw] = failed.reason
        self._lost_in_a_row += 1
        if self._lost_in_a_row >= _MAX_LOST_IN_A_ROW and self._ended is None:
            raise missing_samples_error(self.tally)
