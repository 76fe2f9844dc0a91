def f(rules, x):
    return [Rule(r.name + "!", r.fn) for r in rules], [r.fn(x) for r in rules]
