"""A pawn walks on a board with stones: what happens when a stone is in its way, as strips of film.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import RuleSpace, telling_examples
from workshop.authoring.source import fill
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.suites.humaneval_v.families._pawn_rules import filmed, pawn_rules, right_rule

VERSION = 4
KINDS = ("board",)
TASK_TYPE = "Iteration"
ASPECTS = ("Geometric Objects", "Spatial Transformations", "Topological Relations")
MUTATIONS = ("push", "jump", "swap", "take")
SETTLED = {"down, right = *": "an arrow next to each letter"}

TEXT = '''\
def solution(board: list[str], moves: str) -> list[str]:
    """
    A pawn is moved about a board with stones. Find the board after the last move, by the films in the picture,
    in which a blue letter and arrow stand for each move.

    Parameters:
        board (list[str]): The rows of the board from the top down: "P" is the pawn, "o" a stone and "." a
            free square.
        moves (str): The moves, one after another, each "A", "B", "C" or "D". The arrows of the picture show
            which way each letter leads.

    Returns:
        list[str]: The rows of the board after the last move.
    """
'''

PROGRAM = """
def solution(board: list[str], moves: str) -> list[str]:
    cells = {(r, c): sign for r, row in enumerate(board) for c, sign in enumerate(row)}
    (pawn,) = [place for place, sign in cells.items() if sign == "P"]
    for move in moves:
        down, right = $steps[move]
        near = (pawn[0] + down, pawn[1] + right)
{rule}
    return ["".join(cells[r, c] for c in range(len(row))) for r, row in enumerate(board)]
"""
STEP = """\
        if cells.get(near) == ".":
            cells[near], cells[pawn] = "P", "."
            pawn = near
"""
FAR = "        far = (near[0] + down, near[1] + right)\n"
RULES = {
    "push": f"""\
{FAR}        if cells.get(near) == "o" and cells.get(far) == ".":
            cells[near], cells[far] = ".", "o"
{STEP}""",
    "jump": f"""\
        if cells.get(near) == "o":
            near = (near[0] + down, near[1] + right)
{STEP}""",
    "swap": """\
        if near in cells:
            cells[near], cells[pawn] = "P", cells[near]
            pawn = near
""",
    "take": """\
        if near in cells:
            cells[near], cells[pawn] = "P", "."
            pawn = near
""",
}
STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
WAYS = {"U": "up", "D": "down", "L": "left", "R": "right"}

#: The first films before they are turned: a stone with a free square behind it, and two stones in a line.
FILMS = ((("....", "Po..", "....", "...."), "RRL"), (("....", "....", ".oo.", "P..."), "DUR"))
#: Squares of each film on which a further stone changes nothing.
SPARE = (((3, 0), (3, 1), (3, 2)), ((0, 1), (0, 2), (0, 3)))

Game = tuple[tuple[str, ...], str]


@dataclass(frozen=True)
class Films:
    """Parameters: the mutation, which says what the pawn does with a stone in its way, the letters, and the games."""

    mutation: str
    letters: str  #: the letters for up, down, left and right
    first: tuple[Game, ...]  #: films
    seed: str  #: of the other films
    tested: tuple[Game, ...]


def sample(mutation: str, draws: Draws) -> Films:
    letters = "".join(draws.shuffled("ABCD"))
    shown = []
    lies = 4 * draws.integer(0, 1)  # both films lie, or none: together they have all four letters
    for (board, moves), spare in zip(FILMS, SPARE, strict=True):
        r, c = draws.choice(spare)
        rows = [list(row) for row in board]
        rows[r][c] = "o"
        shown.append(_turn_game(["".join(row) for row in rows], moves, lies + draws.integer(0, 3)))
    tested: list[Game] = [
        (("P",), "LURD"),
        (("Po.o.",), "RRRR"),
        (("o.oP",), "LLLL"),
        ((".oP", "oo.", "..."), ""),
    ]
    tested += [((".oo..", "Po...", ".oo.."), "RUURDL"), (("..o.", ".oPo", "..o.", "...."), "UULLDDRR")]
    for _ in range(8):
        high, wide = draws.integer(3, 5), draws.integer(3, 6)
        tested.append((_board(draws, high, wide), draws.text("UDLR", draws.integer(5, 12))))
    return Films(mutation, letters, tuple(shown), draws.text("UDLR", 16), tuple(dict.fromkeys(tested)))


def _shown(films: Films) -> list[Call]:
    """Return all films of the picture."""
    return _chosen(replace(films, mutation=""))


@lru_cache(maxsize=4)
def _chosen(films: Films) -> list[Call]:
    """Choose films that leave, with the first ones, one rule of the space for every mutation."""
    draws, first = Draws(films.seed, "films"), _named(films, films.first)

    def candidate() -> Call:
        return _named(films, ((_board(draws, 4, 4), draws.text("UDLR", 4)),))[0]

    steps = list(_up_to_each_move(first))
    chosen = telling_examples(
        pawn_rules(films.letters, filmed),
        rules=[right_rule(mutation) for mutation in MUTATIONS],
        asked=calls(films),
        shown=steps,
        candidate=candidate,
        numbers=range(len(steps) + 1, len(steps) + 3),
    )
    return first + chosen[len(steps) :]


def rule_space(films: Films) -> RuleSpace:
    return pawn_rules(films.letters)


def _named(films: Films, games: tuple[Game, ...]) -> list[Call]:
    """Return games as calls, with the letters of the films."""
    named = str.maketrans("UDLR", films.letters)
    return [(list(board), moves.translate(named)) for board, moves in games]


def _turn_game(board: list[str], moves: str, way: int) -> Game:
    """Return a game after one of the eight turns and reflections of its board."""
    if way & 1:
        board, moves = board[::-1], moves.translate(str.maketrans("UD", "DU"))
    if way & 2:
        board, moves = [row[::-1] for row in board], moves.translate(str.maketrans("LR", "RL"))
    if way & 4:
        board = ["".join(column) for column in zip(*board, strict=True)]
        moves = moves.translate(str.maketrans("UDLR", "LRUD"))
    return tuple(board), moves


def _board(draws: Draws, rows: int, columns: int) -> tuple[str, ...]:
    signs = ["o" if draws.chance(2, 5) else "." for _ in range(rows * columns)]
    signs[draws.integer(0, len(signs) - 1)] = "P"
    return tuple("".join(signs[start : start + columns]) for start in range(0, len(signs), columns))


def calls(films: Films) -> list[Call]:
    return _named(films, films.tested)


def examples(films: Films) -> list[Call]:
    return list(_up_to_each_move(_shown(films)))


def _up_to_each_move(games: list[Call]) -> Iterator[Call]:
    """Yield each game after each of its moves, as a film shows it."""
    for board, moves in games:
        for count in range(1, len(moves) + 1):
            yield board, moves[:count]


def _ways(films: Films, moves: str) -> str:
    return moves.translate(str.maketrans(films.letters, "UDLR"))


def reference(films: Films) -> str:
    steps = {letter: STEPS[way] for letter, way in sorted(zip(films.letters, "UDLR", strict=True))}
    return fill(PROGRAM.replace("{rule}\n", RULES[films.mutation]), steps=steps)


SIDE = 35.0


def picture(films: Films, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 20 + 236 * len(_shown(films)))
    for number, (board, moves) in enumerate(_shown(films)):
        y = 15 + number * 236
        frame(canvas, 15, y, 970, 226, title=f"Film {number + 1}")
        for place in range(len(moves) + 1):
            x = 32 + place * 192
            _board_at(canvas, solve(board, moves[:place]), x, y + 60)
            if place < len(moves):
                _move(canvas, moves[place], _ways(films, moves[place]), x + 4 * SIDE + 26, y + 60 + 2 * SIDE)
    return canvas


def _board_at(canvas: Canvas, rows: list[str], x: float, y: float) -> None:
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            left, top = x + c * SIDE, y + r * SIDE
            canvas.rect(left, top, SIDE, SIDE, fill="white", stroke="grey", line=2)
            if sign == "o":
                canvas.circle(left + SIDE / 2, top + SIDE / 2, 0.34 * SIDE, fill="ink")
            elif sign == "P":
                canvas.circle(left + SIDE / 2, top + SIDE / 2, 0.42 * SIDE, fill="orange")
                canvas.text(left + SIDE / 2, top + SIDE / 2, "P", bold=True)


def _move(canvas: Canvas, move: str, way: str, x: float, y: float) -> None:
    down, right = STEPS[way]
    canvas.text(x, y - 38, move, bold=True, fill="blue")
    start, end = (x - 19 * right, y + 8 - 19 * down), (x + 19 * right, y + 8 + 19 * down)
    arrows.arrow(canvas, start, end, stroke="blue", line=5, head=18)


def describe(films: Films, solve: Solve) -> str:
    parts = []
    for number, (board, moves) in enumerate(_shown(films), 1):
        ways = _ways(films, moves)
        steps = [" / ".join(board)]
        for place, move in enumerate(moves, 1):
            steps.append(
                f"{move} and {WAYS[ways[place - 1]]}, then {' / '.join(solve(board, moves[:place]))}"
            )
        parts.append(f"Film {number}: {'; '.join(steps)}.")
    return (
        "The picture shows films, each with boards of four by four squares from left to right. Between "
        "two boards stand a blue letter (A, B, C or D) and an arrow; here the letter and the way of the arrow are named. An orange disc with "
        "P is the pawn, black discs are stones. The rows of each board from the top down, with o for a stone and a "
        f"dot for a free square: {' '.join(parts)}"
    )
