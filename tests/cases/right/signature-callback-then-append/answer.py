def f(root, visit):
    visit(root)
    root.children.append(Node(9))
