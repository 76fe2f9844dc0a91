"""Tables and figures of the papers, made again and compared with the printed numbers."""
