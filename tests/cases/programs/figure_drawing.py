import matplotlib.pyplot as plt
import numpy as np


def draw():
    figure, (left, right) = plt.subplots(1, 2, figsize=(6.4, 3.2), dpi=100)
    left.bar(["a", "b", "c"], np.array([3, 1, 2]))
    left.set_title("Fruit $x^2$")
    right.plot([0, 1, 2], [0, 1, 4], label="square")
    right.legend()
    plt.savefig("/tmp/figure.png")
    return figure


def picture():
    draw()
    with open("/tmp/figure.png", "rb") as file:
        return file.read()
