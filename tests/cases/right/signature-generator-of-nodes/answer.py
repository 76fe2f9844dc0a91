def f(root):
    if root:
        yield from f(root.left)
        yield from f(root.right)
        yield root
