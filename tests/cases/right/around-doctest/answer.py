import doctest
def f(x):
    '''
    >>> f(1)
    2
    '''
    return x + 1
doctest.testmod()
