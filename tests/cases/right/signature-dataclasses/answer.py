def spread(cell, box):
    around = {Cell(cell.row + d, cell.column) for d in (-1, 1)}
    box.cells.append(cell)
    box.label = 'full'
    return around, {cell: frozenset(around)}
