"""What a model says about pictures of problems, the sheet on which people correct it, and how far both agree.

A model is asked for labels, which say whether a picture carries anything that the problem's text lacks, or
for captions. The folder then holds ``labels.jsonl`` (replies), ``labels.html`` (the sheet), once people have
corrected it ``labels.people.jsonl``, and ``labels.final.jsonl``, the result. Captions have the same files.
"""

import html
import itertools
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from benchmark.core.errors import BadInput, printable_text, quote_value
from benchmark.core.prompt import OWN_PROMPT
from benchmark.core.sample import CUT_AT_LIMIT, NO_ANSWERS, Completion, sample_key
from benchmark.core.suite import DrawProtocol
from benchmark.core.task import Picture, Task
from benchmark.files import bounded, strict_json
from benchmark.files.atomic import write_atomic
from benchmark.files.disk_page import disk_page
from benchmark.files.edge import Name, RawText, Record, validate_record
from benchmark.files.predictions import read_predictions, write_predictions
from benchmark.files.strict_json import dump_records, read_records
from benchmark.generation.prompts.message import sendable
from benchmark.generation.prompts.picture import encode_picture
from benchmark.generation.record.manifest import read_manifest
from benchmark.generation.wire.access import ModelAccess
from benchmark.pipeline.generate.generation_plan import GenerationPlan
from benchmark.pipeline.rubric.requests import MOST_TOKENS
from benchmark.pipeline.sources import TaskSource
from benchmark.results.branch_record import Moment
from benchmark.review.agree import LabelAgreement, label_agreement
from benchmark.review.points import Interval, interval_of
from benchmark.review.trials import SIDE
from benchmark.suites.mmcode.problem_prompt import (
    MISSING,
    SEE_FIRST,
    ProblemPrompt,
    ProblemStage,
    Shown,
    picture_numbers,
    read_captions,
)

Asked = Literal["labels", "captions"]
#: Label of a picture → what it means to the person who labels.
LABELS: Mapping[str, str] = {
    "needed": "a right program depends on something that only the picture says",
    "helpful": "the text says it all; the picture makes it easier to understand",
    "nothing": "the picture can be left out without any loss",
}
UNREAD, DISPUTED = "unread", "disputed"
MODEL = "the model"  #: its name in tables of people
NOTHING = "nothing"  #: the label of a picture that carries nothing
_TEMPLATES = {"labels": "pictures.j2", "captions": "caption.j2"}
_TITLES = {"labels": "What pictures carry", "captions": "Captions of pictures"}
_ASKED = {
    "labels": "Say for each picture what it adds to the text; decide before you open what the model says.",
    "captions": "Correct each caption, so that it says what a programmer needs who does not see the picture.",
}
_LABEL = re.compile(
    r"[\s*_`\"'(\[<]*(?:(?:label|word|answer)\s*:[\s*_`]*)?"
    rf"({'|'.join(LABELS)})[\s*_`\"')\]>]*(?:$|[-–—:;,.(](.*))",
    re.IGNORECASE,
)
_REASON = 300  #: maximum characters of a reason
Key = tuple[str, int]  #: task id, and number of the picture in the order of the text, from 1


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureWork:
    """The pictures of some tasks, and the folder with what a model and people say about them."""

    asked: Asked
    source: TaskSource
    out: Path

    @property
    def tasks(self) -> tuple[Task, ...]:
        """The tasks that have pictures."""
        return tuple(task for task in self.source.tasks if picture_numbers(task))

    def file(self, ending: str) -> Path:
        """Return one of the files, such as ``labels.html``."""
        return self.out / f"{self.asked}{ending}"

    def folder(self, task: Task) -> Path | None:
        """Return the folder that paths of pictures start from; None for a data set of a suite."""
        place = self.source.places.get(task.id)
        return None if place is None else place[0].parent


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeText:
    """What the model said about one picture."""

    task: Task
    number: int  #: of the picture in the order of the text, from 1
    said: str  #: label or caption; empty if none could be read
    reason: str  #: the model's reason for a label; else why nothing can be read
    model: str  #: as the server names it

    @property
    def key(self) -> Key:
        """Task id and number."""
        return self.task.id, self.number


def plan_of_pictures(work: PictureWork, access: ModelAccess) -> GenerationPlan:
    """Return the plan of one request per task; its replies are in ``labels.jsonl`` or ``captions.jsonl``.

    Raises:
        BadInput: if no task has a picture.
    """
    if not work.tasks:
        raise BadInput("tasks", "", "have no pictures", "name tasks with pictures")
    tokens = access.sampling.max_tokens or MOST_TOKENS
    return GenerationPlan(
        tasks=work.tasks,
        suite=work.source.suite_id,
        dataset=work.source.dataset,
        setting=f"pictures-{work.asked}",
        prompt=ProblemPrompt(ProblemStage(_TEMPLATES[work.asked], Shown.NUMBERED_PICTURE)),
        prompt_name=OWN_PROMPT,
        protocol=DrawProtocol(id="pictures", draws=1, temperature=0.0, max_tokens=tokens),
        access=access,
        out=work.file(".jsonl"),
        folders={task.id: folder for task in work.tasks if (folder := work.folder(task))},
    )


def read_made(work: PictureWork) -> tuple[MadeText, ...]:
    """Read the replies: a label or caption for each picture that the model was asked about.

    Raises:
        BadInput: if there is no reply, or the file of replies is not valid.
    """
    path = work.file(".jsonl")
    begun = path.is_file() and path.stat().st_size
    replies = {reply.task_id: reply for reply in read_predictions(path)} if begun else {}
    manifest = read_manifest(path)
    refused = {} if manifest is None else {sample_key(name)[0]: why for name, why in manifest.missing.items()}
    made = []
    for task in work.tasks:
        count, reply = len(picture_numbers(task)), replies.get(task.id)
        if reply is None and task.id not in refused:
            continue
        texts = read_reply(work.asked, reply, count) if reply else [("", refused[task.id])] * count
        model = (reply.resolved_model or reply.model or "") if reply else ""
        made += [
            MadeText(task=task, number=number, said=said, reason=reason, model=model)
            for number, (said, reason) in enumerate(texts, 1)
        ]
    if not made:
        raise BadInput(path, "", "has no reply about these tasks", "name a model with --model_name")
    return tuple(made)


def read_reply(asked: Asked, reply: Completion, count: int) -> list[tuple[str, str]]:
    """Return the label or caption of each picture of a task, and the reason.

    The text is empty if it cannot be read, and the reason then says why: a reply that was cut off or refused
    counts for no picture, nor does one that does not say which picture it means. A label must begin a line,
    and two different ones for a picture count as none.
    """
    if reply.finish_reason == CUT_AT_LIMIT or reply.finish_reason in NO_ANSWERS:
        why = "the reply was cut off" if reply.finish_reason == CUT_AT_LIMIT else "the model refused"
        return [("", why)] * count
    pieces = read_captions(sendable(reply.text), count)
    if SEE_FIRST in pieces:
        return [("", "the reply does not say which picture it means")] * count
    read = _label if asked == "labels" else _caption
    return [
        read(piece, number, count) if piece != MISSING else ("", "the reply does not name this picture")
        for number, piece in enumerate(pieces, 1)
    ]


def _label(piece: str, _number: int, _count: int) -> tuple[str, str]:
    lines = [" ".join(line.split()) for line in piece.splitlines()]
    found = {match[1].casefold(): match[2] or "" for line in lines if (match := _LABEL.match(line))}
    if len(found) != 1:
        count = "more than one label" if found else "no label"
        return "", f"{count} in {quote_value(printable_text(piece[:80]))}"
    ((label, reason),) = found.items()
    # A reason may begin on the next line.
    return label, printable_text((reason.strip() or " ".join(lines[1:])).strip())[:_REASON]


def _caption(piece: str, number: int, count: int) -> tuple[str, str]:
    return (piece, "") if _is_kept(piece, number, count) else ("", "the caption is mixed with other marks")


def _is_kept(caption: str, number: int, count: int) -> bool:
    """Whether a caption stays as it is when it is written in front of a programmer, after its heading."""
    return read_captions(f"Picture {number}: {caption}", count)[number - 1] == caption


class Correction(Record):
    """What a person said about one picture."""

    task_id: Name
    picture: Annotated[int, Field(ge=1, description="number in the order of the text")]
    person: Name
    at: Moment
    shown: RawText = Field(description="what the model had said; empty if that could not be read")
    said: RawText = Field(description="label or caption")
    seen: bool = Field(description="whether the person saw what the model said before deciding")


class PictureSheet(Record):
    """The file that the page of a sheet saves."""

    schema_: Literal["sightbench/picture-sheet/1"] = Field(alias="schema")
    asked: Asked
    corrections: list[Correction]


def write_sheet(work: PictureWork, made: Sequence[MadeText]) -> Path:
    """Write the page on which people correct what the model said; it holds no label of a person."""
    tasks = {each.task.id: each.task for each in made}
    models = ", ".join(dict.fromkeys(each.model for each in made if each.model))
    data = {
        "asked": work.asked,
        "labels": LABELS,
        "key": [work.asked, work.source.suite_id, work.source.dataset, models],
        "tasks": [{"id": task.id, "parts": [*_parts(work, task)]} for task in tasks.values()],
        "pictures": [
            {"task": each.task.id, "number": each.number, "said": each.said, "reason": each.reason}
            for each in made
        ],
    }
    title = f"{_TITLES[work.asked]}: {work.source.suite_id} {work.source.dataset}"
    path = work.file(".html")
    places = {"title": html.escape(title), "asked": html.escape(_ASKED[work.asked])}
    write_atomic(path, disk_page("sheet", data, places))
    return path


def _parts(work: PictureWork, task: Task) -> Iterator[str | dict[str, object]]:
    numbers = picture_numbers(task)
    for part in task.parts:
        if isinstance(part, Picture):
            sent = encode_picture(part, work.folder(task), task.id, SIDE)
            yield {"number": numbers[part.number], "src": sent.data_url}
        else:
            yield sendable(part.text)


#: What each person said, the newest of each picture.
People = Mapping[str, Mapping[Key, Correction]]


def add_corrections(work: PictureWork, made: Sequence[MadeText], saved: Sequence[Path] = ()) -> People:
    """Add what people saved to the file of corrections, and return what holds of it.

    The file keeps all that people ever said; what it already has is not added again.

    Raises:
        BadInput: if a file is not such a sheet, or a correction does not fit these pictures.
    """
    path = work.file(".people.jsonl")
    records = [*read_records(path)] if path.exists() else []
    # A dict, because it keeps the order.
    known = dict.fromkeys(validate_record(Correction, found, path, f"line {line}") for line, found in records)
    counts = Counter(each.task.id for each in made)
    for file in saved:
        sheet = validate_record(PictureSheet, strict_json.loads(bounded.read_bytes(file), file), file)
        if sheet.asked != work.asked:
            problem = f"has {sheet.asked}, not {work.asked}"
            raise BadInput(file, "asked", problem, f"use --asked {sheet.asked}")
        for number, correction in enumerate(sheet.corrections):
            _check(correction, work.asked, counts[correction.task_id], file, f"corrections[{number}]")
        known |= dict.fromkeys(sheet.corrections)
    if len(known) > len(records):
        write_atomic(path, dump_records(path, (each.model_dump() for each in known)))
    people: dict[str, dict[Key, Correction]] = {}
    for each in sorted(known, key=lambda each: each.at):  # stable: of the same second, the later line holds
        people.setdefault(each.person, {})[each.task_id, each.picture] = each
    return people


def _check(correction: Correction, asked: Asked, count: int, file: Path, place: str) -> None:
    said = correction.said
    if not 1 <= correction.picture <= count:
        problem = f"task {quote_value(correction.task_id)} has no picture {correction.picture} here"
        raise BadInput(file, place, problem, "give the tasks of this sheet, and its folder with --out")
    if correction.person == MODEL:
        raise BadInput(
            file, place, f"{quote_value(MODEL)} cannot be the name of a person", "use another name"
        )
    if asked == "labels" and said not in LABELS:
        raise BadInput(file, place, f"{quote_value(said)} is not a label", f"use one of {', '.join(LABELS)}")
    if asked == "captions" and not (said.strip() and _is_kept(said.strip(), correction.picture, count)):
        problem = "the caption is empty, or a line of it begins like that of another picture"
        raise BadInput(file, place, problem, "write no line that begins with the word Picture and a number")


def carries_nothing(made: Sequence[MadeText], people: People) -> Iterator[LabelAgreement]:
    """Yield how far the model and each person, and every two people, agree on which pictures carry nothing.

    Only pictures with a label of both count.
    """
    labels = {MODEL: {each.key: each.said for each in made if each.said}}
    labels |= {person: {key: found.said for key, found in own.items()} for person, own in people.items()}
    for a, b in itertools.combinations(labels, 2):
        both = [each for each in made if each.key in labels[a] and each.key in labels[b]]
        first, second = ([str(labels[who][each.key] == NOTHING) for each in both] for who in (a, b))
        if both:
            yield label_agreement(a, b, first, second, [each.task.family for each in both])


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptionShare:
    """What one person did with the model's captions."""

    person: str
    accepted: Interval | None  #: share of the captions read that stayed as they were; None if none was read
    edited: int  #: captions that the person changed by more than white space
    written: int  #: captions in place of ones that could not be read
    stale: int  #: the person saw a caption that the model has made anew since


def caption_shares(made: Sequence[MadeText], people: People) -> Iterator[CaptionShare]:
    """Yield for each person how many captions stayed as they were, and how many were changed."""
    for person, own in people.items():
        seen = [(each, own[each.key]) for each in made if each.key in own]
        current = [(each, found) for each, found in seen if found.shown == each.said]
        values = [float(found.said.split() == each.said.split()) for each, found in current if each.said]
        stems = [each.task.family for each, _ in current if each.said]
        yield CaptionShare(
            person=person,
            accepted=interval_of(values, stems) if values else None,
            edited=values.count(0.0),
            written=len(current) - len(values),
            stale=len(seen) - len(current),
        )


class PictureLabel(Record):
    """One line of ``labels.final.jsonl``: what a picture carries."""

    task_id: Name
    picture: Annotated[int, Field(ge=1, description="number in the order of the text")]
    label: str = Field(description="of people if they agree, else disputed; without people, of the model")
    model: str = Field(description="as its server names it; empty without a reply")
    model_label: str = Field(description="unread if the reply could not be read")
    reason: str = Field(description="of the model; of an unread reply, why it could not be read")
    people: dict[str, str] = Field(description="label by person")


def write_final(work: PictureWork, made: Sequence[MadeText], people: People) -> Path:
    """Write the labels or captions that hold: those of people where they gave any, else the model's.

    Labels are a line per picture; if people disagree, the label is ``disputed``. Captions are a file of
    completions, which the provider ``replay`` gives to the setting ``image-replacement-NAME``; of several
    people's, the newest holds. Its field ``resolved_model`` names the model, and says if people changed it.
    """
    path = work.file(".final.jsonl")
    if work.asked == "labels":
        write_atomic(path, dump_records(path, (_final_label(each, people).model_dump() for each in made)))
    else:
        by_task = itertools.groupby(made, key=lambda each: each.task.id)
        write_predictions(path, [_final_captions(task, list(pictures), people) for task, pictures in by_task])
    return path


def _final_label(made: MadeText, people: People) -> PictureLabel:
    given = {person: own[made.key].said for person, own in people.items() if made.key in own}
    labels = set(given.values()) or {made.said or UNREAD}
    return PictureLabel(
        task_id=made.task.id,
        picture=made.number,
        label=labels.pop() if len(labels) == 1 else DISPUTED,
        model=made.model,
        model_label=made.said or UNREAD,
        reason=made.reason,
        people=given,
    )


def _final_captions(task_id: str, pictures: Sequence[MadeText], people: People) -> Completion:
    """Return the captions of a task as one text, in the form that the caption setting reads."""
    lines, changed, model = [], False, pictures[0].model
    for made in pictures:
        given = [own[made.key] for own in people.values() if made.key in own]
        # A correction of another caption than the model's present one does not hold.
        current = [found for found in given if found.shown == made.said]
        said = max(current, key=lambda found: found.at).said.strip() if current else made.said
        changed |= said.split() != made.said.split()
        lines.append(f"Picture {made.number}: {said or MISSING}")
    who = f"{model}, corrected by people" if changed else model
    text = "\n\n".join(lines)
    return Completion(task_id=task_id, draw=0, text=text, model=model or None, resolved_model=who or None)
