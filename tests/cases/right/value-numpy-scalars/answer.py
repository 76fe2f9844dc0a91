import numpy as np
def f(): return [np.int64(3), np.float64(0.5), np.bool_(True), np.str_('a')]
