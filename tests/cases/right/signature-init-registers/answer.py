def f(node):
    return len(node.parent.children)
