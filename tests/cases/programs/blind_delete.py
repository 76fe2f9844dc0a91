ax = plt.gca()
if KIND == "bar":
    flat = ax.containers[0].orientation == "horizontal"
    axis, middle = (ax.yaxis, lambda p: p.get_y() + p.get_height() / 2) if flat else (
        ax.xaxis, lambda p: p.get_x() + p.get_width() / 2)
    at, names = list(axis.get_ticklocs()), [text.get_text() for text in axis.get_ticklabels()]
    gone = at.pop(K)
    names.pop(K)
    for patch in list(ax.patches):
        if abs(middle(patch) - gone) < 0.5:
            patch.remove()
        elif CLOSED and middle(patch) > gone:
            patch.set_y(patch.get_y() - 1) if flat else patch.set_x(patch.get_x() - 1)
    axis.set_ticks([place - (CLOSED and place > gone) for place in at], names)
    if CLOSED and flat:
        ax.set_ylim(ax.get_ylim()[0], ax.get_ylim()[1] - 1)
    elif CLOSED:
        ax.set_xlim(ax.get_xlim()[0], ax.get_xlim()[1] - 1)
elif KIND == "line":
    for line in ax.lines:
        x, y = (list(values) for values in line.get_data())
        x.pop(K), y.pop(K)
        line.set_data(x, y)
elif KIND == "pie":
    pie(lambda shares: [share for share in shares if share is not shares[K]], K)
elif KIND == "function":
    for line in ax.lines:
        x, y = line.get_data()
        if len(x) > 9:
            line.set_ydata([b if (-2.5 < a < 2.5) == (K == 0) else float("nan") for a, b in zip(x, y)])
else:
    [line for line in ax.lines if len(line.get_xdata()) == 2][K].remove()
