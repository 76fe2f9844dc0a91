def f(function):
    try:
        function(1)
    except BaseException:
        pass
    return 3
