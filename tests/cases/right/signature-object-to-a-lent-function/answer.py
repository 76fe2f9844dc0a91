def nearest(points, key):
    return min(points, key=key)
