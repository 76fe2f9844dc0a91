import matplotlib, os
import matplotlib.font_manager as fonts
import matplotlib.pyplot as plt


def strange_fonts():
    own = matplotlib.get_data_path()
    known = fonts.fontManager.ttflist + fonts.fontManager.afmlist
    return [font.fname for font in known if not font.fname.startswith(own)], len(known)


def settings():
    now, default = matplotlib.rcParams, matplotlib.rcParamsDefault
    return {name for name in now if name != "backend" and now[name] != default[name]}


def figures():
    return plt.get_fignums(), plt.figure().number


def system_fonts():
    return fonts.findSystemFonts()


def writable():
    for folder, _, _ in os.walk("/usr/share/fonts"):
        if os.access(folder, os.W_OK):
            return folder
