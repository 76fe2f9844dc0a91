from types import SimpleNamespace

from jinja2 import DictLoader, Environment

from benchmark.leaderboard.build.render import shared_part

PART = "{{ page.url }} {{ hidden }}"


def _page(source: str, *, toc: tuple[str, ...] = (), hide: tuple[str, ...] = ()) -> SimpleNamespace:
    url = source.removesuffix("index.md")
    return SimpleNamespace(url=url, toc=toc, meta={"hide": hide}, file=SimpleNamespace(src_uri=source))


def test_a_part_is_rendered_once_for_generated_pages_that_look_alike() -> None:
    templates = Environment(loader=DictLoader({"part": PART, "page": "{{ part('part') }}"}), autoescape=True)
    templates.globals["part"] = shared_part()
    listed = _page("model/index.md")
    nav = SimpleNamespace(pages=[listed])

    def rendered(page: SimpleNamespace) -> str:
        base = "/".join(".." for _ in page.url.strip("/").split("/"))
        return templates.get_template("page").render(page=page, nav=nav, base_url=base).strip()

    assert rendered(_page("model/one/index.md")) == "model/one/"
    assert rendered(_page("model/two/index.md")) == "model/one/"
    own = [
        _page("task/two/index.md"),  # another section is marked
        _page("model/two/more/index.md"),  # other relative addresses
        _page("model/three/index.md", hide=("toc",)),
        _page("model/four/index.md", toc=("heading",)),
        listed,
    ]
    assert [rendered(page) for page in own] == [page.url for page in own]
