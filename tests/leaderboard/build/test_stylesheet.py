import gzip

import pytest

from benchmark.leaderboard.build.build import checkout
from benchmark.leaderboard.build.site import minify_styles

#: Maximum bytes of a stylesheet when a server sends it compressed; every first visit downloads sb.css.
LIMITS = {
    "sb.css": 8_192,
    "changes.css": 512,
    "board.css": 1_024,
    "charts.css": 1_024,
    "compare.css": 2_048,
    "model.css": 2_048,
    "task.css": 2_048,
    "difference.css": 1_024,
    "nights.css": 1_024,
    "search.css": 1_024,
    "media.css": 2_048,
}


def test_comments_and_spaces_are_removed_and_rules_stay() -> None:
    css = b"""
    /* a title; "with" marks */
    .a :is(b, i) > c { width: calc(1rem - 2px); content: " ;  } ," attr(x) " (" }

    @media (44em < width <= 60em) {
      .d { --e: #fff; }
    }
    """
    assert minify_styles(css) == (
        b'.a :is(b,i) > c{width:calc(1rem - 2px);content:" ;  } ," attr(x) " ("}'
        b"@media (44em < width <= 60em){.d{--e:#fff}}"
    )


@pytest.mark.parametrize(("name", "limit"), LIMITS.items())
def test_our_stylesheets_are_small_and_complete(name: str, limit: int) -> None:
    css = (checkout() / "site" / "assets" / name).read_bytes()
    served = minify_styles(css)
    assert len(gzip.compress(served, 6)) <= limit
    assert served.count(b"{") == served.count(b"}") == css.count(b"{")
