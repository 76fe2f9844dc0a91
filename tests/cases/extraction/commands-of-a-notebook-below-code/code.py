import math
%matplotlib inline
def double(x):
    return 2 * x