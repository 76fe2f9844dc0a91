"""Probes a model: what it accepts, whether it is greedy, and how it thinks, in at most twelve short calls."""

import contextlib
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Literal, cast
from urllib.parse import quote, urlsplit

from pydantic import Field

from benchmark.core.errors import BadInput, SightbenchError, printable_text
from benchmark.core.sample import CUT_AT_LIMIT, Completion
from benchmark.core.secret import redact
from benchmark.core.suite import Thinking
from benchmark.files.atomic import write_atomic
from benchmark.files.bounded import read_bytes
from benchmark.files.edge import Count, Record, validate_record
from benchmark.files.strict_json import loads
from benchmark.generation.asking.ask import SamplesPresent
from benchmark.generation.asking.drive import open_provider
from benchmark.generation.asking.job import GenerationJob, sent_parameters
from benchmark.generation.asking.run import GenerationRun
from benchmark.generation.asking.tally import Tally
from benchmark.generation.prompts.message import Message, Part, PicturePart, TextPart
from benchmark.generation.providers import PROVIDERS
from benchmark.generation.providers.values import lowest_thinking
from benchmark.generation.record.store import Store
from benchmark.generation.wire.failure import CallFailed
from benchmark.generation.wire.ignored import ignored_parameters
from benchmark.generation.wire.model_list import ListingProvider
from benchmark.generation.wire.patience import Patience
from benchmark.generation.wire.reply import Finish
from benchmark.generation.wire.request import Sampling
from benchmark.generation.wire.transport import RequestCount, count_requests
from benchmark.pipeline.generate.generate import StageBudget, job_of
from benchmark.pipeline.generate.prepare import PreparedStage, server_url
from benchmark.submissions.schema import MeasuredSampling

FOLDER = Path("build/probes")
VALID_DAYS = 30  #: vendors change models without a new name
#: What the protocols of all suites set together, for a model without a run.
EVERYTHING = Sampling(temperature=0.0, top_p=0.95, top_k=20, stop=("\n```\n",))
MAX_CALLS = 12  #: HTTP requests, without those for the vendor's record, which are free
_DRAWS, _DIFFERENT = 5, 3  #: draws of digits; minimum of different ones with which a model is not greedy
_DIGITS = 30
#: Tokens of an answer: enough for digits after some thinking, and too few for the long one.
_SHORT, _CUT = 2048, 64
_ROOM = 16_384  #: tokens for the digits of a model that thinks
_SLACK = 1.25  #: servers may count a few tokens more than they limit
_ITEMS, _CHARS = 80, 200  #: maximum fields of a vendor's record, and characters of one
#: A PNG file of 32 by 32 px: a black square on white.
_PICTURE = PicturePart(
    media_type="image/png",
    base64="iVBORw0KGgoAAAANSUhEUgAAACAAAAAgAQAAAABbAUdZAAAAFUlEQVR42mP4DwQMxBAMDNQliLMXAORTX6HkWh5qAAAAAElFTkSuQmCC",
    width=32,
    height=32,
    size=78,
)
_FIRST = "Write a Python function that returns the number of corners of the shape in the picture."
_DIGITS_ASKED = f"Write {_DIGITS} random digits, without spaces. Write only the digits."
_LONG = "Write the whole numbers from 1 to 500 in words, one per line."


class Probe(Record):
    """What a model did with the calls of a probe."""

    schema_: Literal["sightbench/probe/1"] = Field(default="sightbench/probe/1", alias="schema")
    host: str
    model: str
    versions: dict[str, str] = Field(description="of the SDK and the API; api: responses, if that answered")
    date: Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d$")] = Field(description="UTC")
    record: dict[str, str] = Field(description="the vendor's own record of the model")
    accepted: dict[str, object]
    dropped: list[str] = Field(description="refused, or no parameters of the API")
    ignored: list[str] = Field(description="without effect, as the vendor documents")
    pictures: bool
    sampling: MeasuredSampling = Field(description="result of five draws at temperature 0")
    digits: list[str]
    digits_thinking: Thinking | None = Field(
        default=None, description="lowest thinking that the model accepted, for the digits; null: as in a run"
    )
    unclear: str = Field(default="", description="why sampling is unclear")
    thinking: Count | None = Field(description="tokens that the first answer spent on thinking")
    thinking_counts: bool | None = Field(description="whether thinking counts in the limit; null if unclear")
    untested: list[str] = Field(
        default_factory=list, description="not known: all calls with them were refused, without naming one"
    )
    calls: Annotated[Count, Field(description="HTTP requests, without those for the vendor's record")]

    @property
    def line(self) -> str:
        """The result in one line."""
        parts = [f"accepts {', '.join(self.accepted) or 'no parameter'}"]
        parts += [f"does without {', '.join(self.dropped)}"] * bool(self.dropped)
        parts += [f"ignores {', '.join(self.ignored)}"] * bool(self.ignored)
        parts += ["refuses pictures"] * (not self.pictures)
        parts += [f"not tested: {', '.join(self.untested)}"] * bool(self.untested)
        lowered = f" and thinking {self.digits_thinking}" if self.digits_thinking else ""
        why = f" ({self.unclear})" if self.unclear else ""
        parts.append(f"at temperature 0{lowered}: {self.sampling}{why}")
        if self.thinking:
            counts = {True: ", counted in the limit", False: ", not counted in the limit", None: ""}
            parts.append(f"thought for {self.thinking:,} tokens{counts[self.thinking_counts]}")
        api = f" ({self.versions['api']})" if "api" in self.versions else ""
        return f"probe of {self.date}: {self.model} at {self.host}{api} {'; '.join(parts)}"


async def probe(ready: PreparedStage, wanted: Sampling, budget: float | None) -> Probe:
    """Read the vendor's record of a model, which is free, and make at most twelve calls; keep the result.

    Args:
        ready: the stage with the model.
        wanted: parameters whose acceptance is tested.
        budget: US dollars; None for no limit.

    Raises:
        SightbenchError: if a call fails for another reason than a refused parameter or picture.
    """
    provider, access = ready.provider, ready.stage.access
    job = replace(
        job_of(ready, None, StageBudget(budget, 0.0, ("--budget", ""))),
        patience=Patience(attempts=1),
        limits=replace(access.limits, concurrency=1),
        shares_prompts=False,
        must_apply=frozenset(),
        dropped=frozenset(sent_parameters(wanted)) - provider.parameters,
    )
    asked = replace(wanted, max_tokens=_SHORT, seed=None)
    plain = replace(asked, temperature=None, top_p=None, top_k=None, stop=())
    calls = _Calls(job)
    pictures, untested = True, set[str]()
    async with open_provider(provider):
        record = await _record(ready)
        try:
            (first,) = await calls.ask(asked, _FIRST, _PICTURE)
        except BadInput:
            if not calls.rejected:
                raise
            pictures = False
            if calls.searched:  # a second search would take as many calls again
                untested = {*sent_parameters(asked)} - {*sent_parameters(plain)} - calls.dropped
            (first,) = await calls.ask(plain if calls.searched else asked, _FIRST)
        greedy = replace(plain, temperature=0.0)
        thought = first.tokens_thinking or 0
        if first.finish_reason == CUT_AT_LIMIT or thought:
            greedy = replace(greedy, max_tokens=_ROOM)
        is_long = first.finish_reason == CUT_AT_LIMIT or thought > _SHORT / 2
        draws, lowered = await _draw_digits(calls, greedy, _lower_thinking(ready, greedy) if is_long else ())
        long = await calls.ask(replace(plain, max_tokens=_CUT), _LONG) if calls.left else ()
    accepted = dict(first.parameters)
    if "temperature" in untested:
        accepted |= {"temperature": 0.0} if draws else {}
        untested.remove("temperature")
    digits = [re.sub(r"\D", "", draw.text) for draw in draws if draw.finish_reason == Finish.STOP.value]
    sampling = "refused" if "temperature" in calls.dropped else sampling_result(digits)
    found = Probe(
        host=_host(ready),
        model=access.model,
        versions=dict(provider.versions),
        date=datetime.now(UTC).strftime("%Y-%m-%d"),
        record=record,
        accepted=accepted,
        dropped=sorted(calls.dropped),
        ignored=list(first.ignored),
        pictures=pictures,
        sampling=sampling,
        digits=[each[: 2 * _DIGITS] for each in digits],
        digits_thinking=lowered,
        unclear=_why_unclear(draws, digits) if sampling == "unclear" else "",
        thinking=first.tokens_thinking,
        thinking_counts=_counts(long[0], _CUT + (asked.thinking_tokens or 0)) if long else None,
        untested=sorted(untested),
        calls=calls.made,
    )
    write_atomic(_path(ready), found.model_dump_json(by_alias=True, indent=1).encode() + b"\n")
    return found


def _lower_thinking(ready: PreparedStage, greedy: Sampling) -> tuple[Thinking, ...]:
    """Return values of ``thinking`` that may shorten the draws; none if a model must think as in a run.

    The config may say how much it thinks. A temperature that is ignored only while a model thinks is measured
    while it does.
    """
    access = ready.stage.access
    fixed = greedy.thinking is not None or greedy.thinking_tokens is not None
    ignored = ignored_parameters([access.model], server_url(access), greedy)
    return () if fixed or ignored else lowest_thinking(access.provider)


async def _draw_digits(
    calls: "_Calls", greedy: Sampling, lower: Sequence[Thinking]
) -> tuple[Sequence[Completion], Thinking | None]:
    """Return the draws of digits at temperature 0, and with which of the values of ``lower`` they were made.

    A model that refuses temperature 0 has no draws. Drawing ends early once so many draws were cut off that
    further ones could not show a result.
    """
    draws: list[Completion] = []
    lowered = None
    for thinking in lower:
        if calls.left <= _DRAWS or "temperature" in calls.dropped:
            break
        with contextlib.suppress(BadInput):  # any other fault shows in the draws without this value, too
            draws += await calls.ask(replace(greedy, thinking=thinking), _DIGITS_ASKED)
            lowered, greedy = thinking, replace(greedy, thinking=thinking)
            break
    while calls.left and len(draws) < _DRAWS and _cut(draws) <= _DRAWS - _DIFFERENT:
        if "temperature" in calls.dropped:
            break
        draws += await calls.ask(greedy, _DIGITS_ASKED)
    return ((), None) if "temperature" in calls.dropped else (draws, lowered)


def _cut(draws: Sequence[Completion]) -> int:
    return sum(draw.finish_reason == CUT_AT_LIMIT for draw in draws)


def _why_unclear(draws: Sequence[Completion], digits: Sequence[str]) -> str:
    """Return why draws show neither that a model is greedy nor that it is not."""
    if cut := _cut(draws):
        return f"{cut} of {len(draws)} draws were cut"
    if len(draws) < _DRAWS:
        return f"the calls were used up after {len(draws)} of {_DRAWS} draws"
    if short := _DRAWS - sum(len(each) >= _DIGITS for each in digits):
        return f"{short} of {_DRAWS} draws had too few digits"
    return f"{_DRAWS} draws had {len({*digits})} different results"


def sampling_result(digits: Sequence[str]) -> MeasuredSampling:
    """Return what draws of random digits at temperature 0 show. Short ones are no evidence.

    >>> sampling_result(["1" * 30] * 5), sampling_result(["1" * 30, "2" * 30, "3" * 30])
    ('greedy measured', 'not greedy')
    """
    whole = [each for each in digits if len(each) >= _DIGITS]
    if len({*whole}) >= _DIFFERENT:
        return "not greedy"
    return "greedy measured" if len(whole) == _DRAWS and len({*whole}) == 1 else "unclear"


def kept_probe(ready: PreparedStage) -> Probe | None:
    """Return the kept probe of a model, host and API version; None if there is none of the last 30 days.

    Raises:
        BadInput: if its file is broken.
    """
    path = _path(ready)
    if not path.is_file():
        return None
    found = validate_record(Probe, loads(read_bytes(path), path), path)
    age = datetime.now(UTC).date() - datetime.strptime(found.date, "%Y-%m-%d").date()  # noqa: DTZ007 - a day
    return found if age <= timedelta(days=VALID_DAYS) else None


def probe_note(ready: PreparedStage, lent: Mapping[str, str]) -> str:
    """Return the line of the kept probe of a model, or the command that makes one.

    Args:
        ready: the stage with the model.
        lent: variables that may be sent to other hosts than the vendor's, each with its host.
    """
    access, found = ready.stage.access, kept_probe(ready)
    if found is not None:
        return found.line
    words = ["sightbench", "generate", "--probe", f"{access.provider}/{access.model}"]
    variable = access.api_key_env
    words += [] if access.base_url is None else ["--base-url", access.base_url]
    if variable is not None:
        words += ["--api-key-env", variable]
        words += ["--lend", f"{variable}={lent[variable]}"] if variable in lent else []
    return f"{shlex.join(words)} finds out what it accepts"


@dataclass(slots=True)
class _Memory(Store):
    """Keeps completions in memory, because the answers of a probe are no samples of a task."""

    found: list[Completion]

    def add(self, completions: Iterable[Completion]) -> None:
        self.found += completions

    def settle(self) -> None:
        pass


class _Calls:
    """The calls of a probe, each without what earlier ones were refused for."""

    def __init__(self, job: GenerationJob) -> None:
        self._job = job
        self._requests = RequestCount(MAX_CALLS)
        self._attempts = 0
        self._answered = False
        self.dropped = job.dropped
        self.spent = job.spent_usd
        self.rejected = False  # whether the server refused the last prompt
        self.searched = False  # whether it refused a parameter of the last prompt without naming it

    @property
    def made(self) -> int:
        """HTTP requests; calls, for a provider that does not show its requests."""
        return self._requests.made or self._attempts

    @property
    def left(self) -> int:
        return MAX_CALLS - self.made

    async def ask(
        self, sampling: Sampling, words: str, picture: PicturePart | None = None
    ) -> Sequence[Completion]:
        """Return the answer; nothing if the requests are used up after an earlier answer."""
        parts: tuple[Part, ...] = (
            (TextPart(text=words),) if picture is None else (TextPart(text=words), picture)
        )
        job = replace(
            self._job,
            sampling=sampling,
            dropped=self.dropped,
            messages=lambda *_: (Message(role="user", parts=parts),),
            spent_usd=self.spent,
        )
        have, store = SamplesPresent(["probe"], 1), _Memory([])
        tally = Tally(wanted=have.wanted)
        run = GenerationRun(job, have, store, tally)
        try:
            with count_requests(self._requests):
                await run.run()
        except SightbenchError:
            if not (self._requests.is_exceeded and self._answered):
                raise
        finally:
            self.dropped, self.rejected, self.searched = run.dropped, bool(tally.rejected), run.searched
            self._attempts += tally.calls
            self.spent += tally.file.cost_usd + tally.unsure_usd
            self._answered |= bool(store.found)
        return store.found


async def _record(ready: PreparedStage) -> dict[str, str]:
    """Return the vendor's record of the model by dotted names; empty if it has none."""
    if not PROVIDERS[ready.stage.access.provider].lists_models:
        return {}
    try:
        body = await cast("ListingProvider", ready.provider).model_record(ready.stage.access.model)
    except CallFailed:
        return {}
    shown = {name: printable_text(redact(value, ready.keys))[:_CHARS] for name, value in _flat(body)}
    return dict(list(shown.items())[:_ITEMS])


def _flat(value: object, place: str = "") -> Iterator[tuple[str, str]]:
    """Yield the fields of a record by dotted names, as printable as the vendor's names."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _flat(inner, f"{place}.{printable_text(str(name)[:_CHARS])}".lstrip("."))
    elif value is not None:
        yield place, ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _counts(long: Completion, limit: int) -> bool | None:
    """Return whether thinking counts in the limit of tokens, from an answer that was cut."""
    if long.tokens_out is None:
        return None
    if long.tokens_out > limit * _SLACK:
        return False
    thought = bool(long.tokens_thinking) or not long.text
    return True if thought and long.finish_reason == Finish.LENGTH.value else None


def _host(ready: PreparedStage) -> str:
    access = ready.stage.access
    return urlsplit(server_url(access)).netloc.rpartition("@")[2].lower()


def _path(ready: PreparedStage) -> Path:
    """Return the file of a probe. The version of the SDK decides which version of the API is called."""
    access = ready.stage.access
    sdk = next(iter(ready.provider.versions.values()), "")
    name = f"{access.model}@{sdk}.json"
    return FOLDER / quote(_host(ready) or access.provider, safe="") / quote(name, safe="@")
