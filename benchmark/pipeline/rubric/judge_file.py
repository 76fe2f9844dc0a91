"""The config of a model that judges: the same fields as ``model`` of a submission's run."""

from pathlib import Path

from pydantic import ValidationError

from benchmark.core.errors import ManyBadInputs
from benchmark.files.strict_yaml import read_yaml
from benchmark.files.wording import Loc, problems
from benchmark.generation.wire.access import ModelAccess
from benchmark.pipeline.generate.submitted_model import access_of
from benchmark.submissions.schema import ModelConfig

_LIMIT = 64 * 1024  #: maximum bytes of a file


def read_judge(path: Path) -> ModelAccess:
    """Read the config of a model that judges.

    Raises:
        BadInput: if it is not valid; it lists all problems.
    """
    document = read_yaml(path, _LIMIT)

    def line_of(loc: Loc) -> str:
        return f"line {document.line_of(loc)}"

    try:
        config = ModelConfig.model_validate(document.value)
    except ValidationError as error:
        raise ManyBadInputs([*problems(ModelConfig, error, path, line_of)]) from None
    return access_of(config, path, "", path.parent)
