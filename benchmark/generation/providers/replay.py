"""Completions from a file instead of a model: for tests, for the demo, and to fill in a run again."""

from collections.abc import Mapping
from pathlib import Path

from benchmark.core.sample import Completion, SampleKey
from benchmark.files.predictions import read_predictions
from benchmark.generation.wire.failure import TaskRejected
from benchmark.generation.wire.provider import Endpoint
from benchmark.generation.wire.reply import Choice, Finish, Reply, Usage
from benchmark.generation.wire.request import Request, Sampling


class ReplayProvider:
    """See :class:`benchmark.generation.wire.provider.Provider`. The endpoint's model is the path of the file.

    Raises:
        BadInput: when the file is no prediction file.
    """

    name = "replay"
    draws_per_call = 1
    parameters = frozenset(Sampling.__dataclass_fields__)  # they were what they were
    versions: Mapping[str, str] = {}

    def __init__(self, endpoint: Endpoint) -> None:
        found = read_predictions(Path(endpoint.model))
        self._found: dict[SampleKey, Completion] = {one.key: one for one in found}

    async def open(self) -> None:
        """See the protocol; nothing to do."""

    async def call(self, request: Request) -> Reply:
        """See the protocol."""
        one = self._found.get((request.task_id, request.draw))
        if one is None:
            fix = "replay a file that has all samples"
            raise TaskRejected("the file that is replayed does not have this sample", fix=fix)
        return Reply(
            choices=(Choice(text=one.text, finish=Finish.of(one.finish_reason)),),
            usage=Usage(
                tokens_in=one.tokens_in,
                tokens_out=one.tokens_out,
                tokens_thinking=one.tokens_thinking,
                tokens_cached=one.tokens_cached,
            ),
            seconds=one.seconds or 0.0,
            resolved_model=one.resolved_model or one.model,
            fingerprint=one.fingerprint,
            request_id=one.request_id,
        )

    async def close(self) -> None:
        """See the protocol; nothing to free."""
