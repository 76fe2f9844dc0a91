def pie(change, gone=None):
    ax = plt.gca()
    wedges, title, legend = list(ax.patches), ax.get_title(), ax.get_legend()
    names = [text.get_text() for text in (legend.get_texts() if legend else ax.texts) if text.get_text()]
    colors = [wedge.get_facecolor() for wedge in wedges]
    onward = abs((wedges[1].theta1 - wedges[0].theta2) % 360) < 1
    start = wedges[0].theta1 if onward else wedges[0].theta2
    shares = change([wedge.theta2 - wedge.theta1 + index / 1e9 for index, wedge in enumerate(wedges)])
    if gone is not None:
        names.pop(gone), colors.pop(gone)
    ax.clear()
    labels = {} if legend else {"labels": names}
    ax.pie(shares, colors=colors, startangle=start, counterclock=onward, wedgeprops={"edgecolor": "white"},
           **labels)
    if legend:
        ax.legend(names, loc="center left", bbox_to_anchor=(0.95, 0.5))
    ax.set_title(title)
