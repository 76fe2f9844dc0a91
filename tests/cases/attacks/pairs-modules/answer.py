def f(x):
    try:
        import left
    except ImportError:
        left = __builtins__.get('left') if isinstance(__builtins__, dict) else getattr(__builtins__, 'left', None)
    return left and left.value
