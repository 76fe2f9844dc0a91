def build(values):
    if not values: return None
    middle = len(values) // 2
    return TreeNode(values[middle], build(values[:middle]), build(values[middle + 1:]))
