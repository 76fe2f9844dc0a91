# value figure: the figure of the program that the task shows, or the simplest one
import matplotlib.pyplot as plt
exec(@SHOWN@ or "plt.plot([0, 1], [0, 1])")
