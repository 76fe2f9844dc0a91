"""What stands around an answer: reasoning, tokens and words of chat templates, tags. All tables are here.

Reasoning is dropped first (:func:`without_reasoning`), then marks around the code (:func:`without_marks`).
What belongs to the answer is no mark: a text that parses stays as it is, and so does a closed block that
parses; elsewhere, strings and comments are passed over. A new model family is one line in a table.
"""

import re
from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator
from itertools import chain

from benchmark.core.sample import Step
from benchmark.extraction.fences import STRING, Span, fence_spans
from benchmark.extraction.source import Parser, dedent


def _html(*names: str) -> tuple[tuple[str, str], ...]:
    return tuple((f"<{name}>", f"</{name}>") for name in names)


def _square(*names: str) -> tuple[tuple[str, str], ...]:
    return tuple((f"[{name}]", f"[/{name}]") for name in names)


#: Marks around reasoning, in any case. The first counts at the start of a line. The text may end without the
#: second, except for marks that are words.
REASONING = (
    *_html("think", "thinking", "thought", "reasoning", "seed:think"),
    *_square("THINK"),  # Magistral, Ministral
    ("◁think▷", "◁/think▷"),  # Kimi-VL
    ("<|open|>think<|sep|>", "<|close|>think<|sep|>"),  # Kimi K3
    ("<|begin_of_thought|>", "<|end_of_thought|>"),  # Sky-T1
    ("<|beginning_of_thinking|>", "<|end_of_thinking|>"),
    ("<|START_THINKING|>", "<|END_THINKING|>"),  # Command A
    ("<|channel>thought", "<channel|>"),  # Gemma 4
    ("Here is my thought process:", "Here is my response:"),  # Granite 3
)
#: Words in the names of other marks of reasoning: ``<my_thoughts>``, ``[/reason]``, ``<|end_reflection|>``.
REASONING_WORDS = ("think", "thought", "reason", "reflect", "scratchpad", "analysis")
#: Tokens that end a text, or begin it. Those between bars need no line: ``<|im_end|>``, also with wide bars.
TOKENS = (
    *("</s>", "<s>", "<eos>", "<bos>", "<pad>", "<end_of_turn>", "<start_of_turn>", "[INST]", "<eod>"),
    *("<|close|>response<|sep|>", "<|open|>response<|sep|>"),
)
#: Words of chat templates in front of an answer, at the start of a line.
WORDS = (
    *("ASSISTANT:", "Assistant:", "assistant:", "[/INST]", "<|python_tag|>", "<|im_start|>assistant"),
    *("### Response:", "### Assistant:", "### Answer:"),
)
#: Roles, which may follow a token at the start of a text or be all of its first line.
ROLES = ("assistant", "model")
#: Marks around code. The first counts at the start of a line.
TAGS = (
    *_html("code", "pre", "python", "answer", "solution", "response"),
    *_square("PYTHON", "CODE", "ANSWER"),
    ("[BEGIN]", "[DONE]"),  # the prompt of MBPP
    ("<|begin_of_box|>", "<|end_of_box|>"),  # GLM-V
    ("<|python_start|>", "<|python_end|>"),  # Llama 4
)


def _any_of(marks: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(marks, key=len, reverse=True)))


_NAME = rf"[\w:.-]{{0,30}}(?:{'|'.join(REASONING_WORDS)})[\w:.-]{{0,30}}"
_WORDED = [pair for pair in REASONING if pair[0][0].isalpha()]
_FIRSTS, _LASTS = zip(*(pair for pair in REASONING if pair not in _WORDED), strict=True)
#: An opening mark counts only at the start of a line; elsewhere it may be part of a sentence or a string.
#: Other marks (``other``) count only if they are closed and text follows.
_REASONING = re.compile(
    rf"^[ \t]*(?:(?P<open>{_any_of(_FIRSTS)})"
    rf"|(?P<other>{_any_of(first for first, _ in _WORDED)}|<(?!/){_NAME}>|\[(?!/){_NAME}\]"
    rf"|<[|\uff5c](?!/|end){_NAME}[|\uff5c]>))|(?P<close>{_any_of(_LASTS)})"
    rf"|(?P<closes>{_any_of(last for _, last in _WORDED)}|</{_NAME}>|\[/{_NAME}\]"
    rf"|<[|\uff5c](?:/|end){_NAME}[|\uff5c]>)",
    re.MULTILINE | re.IGNORECASE,
)
#: The start of a channel of gpt-oss; what is left of it if the server leaves out its tokens.
_CHANNEL = re.compile(
    r"<\|channel\|>\s*(analysis|commentary|final)\b[^<\n]{0,60}(?:<\|constrain\|>\w*\s*)?<\|message\|>"
)
_BARE_CHANNEL = re.compile(r"\s*analysis(?=\S)")
_BARE_FINAL = "assistantfinal"

#: A tag may have attributes, as in HTML.
_OPENING = "|".join(
    re.escape(first[:-1]) + (r"(?:[ \t][^<>\n]{0,80})?>" if first[0] == "<" else re.escape(first[-1]))
    for first, _ in TAGS
)
_BARS = _any_of(mark for mark in (*WORDS, *chain(*TAGS)) if "|" in mark)
#: Tokens between bars, with ASCII or wide ones, and half of them: ``<|turn>``.
_BETWEEN_BARS = r"<[|\uff5c][\w▁:.-]{1,40}[|\uff5c]?>|<[\w▁:.-]{1,40}[|\uff5c]>"
#: Spaces behind a mark that are not the indentation of the code.
_GAP = r"(?:[ \t]{1,2}(?=\S)|[ ](?=[ ]{4}))?"
_ROLE = rf"(?:[ \t]*(?:{'|'.join(ROLES)})\b:?[ \t]*(?=\n|<[|\uff5c]))?"
_WORD = rf"(?P<word>(?:{_any_of(WORDS)}){_GAP})"
_TAG = rf"(?P<opening>(?:{_OPENING}){_GAP})"
#: Strings and comments are matched too, without a group. A mark with bars needs no start of a line.
_SCAN = re.compile(
    rf"{STRING}|\#(?!\#\# )[^\n]*|(?:^[ \t]*|(?=<\|))(?:{_WORD}|{_TAG})"
    rf"|(?P<closing>{_any_of(last for _, last in TAGS if not last[1].isalpha())}"
    rf"|(?:{_any_of(last for _, last in TAGS if last[1].isalpha())})(?=[ \t]*(?:$|[<\[])))"
    rf"|(?P<token>(?:{_any_of(TOKENS)}|(?!{_BARS})(?:{_BETWEEN_BARS})){_ROLE}{_GAP})",
    re.MULTILINE,
)
_NEXT = re.compile(f"{_WORD}|{_TAG}")  # directly behind another mark


def _clues(*found: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return texts by their first character, without those that hold another one."""
    least = [
        clue for clue in dict.fromkeys(found) if not any(other in clue for other in found if other != clue)
    ]
    firsts = dict.fromkeys(clue[0] for clue in least)
    return tuple((first, tuple(clue for clue in least if clue[0] == first)) for first in firsts)


#: Each text with a mark has one of these, which are found faster than patterns match.
_MARK_CLUES = _clues(
    *("<|", "|>", "\uff5c", *TOKENS, *WORDS, *(last for _, last in TAGS)),
    *(first[:-1] for first, _ in TAGS),
)
_REASONING_CLUES = _clues(*REASONING_WORDS, "<|channel", *map(str.lower, chain(*REASONING)))


def _has_clue(text: str, clues: tuple[tuple[str, tuple[str, ...]], ...]) -> bool:
    # Millions of texts are asked: plain loops take a third of the time of ``any``.
    for first, texts in clues:
        if first in text:
            for clue in texts:
                if clue in text:
                    return True
    return False


#: Marks that parse: ``[DONE]`` is a list, ``ASSISTANT: x = 1`` an assignment.
_PARSING_MARKS = re.compile(
    rf"^(?:{_any_of(mark for mark in chain(TOKENS, *TAGS) if mark[0] == '[')})[ \t]*$"
    rf"|\A\s*(?:{_any_of(word for word in WORDS if word[:-1].isidentifier())}|(?:{'|'.join(ROLES)})[ \t]*$)",
    re.MULTILINE,
)
_ROLE_LINE = re.compile(rf"\A\s*(?:{'|'.join(ROLES)})[ \t]*\n")
_STEPS = {
    "word": Step("chat-words", "words of a chat template dropped"),
    "opening": Step("tags", "tags around the code dropped"),
    "closing": Step("tags", "tags around the code dropped"),
    "token": Step("end-token", "cut at a token that ends the text"),
}
#: A part of a text, and what replaces its closing tags; if empty, they end it. None: it has no marks.
_Part = tuple[str, str | None]


def without_reasoning(text: str, parser: Parser | None = None) -> tuple[str, tuple[Step, ...]]:
    """Return a completion without byte-order mark and reasoning, with line feeds; and the steps to it.

    Without a parser, the text is taken for prose: no mark belongs to code.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lowered = text.lower()
    if not _has_clue(lowered, _REASONING_CLUES):
        return text, ()
    patterns = (_REASONING.search, _CHANNEL.search, _BARE_CHANNEL.match)
    if not any(found(text) for found in patterns) or (code := _Code(text, parser)).whole:
        return text, ()
    channels = [match for match in _CHANNEL.finditer(text) if not code.has(match.start())]
    if channels:
        final = next((match.end() for match in reversed(channels) if match[1] == "final"), len(text))
        return text[final:], (Step("channels", "only the final channel is read"),)
    if _BARE_CHANNEL.match(text) and _BARE_FINAL in text:
        return text.rpartition(_BARE_FINAL)[2], (Step("channels", "only the final channel is read"),)
    kept = _drop_reasoning(text, code)
    return (text, ()) if kept is None else (kept, (Step("reasoning", "reasoning dropped"),))


def _drop_reasoning(text: str, code: "_Code") -> str | None:
    """Return the text without reasoning; None if it has none.

    Reasoning of a known family that is never closed extends to the end of the text: the model stopped before
    it answered. Some servers omit the first opening mark. A closing mark without one therefore drops
    everything before it, if it is at the start or end of its line and text follows.
    """
    kept: list[str] = []
    start, inside, dropped = 0, "", False
    marks = [mark for mark in _REASONING.finditer(text) if not code.has(mark.start())]
    last_close = max((mark.start() for mark in marks if mark.lastgroup in ("close", "closes")), default=-1)
    for mark in marks:
        kind = mark.lastgroup or ""
        if inside:
            if kind == "close" or (kind == "closes" and inside == "other"):
                inside, start = "", mark.end()
        elif kind == "open" or (
            kind == "other" and mark.start() < last_close and _is_followed(text, last_close)
        ):
            kept.append(text[start : mark.start()])
            inside, dropped = kind, True
        elif kind == "close" and _stands_alone(text, mark.start(), mark.end()):
            kept, start, dropped = [], mark.end(), True
    if inside != "open":
        kept.append(text[start:])
    return "".join(kept) if dropped else None


def _is_followed(text: str, at: int) -> bool:
    """Whether text follows the mark at a position."""
    mark = _REASONING.match(text, at)
    return mark is not None and re.compile(r"\s*\S").match(text, mark.end()) is not None


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether a closing mark is at the start or end of its line and not the end of the text."""
    # Look at a few characters only, because lines can be long and full of marks.
    before = text[max(0, start - 40) : start].rpartition("\n")[2]
    behind = text[end : end + 40].partition("\n")[0]
    at_edge = not before.strip() or not behind.strip()
    return at_edge and re.compile(r"\s*\S").match(text, end) is not None


class _Code:
    """The parts of a text that parse: all of it, or closed blocks. Marks in these belong to the answer."""

    def __init__(self, text: str, parser: Parser | None) -> None:
        self._parser, self._text = parser, text
        self.whole = parser is not None and parser.tree(text) is not None
        self._blocks: list[Span] = []
        if parser is not None and not self.whole:
            self._blocks = [span for span in fence_spans(text) if span.closed]

    def has(self, at: int) -> bool:
        """Whether a position is in a closed block that parses."""
        place = bisect_right(self._blocks, at, key=lambda span: span.start) - 1
        if place < 0 or self._parser is None:
            return False
        block = self._blocks[place]
        return at < block.end and self._parser.tree(dedent(self._text[block.start : block.end])) is not None


def may_have_marks(text: str) -> bool:
    """Whether a text with line feeds and no byte-order mark may have reasoning or marks to be dropped."""
    if _has_clue(text, _MARK_CLUES) or _ROLE_LINE.match(text):
        return True
    return _has_clue(text.lower(), _REASONING_CLUES) and without_reasoning(text)[0] != text


def without_marks(text: str, parser: Parser) -> tuple[str, tuple[Step, ...]]:
    """Return a text without the marks around its code, and the steps to it.

    Marks inside closed blocks stay; see :func:`bare_code`. The text ends before the first token that has text
    in front of it. A closing tag ends the block that it is in.
    """
    if not _has_clue(text, _MARK_CLUES) and not _ROLE_LINE.match(text):
        return text, ()
    tree = parser.tree(text)
    if tree is not None and tree.body and not _PARSING_MARKS.search(text):
        return text, ()
    role = _ROLE_LINE.match(text)
    at, fence = 0 if role is None else role.end(), ""
    parts: list[_Part] = []
    for span in fence_spans(text):
        if span.begin >= at:
            parts.append((text[at : span.begin], f"\n{fence}\n"))
            fence = "" if span.closed else span.opening.character * span.opening.length
            at = span.behind if span.closed else span.begin
            parts.append((text[span.begin : at], None))
    plain, steps = _stripped([*parts, (text[at:], f"\n{fence}\n")])
    return plain, steps if role is None else tuple({**dict.fromkeys(steps), _STEPS["word"]: None})


def bare_code(code: str) -> tuple[str, tuple[Step, ...]]:
    """Return the code of a block without marks, cut at the first that ends it; and the steps to it."""
    return _stripped([(code, "")])


def ended(text: str) -> tuple[str, tuple[Step, ...]]:
    """Return prose without the tokens and words of chat templates, and the steps to it."""
    return _stripped([(text, "")], kinds=("word", "token"))


def _stripped(parts: Iterable[_Part], kinds: Container[str] = _STEPS) -> tuple[str, tuple[Step, ...]]:
    """Return parts of a text without their marks of some kinds, and the steps to it."""
    kept: list[str] = []
    steps: dict[Step, None] = {}
    begun = False
    for part, closing in parts:
        start = 0
        for mark in _marks(part) if closing is not None else ():
            kind = mark.lastgroup or ""
            if kind not in kinds:
                continue
            steps[_STEPS[kind]] = None
            kept.append(part[start : mark.start()])
            begun, start = begun or kept[-1].strip() != "", mark.end()
            if begun and (kind == "token" or (kind == "closing" and not closing)):
                return "".join(kept), tuple(steps)
            kept.append((closing or "") if kind == "closing" else "")
        kept.append(part[start:])
        begun = begun or bool(part[start:].strip())
    return "".join(kept), tuple(steps)


def _marks(text: str) -> Iterator[re.Match[str]]:
    """Yield the marks of a text that are not in strings and comments; one may follow another in its line."""
    at = 0
    while (mark := _SCAN.search(text, at)) is not None:
        at = mark.end()
        while mark is not None and mark.lastgroup:
            yield mark
            at = mark.end()
            mark = _NEXT.match(text, at)


def why_nothing(given: str, text: str) -> str:
    """Return why a completion has no answer, a key of :data:`NOTHING`.

    Args:
        given: the completion.
        text: what is left of it without reasoning.
    """
    if text.strip():
        return "no code"
    return "only reasoning" if given.strip("\ufeff \t\r\n") else "empty text"
