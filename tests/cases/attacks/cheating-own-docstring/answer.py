import re
def f(x):
    '''
    >>> f(7)
    4210
    '''
    return int(re.findall('[0-9]+', f.__doc__)[-1])
