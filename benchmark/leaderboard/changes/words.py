"""Sentences about changes: each is a list of pieces, some of which link to a model or to a table."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmark.analysis.conditions import distinct_conditions
from benchmark.analysis.groups import GroupKey, key_of, score_of
from benchmark.analysis.score_cells import row_words
from benchmark.analysis.wording import clean, count, plural
from benchmark.leaderboard.changes.history import DayChanges, Leaders, PlaceRange, RowChange, TableChange
from benchmark.leaderboard.inputs.facts import group_title, short_name
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import model_page
from benchmark.results.ledger import WithdrawnRow
from benchmark.results.row import Row

_MAX_NAMES = 5  #: names in one sentence; the rest is counted
_MAX_SHARING = 3  #: names of models that share first place
_MAX_MOVED = 3
_MAX_AGAIN = 4  #: sentences on models of one table that were judged again, and on rows withdrawn on a day
_REASON_CHARACTERS = 300

#: Returns the page and the anchor of a table; an empty page if no page has it today.
FindTable = Callable[[GroupKey], tuple[str, str]]


@dataclass(frozen=True, slots=True)
class SentencePiece:
    """A part of a sentence."""

    text: str
    page: str = ""  #: source path of the page that it links to; may be empty
    anchor: str = ""
    name: bool = False  #: whether it is a name that others chose


Sentence = tuple[SentencePiece, ...]


@dataclass(frozen=True, slots=True)
class TableTitles:
    """The titles of all tables that ever were, and where they are."""

    titles: Mapping[GroupKey, str]
    find: FindTable

    def piece(self, key: GroupKey) -> SentencePiece:
        """Return the title of a table, with a link if a page has it."""
        return SentencePiece(self.titles[key], *self.find(key), name=True)


def table_titles(sources: Sources, find: FindTable) -> TableTitles:
    """Return titles that tell tables apart: suite and data set, then the setting in words."""
    rows = sources.every_row
    words = distinct_conditions(dict.fromkeys(map(key_of, rows)), 1)
    return TableTitles({key: f"{group_title(key)} ({text})" for key, text in words.items()}, find)


def plain(sentence: Sentence) -> str:
    """Return a sentence without links."""
    return "".join(piece.text for piece in sentence)


def day_sentences(changes: DayChanges, titles: TableTitles) -> Sequence[Sentence]:
    """Return what changed on a day: leaders first, then rows that came, rows that went, and moved places."""
    found = [
        leader_sentence(table.leaders, titles.piece(table.key)) for table in changes.tables if table.leaders
    ]
    kinds = (_new_lines, _again_lines, _left_lines)
    found += (sentence for lines in kinds for table in changes.tables for sentence in lines(table, titles))
    found += _same_lines(changes.tables, titles)
    found += _withdrawn_lines(changes.withdrawn, titles)
    found += (sentence for table in changes.tables for sentence in _moved_lines(table, titles))
    if changes.reported:
        found.append(_say("Numbers from papers were added for {}.", _names(changes.reported)))
    if not found and changes.baselines:
        rows = plural(changes.baselines, "row")
        found.append((SentencePiece(f"{rows} of baselines; no model's row or place changed."),))
    return found or [(SentencePiece("The rows that were judged do not count, so no table changed."),)]


def leader_sentence(leaders: tuple[Leaders, Leaders], table: SentencePiece) -> Sentence:
    """Return the sentence on a table's new leaders, and on those before."""
    then, now = leaders
    tops = [tuple(_names(each.top, _MAX_SHARING)) for each in leaders]
    firsts = [tuple(_names(each.first, _MAX_SHARING)) for each in leaders]
    if len(now.first) > 1 and len(then.first) > 1:
        has = "has" if len(now.top) == 1 else "have"
        return _say(
            f"{{}} now {has} the highest score in {{}}; before, {{}} had it."
            f" First place is still shared, now by {plural(len(now.first), 'model')}.",
            tops[1],
            [table],
            tops[0],
        )
    if len(now.first) > 1:
        start = _say("First place in {} is now shared by {}; ", [table], firsts[1])
    elif now.models == 1:
        start = _say("{} is now the only model in {}; ", firsts[1], [table])
    else:
        start = _say("{} now leads {}; ", firsts[1], [table])
    if len(then.first) > 1:
        return (*start, *_say("before, first place was shared by {}.", firsts[0]))
    was = "was the only model" if then.models == 1 else "led"
    return (*start, *_say(f"before, {{}} {was}.", firsts[0]))


def _say(words: str, *parts: Iterable[SentencePiece]) -> Sentence:
    """Return words in which each ``{}`` stands for a part."""
    first, *texts = words.split("{}")
    pieces = [SentencePiece(first)]
    for text, part in zip(texts, parts, strict=True):
        pieces += [*part, SentencePiece(text)]
    return tuple(piece for piece in pieces if piece.text)


def _new_lines(table: TableChange, titles: TableTitles) -> Iterator[Sentence]:
    new = sorted(table.of("new"), key=_by_place)
    if not new:
        return
    title, placed = [titles.piece(table.key)], _placed(new, table)
    match table.opened:
        case "dataset":
            yield _say("{} has its first results: {}.", title, placed)
        case "tasks":
            version = f"suite version {table.version}"
            yield _say(f"{{}} starts anew, because its tasks changed ({version}): {{}}.", title, placed)
        case "table":
            yield _say("{} is a new table: {}.", title, placed)
        case "":
            yield _say(f"{{}} {'is' if len(new) == 1 else 'are'} new in {{}}.", placed, title)


def _again_lines(table: TableChange, titles: TableTitles) -> Iterator[Sentence]:
    again, title = sorted(table.of("again", "back"), key=_by_place), [titles.piece(table.key)]
    again = [change for change in again if not _is_same(change)]
    for change in again[:_MAX_AGAIN]:
        back = change.kind == "back"
        start = "An earlier row of {} counts again in {}" if back else "{} was judged again in {}"
        end = f": {_score_change(change)}{_place_change(change, table)}."
        yield _say(start + end, [_name(change.row)], title)
    rest = len(again) - _MAX_AGAIN
    if rest > 0:
        yield _say(f"{plural(rest, 'more model')} judged again in {{}}.", title)


def _same_lines(tables: Iterable[TableChange], titles: TableTitles) -> Iterator[Sentence]:
    """Yield one sentence on all rows that were judged again and changed nothing."""
    same = {table.key: sum(map(_is_same, table.rows)) for table in tables}
    where = _joined([(titles.piece(key),) for key, rows in same.items() if rows], _MAX_NAMES)
    if rows := sum(same.values()):
        were = f"{plural(rows, 'row')} {'was' if rows == 1 else 'were'}"
        yield _say(f"{were} judged again in {{}}: scores and places as before.", where)


def _left_lines(table: TableChange, titles: TableTitles) -> Iterator[Sentence]:
    left = [change.row for change in table.of("left")]
    if left:
        are = "is" if len(left) == 1 else "are"
        why = "newer rows are on other tasks" if table.models else "the table is closed"
        yield _say(f"{{}} {are} no longer in {{}}: {why}.", _names(left), [titles.piece(table.key)])


def _withdrawn_lines(withdrawn: Sequence[WithdrawnRow], titles: TableTitles) -> Iterator[Sentence]:
    for entry in withdrawn[:_MAX_AGAIN]:
        reason = SentencePiece(clean(entry.retraction.reason, _REASON_CHARACTERS), name=True)
        table = titles.piece(key_of(entry.row))
        yield _say("A row of {} was withdrawn from {}. Reason: {}", [_name(entry.row)], [table], [reason])
    if len(withdrawn) > _MAX_AGAIN:
        yield (SentencePiece(f"{plural(len(withdrawn) - _MAX_AGAIN, 'more row')} withdrawn."),)


def _moved_lines(table: TableChange, titles: TableTitles) -> Iterator[Sentence]:
    apart = (change for change in table.of("moved") if _is_apart(change))
    moved = sorted((change for change in apart if not _made_room(change, table)), key=_by_move)
    if not moved or table.models == 1:
        return
    each = "; ".join(f"{{}} is now {change.place}, was {change.earlier}" for change in moved[:_MAX_MOVED])
    rest = len(moved) - _MAX_MOVED
    more = f"; {count(rest)} more moved." if rest > 0 else "."
    names = ([_name(change.row)] for change in moved[:_MAX_MOVED])
    yield _say(f"Places moved in {{}}: {each}{more}", [titles.piece(table.key)], *names)


def _made_room(change: RowChange, table: TableChange) -> bool:
    """Whether a place moved only because models joined: its ends moved down by at most as many places.

    Only models that joined with a better place can move its first end.
    """
    now, then = change.place, change.earlier
    if now is None or then is None:
        return True
    new = table.of("new")
    joined = len(new) - len(table.of("left", "withdrawn"))
    better = sum(other.place is not None and other.place.first < now.first for other in new)
    return 0 <= now.first - then.first <= min(better, joined) and 0 <= now.last - then.last <= joined


def _by_place(change: RowChange) -> tuple[bool, PlaceRange, str]:
    place = change.place or PlaceRange(0, 0)
    return change.place is None, place, change.row.slug


def _is_apart(change: RowChange) -> bool:
    """Whether a model's new place has nothing in common with its earlier one."""
    now, then = change.place, change.earlier
    return now is not None and then is not None and not now.overlaps(then)


def _is_same(change: RowChange) -> bool:
    """Whether a model was judged again, with the same score and place."""
    scores = [row and score_of(row) for row in (change.before, change.row)]
    then, now = (score and score.value for score in scores)
    return change.kind == "again" and then is not None and then == now and change.place == change.earlier


def _by_move(change: RowChange) -> tuple[int, str]:
    """Return a sort key: the best places first."""
    places = [place.first for place in (change.place, change.earlier) if place is not None]
    return min(places, default=0), change.row.slug


def _score_change(change: RowChange) -> str:
    now = score_of(change.row)
    then = None if change.before is None else score_of(change.before)
    if now is None:
        return "no score"
    words = row_words(change.row)
    if then is None:
        return words.amount(now.value)
    if then.value == now.value:
        return f"{words.amount(now.value)} as before"
    return f"{words.amount(now.value)}, was {words.amount(then.value)}"


def _place_change(change: RowChange, table: TableChange) -> str:
    if change.place is None or table.models == 1:
        return ""
    if change.earlier is None or change.earlier == change.place:
        return f"; {_place(change.place)}"
    return f"; now {_place(change.place)}, was {change.earlier}"


def _place(place: PlaceRange) -> str:
    return f"{'place' if place.first == place.last else 'places'} {place}"


def _name(row: Row) -> SentencePiece:
    return SentencePiece(short_name(row), model_page(row.slug), name=True)


def _names(rows: Iterable[Row], most: int = _MAX_NAMES) -> Iterator[SentencePiece]:
    yield from _joined([(_name(row),) for row in rows], most)


def _placed(changes: Iterable[RowChange], table: TableChange) -> Iterator[SentencePiece]:
    """Yield names with places; a table's only model has none to speak of."""
    parts: list[tuple[SentencePiece, ...]] = []
    for change in changes:
        place = (SentencePiece(f" ({_place(change.place)})"),) if change.place and table.models > 1 else ()
        parts.append((_name(change.row), *place))
    yield from _joined(parts, _MAX_NAMES)


def _joined(parts: Sequence[tuple[SentencePiece, ...]], most: int) -> Iterator[SentencePiece]:
    """Join parts as :func:`benchmark.analysis.wording.join_some` joins names."""
    left = len(parts) - most
    shown = [*parts[:most], (SentencePiece(f"{count(left)} more"),)] if left > 1 else list(parts)
    for number, part in enumerate(shown):
        if number:
            yield SentencePiece(" and " if number == len(shown) - 1 else ", ")
        yield from part
