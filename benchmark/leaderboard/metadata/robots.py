"""What crawlers may read: pages yes, answers no, and for the training of models no tasks either.

Crawlers read the file only at the root of a host. A site below a path, such as OWNER.github.io/NAME, needs a
copy of the file there; that is why its rules name whole paths and its first line asks for the copy.
"""

from urllib.parse import urljoin, urlsplit

from benchmark.leaderboard.inputs.site_config import SiteConfig

ROBOTS_PATH = "robots.txt"
#: Answers and results, which scripts load, and pictures of tasks.
_ANSWERS = ("d/",)
#: Pages with texts and pictures of tasks.
_TASKS = ("dataset/", "task/")
#: Names under which crawlers collect texts for the training of models, as their operators document them.
TRAINING_CRAWLERS = (
    "AI2Bot",
    "Amazonbot",
    "Applebot-Extended",
    "Bytespider",
    "CCBot",
    "ClaudeBot",
    "cohere-training-data-crawler",
    "Google-Extended",
    "GPTBot",
    "Meta-ExternalAgent",
)


def robots_bytes(where: SiteConfig) -> bytes:
    """Return robots.txt; it names the sitemap if the site's address is known."""
    root = urlsplit(where.base).path or "/"
    lines = []
    if root != "/":
        own = urljoin(where.base, f"/{ROBOTS_PATH}")
        lines += [f"# Crawlers read this file only at the root of a host. Copy it to {own}.", ""]
    lines += ["# Search engines may read all pages. Answers of models are not pages.", "User-agent: *"]
    lines += [f"Disallow: {root}{folder}" for folder in _ANSWERS]
    lines += ["", "# These tasks measure models, so models should not be trained on them."]
    lines += [f"User-agent: {name}" for name in TRAINING_CRAWLERS]
    lines += [f"Disallow: {root}{folder}" for folder in (*_ANSWERS, *_TASKS)]
    lines += ["", f"Sitemap: {where.base}sitemap.xml"] if where.base else []
    return ("\n".join(lines) + "\n").encode("ascii")
