"""The texts between two stages: what a model wrote of the pictures, and its programs were written from.

They lie beside the file of programs, as ``sightbench generate`` leaves them: ``NAME.stage-1.jsonl``, gzipped
or not, or upstream's list under its name. They decide no verdict, so a row names them in ``run``, and its id
is the same with and without them.
"""

from collections.abc import Collection, Sequence
from pathlib import Path

from benchmark.core.errors import BadInput, shown
from benchmark.core.sample import Completion, SampleKey, sample_name
from benchmark.files.predictions import read_predictions
from benchmark.generation.record.manifest import Manifest, config_digest, manifest_path, read_manifest
from benchmark.pipeline.generate.generation_plan import stage_path
from benchmark.suites.humaneval_v.prediction_names import descriptions_path

_SECOND = 2  #: of two stages
_FIX = "take the file that the programs were written from, or remove it: a row can be without"


def find_descriptions(programs: Path, manifest: Manifest | None) -> Path | None:
    """Where the descriptions lie that a file of programs was written from; None where there are none.

    Args:
        programs: a file of completions.
        manifest: that stands beside it; one of a single stage has no descriptions.
    """
    if manifest is not None and manifest.config.stage < _SECOND:
        return None
    first = stage_path(programs, 0)
    places = (first, first.with_name(f"{first.name}.gz"), descriptions_path(programs))
    return next((place for place in places if place.is_file()), None)


def read_descriptions(
    programs: Sequence[Path], samples: Collection[SampleKey], absent: Collection[SampleKey] = ()
) -> tuple[Completion, ...]:
    """The descriptions beside files of programs, one a sample; nothing where they were not kept.

    Args:
        programs: files of completions.
        samples: of these.
        absent: that were asked for and never came.

    Raises:
        BadInput: for a file that is none, has others than those of the samples, or is of another config
            than the one that the programs continue.
    """
    found: list[Completion] = []
    path = None
    for one in programs:
        manifest = read_manifest(one)
        there = find_descriptions(one, manifest)
        if there is not None:
            path = there
            _check_config(path, one, manifest)
            found += read_predictions(path)
    if path is not None:
        check_samples(path, found, samples, absent)
    return tuple(found)


def check_samples(
    path: Path, found: Sequence[Completion], samples: Collection[SampleKey], absent: Collection[SampleKey]
) -> None:
    """Check that there is a description of each sample, and of no other but those that never came.

    Raises:
        BadInput: names the first that is too many or too few.
    """
    there, wanted = {one.key for one in found}, set(samples)
    for keys, problem in (
        (there - wanted - set(absent), "is described, and is no sample"),
        (wanted - there, "has no description"),
    ):
        if keys:
            raise BadInput(path, "", f"{shown(sample_name(min(keys)))} {problem}", _FIX)


def _check_config(path: Path, programs: Path, manifest: Manifest | None) -> None:
    said = read_manifest(path)
    if manifest is not None and said is not None and config_digest(said.config) != manifest.config.earlier:
        problem = f"is of another config than {manifest_path(programs).name} says that it continues"
        raise BadInput(manifest_path(path), "config", problem, _FIX)
