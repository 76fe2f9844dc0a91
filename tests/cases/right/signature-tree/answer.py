def invert(root):
    if root:
        root.left, root.right = invert(root.right), invert(root.left)
    return root
