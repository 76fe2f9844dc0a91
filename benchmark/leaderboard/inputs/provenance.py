"""The origin of a row's numbers, and links to its CI run, commit, files and attestation.

A row names the CI run that made it. If this run belongs to the repository of the site, the row and its files
are on the branch of results, and large files are assets of a release. Only an attested row has links to
attestations.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from urllib.parse import quote, urlsplit

from benchmark.analysis.catalog import SHOWN_TRUST, TRUST, ShownTrust
from benchmark.analysis.conditions import conditions
from benchmark.analysis.groups import key_of
from benchmark.analysis.score_cells import cut_share, cut_words
from benchmark.analysis.wording import clean, count, join_names, percent, plural
from benchmark.core.counts import Counts
from benchmark.generation.providers import lacked
from benchmark.leaderboard.inputs.facts import day, looks_per_answer, missing_samples
from benchmark.results.attestation import UNATTESTED, Attestation
from benchmark.results.branch import BRANCH
from benchmark.results.layout import ROW_FILE_LIMIT, ROWS
from benchmark.results.releases import SHARED_UNTIL, asset_name, release_of, shared_tag
from benchmark.results.row import Row, RowFile, RowSampling
from benchmark.suites.importers import answer_addresses

_LINK_CHARACTERS = 500
_LABEL_PARTS = 3  #: parts of a file's address that its label shows


def answer_links(row: Row) -> tuple[tuple[str, str], ...]:
    """Return label and https address of each file of a row by reference; empty for other rows.

    The label is the end of the address, such as ``MATH/gpt-4o/samples.jsonl_results.jsonl``.
    """
    files = () if row.run.references is None else row.run.references.files
    return tuple(
        (clean("/".join(file.url.split("/")[-_LABEL_PARTS:]), _LINK_CHARACTERS), file.url) for file in files
    )


def published_answers(row: Row) -> Mapping[str, str]:
    """Return, by task, the page with a row's answer at its publisher; empty if the site may show answers."""
    return {} if row.run.references is None else answer_addresses(row.run.references)


def judged_note(rows: Sequence[Row], trusts: Iterable[ShownTrust]) -> str:
    """Return who wrote the answers of a table's models, when they were judged, and what proves it.

    Such as ``Others published the answers of all 12 models; they were judged here on 21 Nov 2026 by version
    34 of our judge. No signature proves where it was judged.`` Trust is named if all rows have the same.
    Empty without rows.
    """
    if not rows:
        return ""
    published = [row for row in rows if row.run.references is not None]
    said = f"J{judged_words(rows).removeprefix('j')}."
    if published:
        some = "all" if len(published) == len(rows) else f"{count(len(published))} of"
        models = f"{some} {count(len(rows))} models" if len(rows) > 1 else "this model"
        said = f"Others published the answers of {models}; they were {judged_words(published)}."
    known = {*trusts}
    meaning = SHOWN_TRUST[known.pop()] if len(known) == 1 else ""
    return f"{said} {meaning[:1].upper()}{meaning[1:]}." if meaning else said


def judged_words(rows: Sequence[Row]) -> str:
    """Return when and by what rows were judged: ``judged here on 21 Nov 2026 by version 34 of our judge``."""
    days = sorted({row.run.started[:10] for row in rows})
    when = f"on {day(days[0])}" if len(days) == 1 else f"from {day(days[0])} to {day(days[-1])}"
    versions = join_names(sorted({str(row.result.versions.judge) for row in rows}))
    return f"judged here {when} by version {versions} of our judge"


_ATTESTATIONS = "attestations"  #: label of a link
_COMMIT = re.compile(r"[0-9a-f]{40}")


def safe_link(link: str) -> bool:
    """Whether an address from a row may become a link: a whole https address without odd characters."""
    if len(link) > _LINK_CHARACTERS or clean(link, _LINK_CHARACTERS) != link or " " in link:
        return False
    try:
        parts = urlsplit(link)
    except ValueError:
        return False
    return parts.scheme == "https" and bool(parts.hostname)


def named_links(links: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return the labels and addresses of a record that may become links."""
    return tuple((clean(label), link) for label, link in sorted(links.items()) if safe_link(link))


def row_links(row: Row, repository: str, *, attested: bool) -> tuple[tuple[str, str], ...]:
    """Return labels and https addresses, first those of the row itself; attestations only if signed."""
    named = (*named_links(row.run.links), *answer_links(row))
    if not is_recorded(row, repository):
        return named
    links = _recorded_links(row, repository.rstrip("/"))
    return (*named, *(link for link in links if attested or link[0] != _ATTESTATIONS))


def is_recorded(row: Row, repository: str) -> bool:
    """Whether a CI run of this repository made the row."""
    address = repository.rstrip("/")
    return safe_link(repository) and any(link.startswith(f"{address}/") for link in row.run.links.values())


def attestation_command(row: Row, repository: str) -> str:
    """Return the command that checks the row's attestation on GitHub; empty for other rows and hosts."""
    parts = urlsplit(repository)
    if not is_recorded(row, repository) or parts.hostname != "github.com":
        return ""
    return f"gh attestation verify {row.id}.json --repo {parts.path.strip('/')}"


def _recorded_links(row: Row, repository: str) -> Iterator[tuple[str, str]]:
    result, run = row.result, row.run
    if _COMMIT.fullmatch(run.commit):
        yield "commit", f"{repository}/commit/{run.commit}"
    folder = f"{BRANCH}/{ROWS}/{quote(result.suite)}/{quote(result.dataset)}/{quote(result.submission.slug)}"
    yield "row", f"{repository}/blob/{folder}/{row.id}.json"
    for label, file in run.files:
        path = f"raw/{folder}/{quote(file.name)}"
        if file.bytes > ROW_FILE_LIMIT:
            tag = release_of(row) if run.started >= SHARED_UNTIL else shared_tag(release_of(row))
            path = f"releases/download/{tag}/{quote(asset_name(file.name, file.sha256))}"
        yield label, f"{repository}/{path}"
    yield _ATTESTATIONS, f"{repository}/attestations"


_DAY = re.compile(r"20[0-9]{2}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True, slots=True)
class Fact:
    """A label and a value."""

    label: str
    value: str
    mono: bool = False  #: whether the value is printed in a monospaced font, as digests and ids are
    why: str = ""  #: explanation of the value
    small: str = ""  #: additional words in small print
    page: str = ""  #: page of another model that the fact names
    other: str = ""  #: name of that model
    compare: str = ""  #: query of the address that compares the two
    warns: bool = False  #: whether the model is really worse than its predecessor


def provenance(
    row: Row,
    counts: Counts,
    rows_folder: str,
    repository: str,
    attestation: Attestation = UNATTESTED,
    *,
    bibtex: str = "",
) -> SimpleNamespace:
    """Return the recorded origin of a row; its command names ``rows_folder``, its links the repository.

    Withdrawn rows and those of papers have no citation (``bibtex``).
    """
    result, run = row.result, row.run
    guest = ", ".join(
        f"{clean(name)} {clean(version)}" for name, version in sorted(result.versions.guest.items())
    )
    references = () if run.references is None else run.references.files
    doubled = () if run.references is None else run.references.doubled
    trust = TRUST[run.trust] if run.references is None else "judged here from answers that others publish"
    proved = attestation.holds or run.trust == "reported"
    factor = run.machine.time_factor
    serial = "" if run.judge_serial is None else f", serial number {run.judge_serial}"
    judge = f"judge {result.versions.judge}{serial}"
    completions = plural(result.completions.count, "completion")
    facts = (
        Fact("Row", row.id, mono=True),
        Fact("Answers", f"{completions}, {trust}{'' if proved else ' (not proved by a signature)'}"),
        Fact("Signature", _signature_text(row, attestation)),
        Fact("Generated by", _generation_text(row)),
        Fact("Cut, refused or empty", _endings_text(row)),
        Fact("Looks per answer", looks_per_answer(row)),
        Fact("Digest of answers", result.completions.digest, mono=True),
        Fact("Tasks", f"{clean(result.suite)}, {clean(result.dataset)} · {conditions(key_of(row)).with_ids}"),
        Fact("Digest of tasks", result.tasks.digest, mono=True),
        Fact("Digest of prompt", result.prompt.digest or "", mono=True),
        Fact("Missing", missing_samples((counts,))),
        Fact(
            "Versions",
            f"suite {result.versions.suite} · {judge} · in the sandbox: {guest}",
        ),
        Fact("Judged", f"{day(run.started)}, {clean(run.started[11:19])} UTC, in {run.seconds:,.0f} s"),
        Fact("CPU time of answers", f"{run.cpu_seconds:,.1f} s"),
        Fact(
            "Machine",
            f"{clean(run.machine.system)}, Python {clean(run.machine.python)}, "
            f"{count(run.machine.cpus)} CPUs, {clean(run.executor)} executor, "
            f"{plural(run.workers, 'worker')}",
        ),
        Fact("Time limits", "" if factor is None else f"× {factor:.2f}, because of the machine's speed"),
        Fact("Judged again near a limit", "" if not run.judged_again else count(run.judged_again)),
        Fact("Commit", clean(run.commit), mono=True),
        Fact("File of answers", _file_text(run.completions_file), mono=True),
        *(
            Fact("File of answers, elsewhere", f"{label}, sha256 {file.sha256}", mono=True)
            for file, (label, _) in zip(references, answer_links(row), strict=True)
        ),
        Fact("Answered twice, the first counts", ", ".join(map(clean, doubled))),
        Fact("File of verdicts", _file_text(run.verdicts_file), mono=True),
        Fact("File of descriptions", _file_text(run.descriptions_file), mono=True),
    )
    folder = f"{rows_folder}/{result.suite}/{result.dataset}/{result.submission.slug}"
    return SimpleNamespace(
        title=f"{day(run.started)}, row {row.id[:12]}",
        facts=tuple(fact for fact in facts if fact.value),
        links=row_links(row, repository, attested=attestation.holds),  # label and https address
        command=f"sightbench verify {clean(folder, _LINK_CHARACTERS)}/{row.id}.json",
        # command that asks GitHub who made the row's file; empty for an unattested row
        attested=attestation_command(row, repository) if attestation.holds else "",
        bibtex=bibtex,
    )


def _signature_text(row: Row, attestation: Attestation) -> str:
    """Return who wrote the row's file; empty for numbers from papers, which are not signed."""
    if attestation.holds:
        return "attested: our workflow wrote this row, with its cost, times and links"
    if row.run.trust == "reported":
        return ""
    why = "its signature is refused" if attestation.state == "refused" else attestation.reason
    return f"unattested: {clean(why, _LINK_CHARACTERS)}, so nothing proves its trust, cost, times and links"


def _generation_text(row: Row) -> str:
    """Return what generated the completions, such as ``openai: gpt-4o, revision 1a2b, 15 Nov 2025``.

    It also says what the model refused or ignores, and how much it was told to think. Of answers that were
    uploaded and not generated by Sightbench, it has what their publisher says.
    """
    generation = row.run.generation
    if generation is None:
        said = ", ".join(_sampling_texts(row.run.sampling))
        return f"others, who say: {said}" if said else ""
    models = join_names([clean(model) for model in sorted(generation.models)]) if generation.models else ""
    parts = (
        f"{clean(generation.provider)}: {clean(generation.model)}",
        f"revision {clean(generation.revision)}" if generation.revision else "",
        f"answered by {models}" if models and models != clean(generation.model) else "",
        day(generation.started) if _DAY.match(generation.started) else "",
        f"pictures in detail {generation.detail}" if generation.detail else "",
        "batched" if generation.batch else "",
        *_sampling_texts(row.run.sampling, lacked(generation.provider)),
    )
    return ", ".join(part for part in parts if part)


def _endings_text(row: Row) -> str:
    """Return ``cut 12.8 %, 2 refused, 1 empty, 2,042 tokens went to thinking``, or a part of it."""
    ended, parts = row.run.endings, [cut_words(row)]
    if ended is not None:
        thinking = "tokens went to thinking"
        counts = {"refused": ended.refused, "empty": ended.empty, thinking: ended.tokens_thinking}
        parts += [f"{count(number)} {what}" for what, number in counts.items() if number]
    return ", ".join(filter(None, parts))


def handling(row: Row) -> str:
    """Return in one line which sampling was applied, and how many answers were cut and repaired."""
    sampling, recovered, cut = row.run.sampling, row.run.recovered, cut_share(row)
    sent = {} if sampling is None else sampling.sent
    applied = [f"{clean(name)} {clean(str(value))}" for name, value in sent.items() if name != "thinking"]
    applied += _sampling_texts(sampling)
    if row.run.generation is not None and row.run.generation.batch:
        applied.append("batched")
    answers = count(row.result.completions.count)
    ended = "not known" if cut is None else f"{percent(cut)} % of {answers}"
    repaired = "not recorded" if recovered is None else f"{count(recovered.answers)} of {answers}"
    return (
        f"Sampling: {', '.join(applied) or 'not recorded'}; cut at the limit of tokens: {ended};"
        f" repaired: {repaired}."
    )


def _sampling_texts(sampling: RowSampling | None, lacked: Collection[str] = ()) -> Iterator[str]:
    if sampling is None:
        return
    if "thinking" in sampling.sent:
        yield f"thinking {clean(str(sampling.sent['thinking']))}"
    absent = sampling.dropped.keys() & lacked
    for names, what in (
        (absent, "left out: the API has no such parameter"),
        (sampling.dropped.keys() - absent, "dropped, since the model refuses it"),
        (sampling.ignored, "sent, and ignored by the model"),
        (sampling.local, "applied here"),
    ):
        yield from (f"{clean(name)} {what}" for name in sorted(names))


def _file_text(file: RowFile | None) -> str:
    return "" if file is None else f"sha256 {file.sha256}, {count(file.bytes)} bytes"
