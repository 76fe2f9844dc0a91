"""The config of a model that judges: the same fields as ``model`` of a submission's run."""

from pathlib import Path

from benchmark.files.strict_yaml import read_yaml
from benchmark.generation.wire.access import ModelAccess
from benchmark.pipeline.generate.submitted_model import access_of
from benchmark.submissions.schema import ModelConfig

_LIMIT = 64 * 1024  #: maximum bytes of a file


def read_judge(path: Path) -> ModelAccess:
    """Read the config of a model that judges.

    Raises:
        BadInput: if it is not valid; it lists all problems.
    """
    return access_of(read_yaml(path, _LIMIT).record(ModelConfig, path), path, "", path.parent)
