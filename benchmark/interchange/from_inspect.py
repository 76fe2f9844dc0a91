"""Logs of Inspect (https://inspect.aisi.org.uk/eval-logs.html): the answers of their samples."""

import json
import struct
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import ConfigDict, Field

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.install import install_extra
from benchmark.core.sample import Completion
from benchmark.files.bounded import JSON_LIMIT, MIB, first_byte, read_bytes
from benchmark.files.edge import Name, RawText, Record, validate_record
from benchmark.files.predictions import BoundedAmount, Tokens
from benchmark.interchange.imported import FoundAnswer

_ZSTANDARD = 93  #: number of the compression method in zip files
_LOCAL_HEADER = struct.Struct("<26xHH")  #: of an entry: lengths of its name and of its extra fields


def is_zip(path: Path) -> bool:
    """Whether a file begins as zip files do.

    Raises:
        BadInput: if it cannot be read.
    """
    # Zip files begin with "PK", and logs in JSON with "{".
    return first_byte(path) == b"P"


class ZipEntries:
    """A zip file; each entry is read whole, up to 256 MiB.

    Python 3.11 does not know the compression of these logs, Zstandard, which pyarrow can read.
    """

    def __init__(self, path: Path) -> None:
        """Open the file.

        Raises:
            BadInput: if it cannot be read, or is not a zip file.
        """
        self._path = path
        try:
            self._file = path.open("rb")
        except OSError as error:
            problem = f"cannot be read: {error.strerror or error}"
            raise BadInput(path, "", problem, "check the path and its permissions") from None
        try:
            self._zip = zipfile.ZipFile(self._file)
        except (zipfile.BadZipFile, OSError, ValueError) as error:
            self._file.close()
            raise BadInput(path, "", f"is not a zip file: {error}", "name a whole log of Inspect") from None
        self.names = tuple(self._zip.namelist())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()
        self._file.close()

    def read(self, name: str) -> bytes:
        """Return the content of an entry.

        Raises:
            BadInput: if it is absent, damaged or too large, or needs pyarrow, which is not installed.
        """
        try:
            entry = self._zip.getinfo(name)
        except KeyError:
            raise BadInput(self._path, name, "is missing", "name a finished log of Inspect") from None
        if entry.file_size > JSON_LIMIT:
            problem = f"has {entry.file_size // MIB} MiB; the limit is {JSON_LIMIT // MIB} MiB"
            raise BadInput(self._path, name, problem, "export the samples without events")
        try:
            if entry.compress_type != _ZSTANDARD:
                with self._zip.open(entry) as stream:
                    # One byte more shows that an entry is larger than it states; no more is unpacked.
                    data = stream.read(entry.file_size + 1)
            else:
                data = self._zstandard(entry)
        # zipfile raises NotImplementedError for a compression that it does not know.
        except (OSError, zipfile.BadZipFile, NotImplementedError, struct.error) as error:
            raise BadInput(self._path, name, f"cannot be unpacked: {error}", "restore the log") from None
        if len(data) != entry.file_size:
            raise BadInput(self._path, name, "has another size than the zip file records", "restore the log")
        return data

    def _zstandard(self, entry: zipfile.ZipInfo) -> bytes:
        try:
            import pyarrow
        except ModuleNotFoundError:
            problem = "is compressed with Zstandard, which needs pyarrow"
            fix = f"{install_extra('parquet')}, or convert the log with `inspect log convert --to json`"
            raise BadInput(self._path, entry.filename, problem, fix) from None
        self._file.seek(entry.header_offset)
        # The local header may have other extra fields than the directory that zipfile has read.
        name, extra = _LOCAL_HEADER.unpack(self._file.read(_LOCAL_HEADER.size))
        self._file.seek(name + extra, 1)
        packed = pyarrow.BufferReader(self._file.read(entry.compress_size))
        with pyarrow.CompressedInputStream(packed, "zstd") as stream:
            data: bytes = stream.read(entry.file_size + 1)
            return data


_ATTACHMENT = "attachment://"
#: Inspect's stop reason → ours.
_FINISHES: Mapping[str, str] = {
    "stop": "stop",
    "max_tokens": "length",
    "model_length": "length",
    "content_filter": "content_filter",
}


class _LogPart(Record):
    """A part of a log; fields that are not used here are ignored."""

    model_config = ConfigDict(extra="ignore")


class _Content(_LogPart):
    type: str
    text: RawText = ""


class _Message(_LogPart):
    content: RawText | list[_Content]


class _Choice(_LogPart):
    message: _Message
    stop_reason: str = "unknown"


class _Usage(_LogPart):
    input_tokens: Tokens | None = None
    output_tokens: Tokens | None = None
    reasoning_tokens: Tokens | None = None
    input_tokens_cache_read: Tokens | None = None
    total_cost: BoundedAmount | None = None


class _Output(_LogPart):
    model: str = ""
    choices: list[_Choice] = Field(default_factory=list)
    usage: _Usage | None = None
    time: BoundedAmount | None = None


class _SampleScore(_LogPart):
    value: object = None  #: ``C`` and ``I`` of Inspect's own scorers, or a number


class _Sample(_LogPart):
    id: int | Name
    epoch: Annotated[int, Field(ge=1)]
    output: _Output = Field(default_factory=_Output)
    error: dict[str, object] | None = None
    attachments: dict[str, RawText] = Field(default_factory=dict)
    scores: dict[str, _SampleScore] | None = None


class _Spec(_LogPart):
    model: str = ""


class _Head(_LogPart):
    version: Literal[1, 2]
    status: str = "success"
    eval: _Spec


def read_inspect(path: Path) -> Iterator[FoundAnswer]:
    """Yield the completions of a log (``.eval`` or ``.json``), each with its file and place.

    The completion is the text of the last reply of the model, without its reasoning; epoch 1 is draw 0.

    Raises:
        BadInput: if the file is not a log with samples of a run that has ended, or a sample ended without a
            reply.
    """
    found = False
    for place, model, record in _records(path):
        found = True
        sample = validate_record(_Sample, record, path, place)
        yield FoundAnswer(path, place, _completion(sample, model, path, place), _passed(sample))
    if not found:
        fix = "run `inspect eval` without --no-log-samples"
        raise BadInput(path, "samples", "the log has no samples", fix)


def _records(path: Path) -> Iterator[tuple[str, str, dict[str, object]]]:
    """Yield place, model and fields of each sample."""
    if is_zip(path):
        with ZipEntries(path) as entries:
            head = _head(_object(entries.read("header.json"), path, "header.json"), path)
            for name in entries.names:
                if name.startswith("samples/") and name.endswith(".json"):
                    yield name, head.eval.model, _object(entries.read(name), path, name)
        return
    log = _object(read_bytes(path), path, "")
    if "eval" not in log:
        raise BadInput(path, "eval", "is missing, so this is not a log", "name a log of Inspect")
    head = _head(log, path)
    samples = log.get("samples")
    for number, record in enumerate(samples if isinstance(samples, list) else []):
        if not isinstance(record, dict):
            raise BadInput(path, f"samples[{number}]", "is not an object", "restore the log")
        yield f"samples[{number}]", head.eval.model, record


def _head(record: dict[str, object], path: Path) -> _Head:
    head = validate_record(_Head, record, path)
    if head.status != "success":
        fix = f"finish the run with `inspect eval-retry {path}`, then import its new log"
        raise BadInput(path, "status", f"the run has not ended: {quote_value(head.status)}", fix)
    return head


def _object(data: bytes, path: Path, place: str) -> dict[str, object]:
    """Parse JSON; unlike in our own files, NaN is allowed, which Inspect writes as a value of metrics."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise BadInput(path, place, f"is not valid JSON: {error}", "name a log of Inspect") from None
    if not isinstance(value, dict):
        raise BadInput(path, place, "is not a JSON object", "name a log of Inspect")
    return value


def _passed(sample: _Sample) -> bool | None:
    """Return whether the first scorer called the sample right or wrong; None if it did neither."""
    value = next(iter((sample.scores or {}).values()), _SampleScore()).value
    if isinstance(value, bool | int | float) and value in (0, 1):
        return bool(value)
    return {"C": True, "I": False, "N": False}.get(value) if isinstance(value, str) else None


def _completion(sample: _Sample, model: str, path: Path, place: str) -> Completion:
    if sample.error is not None or not sample.output.choices:
        said = quote_value(str((sample.error or {}).get("message", "no reply")))
        problem = (
            f"sample {quote_value(str(sample.id))}, epoch {sample.epoch} ended without an answer: {said}"
        )
        raise BadInput(
            path, place, problem, "repeat such samples with `inspect eval-retry`, then import its log"
        )
    output, choice = sample.output, sample.output.choices[0]
    usage = output.usage or _Usage()
    # Inspect's other reasons, such as `tool_calls`, are kept in words.
    finish = _FINISHES.get(choice.stop_reason, "other")
    return Completion(
        task_id=str(sample.id),
        draw=sample.epoch - 1,
        text=answer_text(choice.message.content, sample.attachments),
        finish_reason=finish,
        finish_detail=choice.stop_reason if finish == "other" else None,
        tokens_in=usage.input_tokens,
        tokens_out=usage.output_tokens,
        tokens_thinking=usage.reasoning_tokens,
        tokens_cached=usage.input_tokens_cache_read,
        cost_usd=usage.total_cost,
        seconds=output.time,
        model=model or None,
        resolved_model=output.model or None,
    )


def answer_text(content: str | Sequence[_Content], attachments: Mapping[str, str]) -> str:
    """Return the text of a message; parts such as reasoning and tool calls are left out.

    Args:
        content: the content of a message of a log, or of Inspect itself.
        attachments: long texts, which the content only names.
    """
    texts = [content] if isinstance(content, str) else [part.text for part in content if part.type == "text"]
    return "\n".join(
        attachments.get(text.removeprefix(_ATTACHMENT), text) if text.startswith(_ATTACHMENT) else text
        for text in texts
    )
