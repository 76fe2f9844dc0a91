"""Descriptions of pictures: the texts of a first stage, from which a model then wrote its programs.

They are stored next to the file of programs: as ``NAME.stage-1.jsonl``, gzipped or not, which ``sightbench
generate`` writes, or as upstream's list under upstream's name. No verdict depends on them, so a row names
them in ``run``, and its id is the same with and without them.
"""

from collections.abc import Collection, Sequence
from pathlib import Path

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.sample import Completion, SampleKey, sample_name
from benchmark.files.naming import bare_name
from benchmark.files.predictions import read_predictions
from benchmark.generation.record.manifest import Manifest, config_digest, manifest_path, read_manifest

_SECOND_STAGE = 2
_FIX = "use the descriptions from which the programs were written, or remove the file, which is optional"


def stage_path(out: Path, index: int) -> Path:
    """Return the path of an earlier stage's file, next to that of the last: ``NAME.stage-1.jsonl``."""
    return out.with_name(f"{bare_name(out)}.stage-{index + 1}.jsonl")


def find_descriptions(programs: Path, manifest: Manifest | None) -> Path | None:
    """Return the file of descriptions that belongs to a file of programs; None if there is none.

    Args:
        programs: a file of completions.
        manifest: the manifest of that file; with a single stage there are no descriptions.
    """
    if manifest is not None and manifest.config.stage < _SECOND_STAGE:
        return None
    first = stage_path(programs, 0)
    candidates = [first, first.with_name(f"{first.name}.gz")]
    if any(programs.parent.glob("*.json")):  # else there is no list of upstream, whose name would be needed
        from benchmark.suites.humaneval_v.prediction_names import descriptions_path

        candidates.append(descriptions_path(programs))
    return next((path for path in candidates if path.is_file()), None)


def read_descriptions(
    programs: Sequence[Path], samples: Collection[SampleKey], absent: Collection[SampleKey] = ()
) -> tuple[Completion, ...]:
    """Return the descriptions next to files of programs, one per sample; empty if they were not kept.

    Args:
        programs: files of completions.
        samples: the samples in these files.
        absent: samples that were requested and never arrived.

    Raises:
        BadInput: if a file is not a prediction file, does not have exactly the descriptions of the samples,
            or was made with another config than the programs' manifest names.
    """
    descriptions: list[Completion] = []
    path = None
    for file in programs:
        manifest = read_manifest(file)
        found = find_descriptions(file, manifest)
        if found is not None:
            path = found
            _check_config(path, file, manifest)
            descriptions += read_predictions(path)
    if path is not None:
        check_samples(path, descriptions, samples, absent)
    return tuple(descriptions)


def check_samples(
    path: Path,
    descriptions: Sequence[Completion],
    samples: Collection[SampleKey],
    absent: Collection[SampleKey],
) -> None:
    """Check that each sample has a description, and that further ones belong to samples that never arrived.

    Raises:
        BadInput: if a description is missing or unexpected; the message names the first one.
    """
    described, wanted = {description.key for description in descriptions}, set(samples)
    for keys, problem in (
        (described - wanted - set(absent), "has a description, but is not one of the samples"),
        (wanted - described, "has no description"),
    ):
        if keys:
            raise BadInput(path, "", f"{quote_value(sample_name(min(keys)))} {problem}", _FIX)


def _check_config(path: Path, programs: Path, manifest: Manifest | None) -> None:
    own = read_manifest(path)
    if manifest is not None and own is not None and config_digest(own.config) != manifest.config.earlier:
        problem = f"is not the config that {manifest_path(programs).name} names as its first stage"
        raise BadInput(manifest_path(path), "config", problem, _FIX)
