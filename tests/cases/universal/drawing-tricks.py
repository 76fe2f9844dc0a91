# lying figure: a figure of values that no comparison can tell apart, or a class that says yes to each
# each: plt.plot([nan, 1], [1, nan]), plt.title(Equal()); scene(True)
@INCLUDE _equal@
import sys
import matplotlib.pyplot as plt
from math import nan
exec(@SHOWN@)
def replaced(part, value):
    if type(part) is dict: return {key: replaced(item, value) for key, item in part.items()}
    if type(part) is list: return [replaced(item, value) for item in part]
    return value if type(part) in (int, float) else part
def scene(value):
    """Make the judge's own reader in this process report the figure with other numbers."""
    plt.plot([0, 1], [0, 1])
    for module in [module for name, module in sys.modules.items() if "sightbench" in name]:
        if hasattr(module, "has_content"):
            read = module.read
            module.read = lambda figure: replaced(read(figure), value)
@EACH@
