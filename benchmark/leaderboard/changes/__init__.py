"""What changed from day to day: rows, withdrawals, places and leaders; open `history.py` first."""
