import ast, operator
def f(text, x):
    ast.parse(text, mode='eval')
    space = {}
    exec(f'def g(x): return {text}', space)
    assert eval(text, {'x': x}) == space['g'](x)
    return space['g'](x)
