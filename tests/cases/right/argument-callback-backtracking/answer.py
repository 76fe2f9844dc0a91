def f(xs, path, visit):
    visit(path)
    for i, x in enumerate(xs):
        path.append(x)
        f(xs[i + 1:], path, visit)
        path.pop()
