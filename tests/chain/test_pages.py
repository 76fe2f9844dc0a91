"""Examples of file formats on the pages are valid."""

import re
from pathlib import Path

from benchmark.chain.plan.policy import read_policy

PAGE = Path(__file__).resolve().parents[2] / "site" / "pages" / "formats" / "index.md"


def test_the_policy_on_the_page_is_valid(tmp_path: Path) -> None:
    text = PAGE.read_text(encoding="utf-8").partition("## policy.yml")[2]
    found = re.search(r"```yaml\n(.*?)```", text, re.DOTALL)
    assert found is not None
    (tmp_path / "policy.yml").write_text(found[1], encoding="utf-8")
    policy = read_policy(tmp_path / "policy.yml")
    assert policy.owners_of("acme-7") == {"acme-bot"}
    assert [gpu.name for gpu in policy.gpus] == ["l4"]
    named = set(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE))
    assert named == set(type(policy).model_fields) - {"schema_"}
