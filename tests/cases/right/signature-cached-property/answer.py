def grow(square):
    assert square.area == square.side ** 2
    square.side += 1
    return square
