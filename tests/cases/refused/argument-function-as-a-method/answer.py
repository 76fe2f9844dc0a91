def f(function):
    class Shape:
        w, h = 2, 3
    Shape.area = function
    return Shape(), function
