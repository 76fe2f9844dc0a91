def f(function):
    try:
        return function()
    except KeyError:
        return 'caught'
