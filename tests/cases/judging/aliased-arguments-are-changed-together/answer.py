def f(rows, row):
    row.append(1)
    rows[1].append(2)
    rows.append(row)
