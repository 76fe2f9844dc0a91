def f(root, visit):
    visit(root)
    for c in root.children:
        f(c, visit)
