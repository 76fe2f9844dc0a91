"""The same figure in both languages: matplotlib, TikZ, and a change of the TikZ that makes another figure."""

from tests.judging.scenes.figures import BAR, FUNCTION, GEOMETRIC, GROUPED, LINE, PIE, SINE, STACKED, START

TRIANGLE = (
    START
    + """
A, B, C = (0, 0), (6, 0), (2, 4)
for p, q in [(A, B), (B, C), (C, A)]:
    plt.plot([p[0], q[0]], [p[1], q[1]], color="navy")
for x, y in (A, B, C):
    plt.plot(x, y, "o", color="navy")
plt.plot([2, 3], [4, 0], "--", color="purple")
plt.text(-0.4, -0.3, "A", ha="center", va="center"); plt.text(6.4, -0.3, "B", ha="center", va="center")
plt.text(2, 4.4, "C", ha="center", va="center"); plt.text(3, -0.3, "M", ha="center", va="center")
plt.title("Triangle"); plt.xlim(-1, 7); plt.ylim(-1, 5)
plt.xticks(range(-1, 8)); plt.gca().set_aspect("equal"); plt.grid(True)
"""
)
RIGHT = (
    START
    + """
plt.plot([-1, 7.5, 7.5, -1], [5.5, 5.5, 2.5, 5.5], color="darkgreen")
plt.plot([5.5, 7.5], [5.5, 2.5], color="darkgreen")
plt.plot(7.5, 5.5, "o", color="cyan"); plt.plot(-1, 5.5, "o", color="black")
plt.plot(7.5, 2.5, "o", color="red"); plt.plot(5.5, 5.5, "o", color="magenta")
plt.title("Right triangle with a point on one leg")
plt.xticks(range(-3, 10)); plt.yticks(range(-2, 7)); plt.xlim(-3, 9); plt.ylim(-2.5, 6.5)
plt.gca().set_aspect("equal"); plt.grid(True)
"""
)
CIRCLE = (
    START
    + """
plt.gca().add_patch(plt.Circle((1, 1), 2, fill=False, color="black"))
plt.plot([1, 3], [1, 1], "r:")
t = np.linspace(0, np.pi / 3, 50)
plt.plot(1 + 0.5 * np.cos(t), 1 + 0.5 * np.sin(t), color="black")
plt.text(1.9, 1.35, "60°", ha="center", va="center")
plt.xlim(-2, 4); plt.ylim(-2, 4); plt.gca().set_aspect("equal"); plt.axis("off")
"""
)
SQUARES = (
    START
    + """
for i in range(3):
    plt.plot([i, i + 0.8, i + 0.8, i, i], [0, 0, 0.8, 0.8, 0], "k")
plt.fill([0, 1, 0.5], [1, 1, 2], color="orange")
plt.annotate("", (2.5, 2), (1.5, 1.2), arrowprops={"arrowstyle": "->"})
plt.xlim(-0.5, 3.5); plt.ylim(-0.5, 2.5); plt.axis("off")
"""
)
WAVE = (
    START
    + """
x = np.linspace(-5, 5, 401)
plt.plot(x, 2 * np.cos(x) + 0.5)
plt.plot(0, 2.5, "o", color="black"); plt.text(0.4, 2.8, "(0, 2.5)")
plt.title("Cosine"); plt.xlabel("x"); plt.ylabel("y")
plt.xticks([-4, -2, 0, 2, 4]); plt.xlim(-5, 5); plt.ylim(-3, 4)
"""
)
FLAT = (
    START
    + """
plt.barh([0, 1, 2], [66, 31, 90], 0.6, color="skyblue")
plt.yticks([0, 1, 2], ["Park", "Bridge", "Market"]); plt.xlim(0, 120); plt.ylim(-0.6, 2.6)
plt.title("Noise"); plt.xlabel("dB"); plt.ylabel("Place")
"""
)
SCATTER = (
    START
    + """
plt.plot([1, 2, 3, 5], [10, 40, 30, 50], "o", color="green")
plt.xticks([0, 1, 2, 3, 4, 5, 6]); plt.xlim(0, 6); plt.ylim(0, 60); plt.xlabel("Hours"); plt.ylabel("Points")
"""
)
NUMBERS = (
    START
    + """
plt.bar([1, 2, 3], [3, 7, 5], 0.8, color="teal")
for x, y in [(1, 3), (2, 7), (3, 5)]:
    plt.text(x, y + 0.2, str(y), ha="center")
plt.xticks([1, 2, 3], ["a", "b", "c"]); plt.xlim(0.4, 3.6); plt.ylim(0, 8)
"""
)


def picture(text: str, options: str = "") -> str:
    r"""Return a picture in TikZ."""
    return f"\\begin{{tikzpicture}}{options}\n{text}\n\\end{{tikzpicture}}\n"


def axis(options: str, text: str) -> str:
    """Return a picture with an axis of pgfplots."""
    return picture(f"\\begin{{axis}}[{options}]\n{text}\n\\end{{axis}}")


#: Name → matplotlib, TikZ, and an old and a new text that change the figure.
PAIRS = {
    "a triangle with a median": (
        TRIANGLE,
        picture(
            r"""
\coordinate (A) at (0,0); \coordinate (B) at (6,0); \coordinate (C) at (2,4);
\coordinate (M) at ($(A)!0.5!(B)$);
\draw[thick, navy] (A) -- (B) -- (C) -- cycle;
\draw[dashed, purple] (C) -- (M);   % the median
\foreach \p in {A,B,C} \fill[navy] (\p) circle (2pt);
\node[below left] at (A) {$A$}; \node[below right] at (B) {$B$}; \node[above] at (C) {$C$};
\node[below] at (M) {$M$}; \node at (3,5.6) {\textbf{Triangle}};
""",
            "[scale=0.8]",
        ),
        "(C) -- (M)",
        "(C) -- (A)",
    ),
    "a triangle without axes": (
        GEOMETRIC,
        picture(
            r"""\draw (0,0) node[below] {A} -- ++(6,0) node[below] {B} -- +(-4,4) node[above] {C} -- cycle;"""
        ),
        "+(-4,4)",
        "+(-3.8,4)",
    ),
    "a circle with a radius and an angle": (
        CIRCLE,
        picture(
            r"""\begin{scope}[shift={(1,1)}]
\draw (0,0) circle [radius=2]; \draw[red, dotted] (0,0) -- (2,0);
\draw (0.5,0) arc[start angle=0, end angle=60, radius=0.5]; \node at (0.9,0.35) {$60^\circ$};
\end{scope}"""
        ),
        "end angle=60",
        "end angle=80",
    ),
    "squares in a loop, an area and an arrow": (
        SQUARES,
        picture(
            r"""\def\s{0.8}\pgfmathsetmacro{\h}{sqrt(16)/2}
\foreach \x in {0,1,...,2} { \draw (\x,0) -| ++(\s,\s) -| cycle; }
\fill[orange] (0,1) -- (1,1) -- (0.5,\h) -- cycle; \draw[->] (1.5,1.2) -- (2.5,2);"""
        ).replace(r"\draw (\x,0) -| ++(\s,\s) -| cycle;", r"\draw (\x,0) rectangle ++(\s,\s);"),
        "{0,1,...,2}",
        "{0,1}",
    ),
    "a parabola": (
        FUNCTION,
        axis(
            "xmin=-5,xmax=5,ymin=-4,ymax=6, axis lines=box, legend pos=north west",
            r"""\addplot[blue,domain=-5:5,samples=201] {x^2/4-2}; \addlegendentry{$y = x^2/4 - 2$}
\draw (-5,0) -- (5,0); \draw (axis cs:0,-4) -- (axis cs:0,6);""",
        ),
        "x^2/4-2}",
        "x^2/4-1.9}",
    ),
    "a sine in an axis": (
        SINE,
        axis(
            "xmin=-5,xmax=5,ymin=-2,ymax=2,title={$y=\\sin(x)$}",
            r"\addplot[red,domain=-5:5,samples=300,smooth]{sin(deg(x))};",
        ).replace(r"{$y=\sin(x)$}", "{y = sin(x)}"),
        "sin(deg(x))",
        "cos(deg(x))",
    ),
    "a sine without an axis": (
        SINE,
        picture(
            r"""\draw[->] (-5,0) -- (5,0); \draw[very thin, gray] (-5,-2) grid (5,2);
\draw[blue] plot[domain=-5:5, samples=200, smooth] (\x, {sin(\x r)}); \node at (0,2.3) {y = sin(x)};
\foreach \x in {-4,-2,2,4} \node[below] at (\x,0) {\x};"""
        ),
        "domain=-5:5",
        "domain=-5:3",
    ),
    "a cosine with a marked point": (
        WAVE,
        axis(
            "xmin=-5,xmax=5,ymin=-3,ymax=4,title=Cosine,xlabel=$x$,ylabel={$y$},xtick={-4,-2,...,4},width=10cm",
            r"""\addplot+[no marks,domain=-5:5,samples=200] {2*cos(deg(x))+0.5};
\addplot[only marks,mark=*] coordinates {(0,2.5)};
\node[above right] at (axis cs:0,2.5) {$(0, 2.5)$};""",
        ),
        "coordinates {(0,2.5)}",
        "coordinates {(0.3,2.5)}",
    ),
    "bars with names": (
        BAR,
        axis(
            "ybar, bar width=0.8, ymin=0, ymax=8, title={Trees planted}, xlabel=kind, ylabel=trees,"
            "symbolic x coords={ash,birch,cedar,fir}, xtick=data",
            r"\addplot coordinates {(ash,3) (birch,7) (cedar,5) (fir,2)};",
        ),
        "(cedar,5)",
        "(cedar,4)",
    ),
    "grouped bars": (
        GROUPED,
        axis(
            "ybar=0pt, bar width=0.4, xmin=-0.54, xmax=2.54, ymin=0, ymax=7, xtick={0,1,2},"
            "xticklabels={north,east,south}, title=Visitors",
            r"""\addplot[fill=blue] coordinates {(0,4) (1,6) (2,3)};
\addplot[fill=orange] coordinates {(0,5) (1,2) (2,4)}; \legend{2023,2024}""",
        ),
        r"\legend{2023,2024}",
        r"\legend{2024,2023}",
    ),
    "stacked bars": (
        STACKED,
        axis(
            "ybar stacked, bar width=0.8, ymin=0, ymax=10, symbolic x coords={a,b}, xtick=data",
            r"""\addplot coordinates {(a,4) (b,6)}; \addlegendentry{day}
\addplot coordinates {(a,1) (b,2)}; \addlegendentry{night}""",
        ),
        "ybar stacked",
        "ybar=0pt",
    ),
    "flat bars": (
        FLAT,
        axis(
            "xbar, bar width=0.6, xmin=0, xmax=120, ymin=-0.6, ymax=2.6, ytick={0,1,2},"
            "yticklabels={Park,Bridge,Market}, title=Noise, xlabel=dB, ylabel=Place",
            r"\addplot[fill=cyan!40] coordinates {(66,0) (31,1) (90,2)};",
        ),
        "Park,Bridge",
        "Bridge,Park",
    ),
    "bars with their values": (
        NUMBERS,
        axis(
            "ybar, bar width=0.8, xmin=0.4, xmax=3.6, ymin=0, ymax=8, xtick={1,...,3}, xticklabels={a,b,c},"
            "nodes near coords",
            r"\addplot[fill=teal] coordinates {(1,3) (2,7) (3,5)};",
        ),
        "nodes near coords",
        "",
    ),
    "lines with markers": (
        LINE,
        axis(
            "xmin=0,xmax=6,ymin=0,ymax=30,title={Temperature in °C}",
            r"""\addplot[blue,mark=*] coordinates {(1,12) (2,15) (3,11) (4,18) (5,16)}; \addlegendentry{Oslo}
\addplot[orange,dashed,mark=square*] coordinates {(1,22) (2,21) (3,25) (4,24) (5,27)};
\addlegendentry{Rome}""",
        ),
        "dashed,",
        "",
    ),
    "points": (
        SCATTER,
        axis(
            "xmin=0,xmax=6,ymin=0,ymax=60,xtick={0,...,6},xlabel=Hours,ylabel=Points",
            r"\addplot[only marks,green] coordinates {(1,10) (2,40) (3,30) (5,50)};",
        ),
        "xtick={0,...,6}",
        "xtick={0,2,...,6}",
    ),
    "a pie": (
        PIE,
        picture(
            r"""\foreach \a/\b/\c/\t in {90/198/blue!40/rent, 198/360/red!40/food,
  0/54/green!40/travel, 54/90/gray/other}
{ \fill[\c] (0,0) -- (\a:3) arc (\a:\b:3) -- cycle; \node at ({(\a+\b)/2}:3.3) {\t}; }
\node[above] at (0,4) {Budget};"""
        ),
        "198/360",
        "198/350",
    ),
    "a document with grid, frame and numbers": (
        RIGHT,
        r"""\documentclass{standalone}
\usepackage{tikz}
\begin{document}
\begin{tikzpicture}[scale=0.7, >=stealth]
  % grid
  \draw[gray!30, very thin] (-3,-2.5) grid (9,6.5);
  \draw (-3,-2.5) rectangle (9,6.5);
  \foreach \x in {-3,...,9} \node[below, font=\small] at (\x,-2.5) {$\x$};
  \foreach \y in {-2,...,6} \node[left] at (-3,\y) {$\y$};
  \coordinate (B) at (7.5,5.5);
  \coordinate (P) at (-1,5.5);
  \coordinate (H) at (7.5,2.5);
  \coordinate (R) at (5.5,5.5);
  \draw[green!40!black, thick] (B) -- (P) -- (H) -- cycle;
  \draw[green!40!black, thick] (R) -- (H);
  \filldraw[cyan] (B) circle (2pt);
  \filldraw[black] (P) circle (2pt);
  \filldraw[red] (H) circle (0.1);
  \node[circle, fill=magenta, inner sep=1.5pt] at (R) {};
  \node[above, font=\bfseries] at (3,6.6) {Right triangle with a point on one leg};
\end{tikzpicture}
\end{document}""",
        "(R) -- (H)",
        "(R) -- (P)",
    ),
    "flat bars without an axis": (
        FLAT,
        picture(
            r"""\draw[->] (0,-0.6) -- (120,-0.6) node[midway, below=15pt] {dB};
\foreach \v/\n [count=\i from 0] in {66/Park,31/Bridge,90/Market} {
  \fill[cyan!30] (0,\i-0.3) rectangle (\v,\i+0.3); \node[left] at (0,\i) {\n};
}
\node[rotate=90] at (-20,1) {Place}; \node at (60,3) {Noise};""",
            "[x=0.05cm]",
        ),
        "31/Bridge",
        "33/Bridge",
    ),
    "a pie with its first slice above, clockwise": (
        PIE,
        picture(
            r"""\def\R{2.5}
\foreach \s/\e/\l in {90/54/other, 54/0/travel, 360/198/food, 198/90/rent} {
  \filldraw[fill=teal!40, draw=white, thick] (0,0) -- (\s:\R)
    arc[start angle=\s, end angle=\e, radius=\R] -- cycle;
  \pgfmathsetmacro{\m}{(\s+\e)/2}
  \node at (\m:\R*1.15) {\l};
}
\node at (0,3.4) {Budget};"""
        ),
        r"{\l}",
        r"{\e}",
    ),
    "a pie with a legend": (
        START + """
plt.pie([50, 25, 25], colors=["khaki", "plum", "salmon"])
plt.legend(["Ada", "Emma", "Hugo"], loc="center left", bbox_to_anchor=(0.95, 0.5)); plt.title("Training")
""",
        picture(
            r"""\foreach \s/\e/\c [count=\i] in {0/180/khaki, 180/270/plum, 270/360/salmon}
  \fill[\c] (0,0) -- (\s:2) arc (\s:\e:2) -- cycle;
\foreach \n/\c/\y in {Ada/khaki/0.5, Emma/plum/0, Hugo/salmon/-0.5} {
  \fill[\c] (2.6,\y-0.1) rectangle (2.8,\y+0.1); \node[right] at (2.9,\y) {\n};
}
\node at (0,2.4) {Training};"""
        ),
        "Emma/plum/0, Hugo/salmon",
        "Emma/salmon/0, Hugo/plum",
    ),
    "a triangle with labelled coordinates, axes and ticks": (
        TRIANGLE,
        picture(
            r"""
\coordinate[label=below left:$A$] (A) at (0,0); \coordinate[label=below right:$B$] (B) at (6,0);
\coordinate[label=above:$C$] (C) at (2,4);
\draw (-1,0) -- (7,0); \draw[gray] (0,-1) -- (0,5); % lines along the axes
\foreach \x in {-1,1,2,...,7} \draw (\x,0.1) -- (\x,-0.1) node[below] {\footnotesize $\x$};
\draw[navy] (A) -- coordinate (M) (B) -- (C) -- cycle;
\draw[dashed, purple] (C) -- (M); \path (A) -- (B) node[pos=.5, below] {$M$};
\foreach \p in {A,B} \node at (\p) {$\bullet$};
\node[draw, circle, fill=navy, inner sep=1pt] at (C) {}; \node at (3,5.5) {Triangle};
"""
        ),
        "pos=.5",
        "pos=.7",
    ),
    "points without an axis": (
        SCATTER,
        picture(
            r"""\draw[->] (0,0) -- (6,0) node[midway, below=9pt] {Hours};
\draw[->] (0,0) -- (0,60) node[midway, left=9pt] {Points};
\draw[green] plot[only marks, mark=*] coordinates {(1,10) (2,40) (3,30) (5,50)};""",
            "[y=0.1cm]",
        ),
        "(2,40)",
        "(2,45)",
    ),
    "a pie with edges of its own": (
        PIE,
        picture(
            r"""\foreach \a/\b/\c/\t in {90/198/rosybrown/rent, 198/360/DarkSalmon/food,
  0/54/teal/travel, 54/90/gray/other} {
  \fill[\c] (0,0) -- (\a:3) arc (\a:\b:3) -- cycle; \draw[white] (0,0) -- (\a:3) arc (\a:\b:3) -- cycle;
  \node at ({(\a+\b)/2}:3.3) {\t};
}
\draw (0,0) circle (3); \node[above] at (0,4) {Budget};"""
        ),
        r"\draw (0,0) circle (3)",
        r"\draw (0,0) -- (45:3)",
    ),
    "grouped bars with a width on paper": (
        GROUPED,
        axis(
            "ybar, bar width=12pt, enlarge x limits=0.3, symbolic x coords={north,east,south}, xtick=data,"
            "ymin=0, ymax=7, title=Visitors",
            r"""\addplot+[ybar] plot coordinates {(north,4) (east,6) (south,3)};
\addplot+[ybar] plot coordinates {(north,5) (east,2) (south,4)}; \legend{2023,2024}""",
        ),
        "(east,6)",
        "(east,5)",
    ),
}  # fmt: skip
