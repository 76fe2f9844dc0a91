def f(shape, /):
    match shape:
        case {'kind': 'circle', 'r': r} if (area := 3.14 * r * r) > 1: return area
        case (0, y): return f'on the axis at {y}'
        case [first, *rest]: return f'list of {len(rest) + 1} from {first}'
        case str() as s if (n := len(s)): return n
        case _: return '?'
