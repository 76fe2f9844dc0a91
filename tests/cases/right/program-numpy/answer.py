import numpy as np
print(int(np.array([int(input())]).sum() * 2))
