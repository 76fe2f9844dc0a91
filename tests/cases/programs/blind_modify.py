ax = plt.gca()
if KIND == "bar":
    patch = ax.patches[K]
    if ax.containers[0].orientation == "horizontal":
        patch.set_width(patch.get_width() * 1.5)
    else:
        patch.set_height(patch.get_height() * 1.5)
elif KIND == "line":
    y = list(ax.lines[0].get_ydata())
    y[K] *= 1.5
    ax.lines[0].set_ydata(y)
elif KIND == "pie":
    pie(lambda shares: [share * (1.5 if share is shares[K] else 1) for share in shares])
elif KIND == "function":
    for line in ax.lines:
        if len(line.get_xdata()) > 9:
            if K == 0:
                line.set_xdata([-x for x in line.get_xdata()])
            else:
                line.set_ydata([-y for y in line.get_ydata()])
else:
    first, *_, last = [line for line in ax.lines if len(line.get_xdata()) == 2]
    (x, *_), (y, *_) = first.get_data()
    a, b = sum(last.get_xdata()) / 2, sum(last.get_ydata()) / 2
    ax.plot([x, a], [y, b], "--", color="green")
    ax.plot(a, b, "o", color="green")
