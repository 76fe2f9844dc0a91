"""Asks in batches: collects the replies of earlier ones, and sends the calls that have none yet.

Each run of the command makes all calls that are missing in the file. Those that a batch has answered are
completed like any other; the rest waits, and is sent as further batches at the end. So a run may be killed at
any step: the file of the batches is written before each of them is sent, and results are read again.
"""

import uuid
from collections import Counter
from collections.abc import Awaitable, Callable, Set
from contextlib import aclosing, suppress
from dataclasses import replace
from typing import TypeVar, cast

from benchmark.core.errors import BadInput, OurFailure, SightbenchError
from benchmark.generation.asking.ending import RUN_AGAIN, run_error
from benchmark.generation.asking.job import GenerationJob
from benchmark.generation.asking.tally import Tally
from benchmark.generation.batch.apis import Batches, batches_of, groups
from benchmark.generation.batch.parking import BatchedProvider, BatchReply, ParkedCall
from benchmark.generation.batch.state import BatchState, SentBatch, check_state, write_state
from benchmark.generation.record.manifest import config_digest
from benchmark.generation.wire.failure import CallFailed, Outage
from benchmark.generation.wire.pace import RateLimits
from benchmark.generation.wire.patience import with_retries
from benchmark.generation.wire.provider import Endpoint
from benchmark.pipeline.generate.prepare import PreparedStage
from benchmark.results.branch_record import present_moment

_MOST_TRIES = 3  #: batches that may return a call without a reply, because it expired or the server failed
Result = TypeVar("Result")


async def in_batches(
    ready: PreparedStage,
    endpoint: Endpoint,
    job: GenerationJob,
    tally: Tally,
    run: Callable[[GenerationJob], Awaitable[Result]],
) -> Result:
    """Collect what has arrived, complete it with ``run``, and send what is missing.

    Args:
        ready: a stage whose provider waits for batches.
        endpoint: where batches are sent.
        job: its calls.
        tally: the counts of its file.
        run: makes all missing calls, and writes the completions of those that were answered.

    Raises:
        OurFailure: if the vendor cannot be reached, refuses a batch, or returns calls without replies.
    """
    parking = cast("BatchedProvider", ready.provider).parking
    state = check_state(ready.stage.path, config_digest(ready.config))
    api = batches_of(ready.provider.name, endpoint)
    async with aclosing(api):
        batches = _FileBatches(api, job, ready, state)
        parking.replies, parking.waiting = await batches.collect()
        calm = replace(
            job,
            limits=RateLimits(concurrency=job.limits.concurrency),
            tier="batch",
            spent_usd=job.spent_usd + batches.state.waiting_usd,
        )
        try:
            result = await run(calm)
        except BaseException:
            batches.keep(parking.replies.keys())
            raise
        batches.keep()
        if tally.parked:
            await batches.send([*parking.calls.values()], tally.parked_usd)
        else:
            write_state(ready.stage.path, None)
        return result


class _FileBatches:
    """The batches of one file; ``state`` is what its file says at the moment."""

    def __init__(self, api: Batches, job: GenerationJob, ready: PreparedStage, state: BatchState) -> None:
        self._api, self._job = api, job
        self._path = ready.stage.path
        self.state = state

    async def collect(self) -> tuple[dict[str, BatchReply], frozenset[str]]:
        """Return the replies of all batches that have ended, and the ids of calls in the others."""
        replies: dict[str, BatchReply] = {}
        waiting: set[str] = set()
        known = self.state.batches
        self.state = self.state.model_copy(update={"batches": []})
        for place, sent in enumerate(known):
            batch = await self._looked_up(sent, others=[*self.state.batches, *known[place + 1 :]])
            if batch is None:
                continue
            if batch.ended:
                replies |= await self._replies(batch)
            else:
                waiting |= {*batch.calls}
            self._add(batch)
        return replies, frozenset(waiting)

    def keep(self, left: Set[str] = frozenset()) -> None:
        """Write which batches have ended, except those with ``left`` replies, which cost money as well."""
        known = self.state.batches
        if known:
            whole = [
                batch.model_copy(update={"ended": batch.ended and left.isdisjoint(batch.calls)})
                for batch in known
            ]
            with suppress(BadInput):  # the error of the run says more
                write_state(self._path, self.state.model_copy(update={"batches": whole}))

    async def send(self, calls: list[ParkedCall], most_usd: float) -> None:
        """Send calls that no batch has answered; they can cost at most ``most_usd`` US dollars."""
        tries = Counter(call for batch in self.state.batches if batch.ended for call in batch.calls)
        left = [call for call in calls if tries[call.id] < _MOST_TRIES]
        if calls and not left:
            problem = f"{_MOST_TRIES} batches returned {len(calls)} calls without a reply"
            raise OurFailure(problem, f"look at these batches at the vendor: {', '.join(self._ids())}")
        for group in groups(left, self._api.most_calls, self._api.most_bytes):
            await self._send(group, most_usd * len(group) / len(calls))

    async def _send(self, calls: list[ParkedCall], most_usd: float) -> None:
        batch = SentBatch(
            name=f"sightbench-{uuid.uuid4().hex}",
            began=present_moment(),
            calls=[call.id for call in calls],
            most_usd=most_usd,
        )
        before = self.state
        self._add(batch)
        write_state(self._path, self.state)
        try:
            sent = await self._ask(lambda: self._api.send(calls, batch.name), once=True)
        except SightbenchError as error:
            if not (isinstance(error.__cause__, CallFailed) and error.__cause__.unsure):
                with suppress(SightbenchError):  # the vendor has refused it
                    write_state(self._path, before)
            raise
        self.state = before
        self._add(batch.model_copy(update={"id": sent}))
        write_state(self._path, self.state)

    async def _looked_up(self, batch: SentBatch, others: list[SentBatch]) -> SentBatch | None:
        """Return a batch with what the vendor says of it; None if it never arrived there."""
        name = batch.id
        if name is None:
            number, known = len(batch.calls), [other.id for other in others if other.id is not None]
            name = await self._ask(lambda: self._api.find(batch.name, number, batch.began, known))
            if name is None:
                return None
        status = await self._ask(lambda: self._api.look(name))
        if status.problem:
            write_state(self._path, self.state.model_copy(update={"batches": others}))
            problem = f"the vendor refused a batch of {len(batch.calls)} calls: {status.problem}"
            raise OurFailure(problem, f"change what it names, or leave --batch out; then {RUN_AGAIN}")
        return batch.model_copy(update={"id": name, "ended": status.ended})

    async def _replies(self, batch: SentBatch) -> dict[str, BatchReply]:
        found = await self._ask(lambda: self._api.replies(str(batch.id)))
        own = frozenset(batch.calls)
        return {name: reply for name, reply in found.items() if name in own}

    async def _ask(self, ask: Callable[[], Awaitable[Result]], *, once: bool = False) -> Result:
        """Return what the vendor replies; outages are waited for, unless a batch may have begun."""

        def may_retry(outage: Outage) -> bool:
            return not (once and outage.unsure)

        try:
            return await with_retries(ask, self._job.patience, may_retry)
        except CallFailed as failed:
            error = run_error(failed, self._job)
            raise error or OurFailure(f"batches: {failed.reason}", RUN_AGAIN) from failed

    def _add(self, batch: SentBatch) -> None:
        self.state = self.state.model_copy(update={"batches": [*self.state.batches, batch]})

    def _ids(self) -> list[str]:
        return [str(batch.id) for batch in self.state.batches]
