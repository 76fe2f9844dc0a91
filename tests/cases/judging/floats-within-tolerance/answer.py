print(0.3333334, 'ok')
