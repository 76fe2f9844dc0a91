"""Fields keep their promises: within a version, none is removed, and none that is read becomes required.

`cases/earlier_fields.json` has the fields of every kind for which the page "Versions of files" promises that;
an optional field ends with a question mark. ``python tests/test_earlier_fields.py --write`` adds new fields
and versions. It removes no field of a version.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
KEPT = Path(__file__).with_name("cases") / "earlier_fields.json"
SCHEMAS = ROOT / "site" / "pages" / "schemas"
#: Kinds that people write: an optional field of them needs a new version, too.
WRITTEN = ("submission", "policy")


def newest(schema: Mapping[str, Any]) -> int:
    """Return the newest version of a kind; 1 if its files do not name it."""
    named = schema.get("properties", {}).get("schema", {})
    versions = [*named.get("enum", []), *([named["const"]] if "const" in named else [])]
    return max((int(version.rpartition("/")[2]) for version in versions), default=1)


def fields(schema: Mapping[str, Any]) -> dict[str, bool]:
    """Return the path of each field, and whether every form of its object requires it."""
    forms: dict[str, list[Mapping[str, Any]]] = {}
    for path, form in _objects(schema, schema.get("$defs", {}), "", ()):
        forms.setdefault(path, []).append(form)
    return {
        f"{path}{name}": all(name in form.get("required", ()) for form in found)
        for path, found in forms.items()
        for each in found
        for name in each["properties"]
    }


def _objects(
    node: Mapping[str, Any], known: Mapping[str, Any], path: str, above: tuple[str, ...]
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield each object with named fields, and the path that its fields have in front."""
    if "$ref" in node:
        name = node["$ref"].rpartition("/")[2]
        if name not in above:
            yield from _objects(known[name], known, path, (*above, name))
        return
    for form in (*node.get("anyOf", ()), *node.get("oneOf", ()), *node.get("allOf", ())):
        yield from _objects(form, known, path, above)
    for below in (node.get("items"), node.get("additionalProperties"), *node.get("prefixItems", ())):
        if isinstance(below, Mapping):
            yield from _objects(below, known, f"{path}*.", above)
    if "properties" in node:
        yield path, node
        for name, value in node["properties"].items():
            yield from _objects(value, known, f"{path}{name}.", above)


def faults(kind: str, schema: Mapping[str, Any], kept: Mapping[str, Any]) -> list[str]:
    """Return each promise that a kind breaks; ``kept`` has its earlier version and fields.

    A kind that is only printed or published may have new fields everywhere.
    """
    if newest(schema) > kept["version"]:
        return []
    now = fields(schema)
    before = {name.removesuffix("?"): not name.endswith("?") for name in kept["fields"]}
    objects = {name.rpartition(".")[0] for name in before}  # a new object may require its own fields
    lost = [f"{name} was removed" for name in before if name not in now]
    needed = [
        f"{name} is required"
        for name, required in now.items()
        if kind in read_kinds() and required and not before.get(name) and name.rpartition(".")[0] in objects
    ]
    added = [f"{name} is new" for name in now if name not in before] if kind in WRITTEN else []
    return lost + needed + added


def kept_fields() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8"))
    return found


def schema_of(kind: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((SCHEMAS / f"{kind}.json").read_text(encoding="utf-8"))
    return found


@cache
def promised(*lines: str) -> frozenset[str]:
    """Return the kinds of the named lines of the page's table."""
    from tests.test_earlier_files import promises

    return frozenset(kind for line in lines for kind in promises()[line])


def read_kinds() -> frozenset[str]:
    """Return the kinds whose files every later version reads."""
    return promised("row", "submission")


def kinds() -> frozenset[str]:
    """Return these, and the kinds that other programs read."""
    return read_kinds() | promised("charts", "download-nights")


def test_no_field_is_lost_or_becomes_required_within_a_version() -> None:
    found = {kind: faults(kind, schema_of(kind), kept) for kind, kept in kept_fields().items()}
    assert {kind: broken for kind, broken in found.items() if broken} == {}


def test_every_kind_with_a_promise_is_compared() -> None:
    assert {*kept_fields()} == kinds()
    assert all(newest(schema_of(kind)) == kept["version"] for kind, kept in kept_fields().items())


@pytest.mark.parametrize("kind", ["row", "submission", "leaderboard"])
def test_a_broken_promise_is_noticed_until_the_version_is_raised(kind: str) -> None:
    schema, kept = schema_of(kind), kept_fields()[kind]
    gone = next(name for name in schema["properties"] if name != "schema")
    del schema["properties"][gone]
    schema["properties"]["novel"] = {"type": "string"}
    schema["required"] = ["novel", *(name for name in schema["required"] if name != gone)]
    found = faults(kind, schema, kept)
    assert f"{gone} was removed" in found
    assert ("novel is required" in found) == (kind in read_kinds())
    assert ("novel is new" in found) == (kind in WRITTEN)
    name = f"sightbench/{kind}/{kept['version'] + 1}"
    assert faults(kind, {**schema, "properties": {"schema": {"const": name}}}, kept) == []


def write() -> None:
    """Add the fields and versions of today."""
    kept = kept_fields() if KEPT.is_file() else {}
    for kind in kinds():
        schema = schema_of(kind)
        version = newest(schema)
        earlier = kept[kind]["fields"] if kind in kept and kept[kind]["version"] == version else []
        known = {name.removesuffix("?") for name in earlier}
        now = [name if required else f"{name}?" for name, required in fields(schema).items()]
        added = [name for name in now if name.removesuffix("?") not in known]
        kept[kind] = {"version": version, "fields": sorted([*earlier, *added])}
    lines = ",\n".join(f"{json.dumps(kind)}: {json.dumps(kept[kind])}" for kind in sorted(kept))
    KEPT.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    sys.path.insert(0, str(ROOT))
    write()
