"""Small figures of the five types, each drawn by one program."""

START = """
import matplotlib.pyplot as plt
import numpy as np
plt.figure(figsize=(6.4, 4.8))
"""

BAR = f"""{START}
plt.bar(["ash", "birch", "cedar", "fir"], [3, 7, 5, 2])
plt.ylim(0, 8)
plt.title("Trees planted")
plt.xlabel("kind")
plt.ylabel("trees")
"""
GROUPED = f"""{START}
x = np.arange(3)
plt.bar(x - 0.2, [4, 6, 3], 0.4, label="2023", color="tab:blue")
plt.bar(x + 0.2, [5, 2, 4], 0.4, label="2024", color="tab:orange")
plt.xticks(x, ["north", "east", "south"])
plt.ylim(0, 7)
plt.title("Visitors")
plt.legend()
"""
STACKED = f"""{START}
plt.bar(["a", "b"], [4, 6], label="day")
plt.bar(["a", "b"], [1, 2], bottom=[4, 6], label="night")
plt.ylim(0, 10)
plt.legend()
"""
LINE = f"""{START}
days = [1, 2, 3, 4, 5]
plt.plot(days, [12, 15, 11, 18, 16], "o-", label="Oslo")
plt.plot(days, [22, 21, 25, 24, 27], "s--", label="Rome")
plt.xlim(0, 6)
plt.ylim(0, 30)
plt.title("Temperature in °C")
plt.legend()
"""
PIE = f"""{START}
plt.pie([30, 45, 15, 10], labels=["rent", "food", "travel", "other"], startangle=90)
plt.title("Budget")
"""
FUNCTION = f"""{START}
x = np.linspace(-5, 5, 401)
plt.plot(x, x**2 / 4 - 2, label="$y = x^2/4 - 2$")
plt.axhline(0, color="black")
plt.axvline(0, color="black")
plt.xlim(-5, 5)
plt.ylim(-4, 6)
plt.legend()
"""
SINE = f"""{START}
x = np.linspace(-5, 5, 401)
plt.plot(x, np.sin(x))
plt.xlim(-5, 5)
plt.ylim(-2, 2)
plt.title("y = sin(x)")
"""
GEOMETRIC = f"""{START}
plt.plot([0, 6, 2, 0], [0, 0, 4, 0], "k-")
plt.text(0, -0.2, "A", ha="center", va="top")
plt.text(6, -0.2, "B", ha="center", va="top")
plt.text(2, 4.2, "C", ha="center", va="bottom")
plt.xlim(-1, 7)
plt.ylim(-1, 5)
plt.gca().set_aspect("equal")
plt.axis("off")
"""
