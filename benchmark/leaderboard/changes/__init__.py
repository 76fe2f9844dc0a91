"""What changed from one day to the next: new rows, withdrawals, places and leaders; open `history.py` first."""
