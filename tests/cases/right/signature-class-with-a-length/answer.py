def chain(values):
    node = None
    for value in reversed(values):
        node = Node(value, node)
    return node
