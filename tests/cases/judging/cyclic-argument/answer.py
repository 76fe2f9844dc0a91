def f(node):
    node['next']['value'] = 2
    return node['next']['next'] is node
