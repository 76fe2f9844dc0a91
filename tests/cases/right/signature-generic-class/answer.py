def last(node):
    return node.item if node.next is None else last(node.next)
