"""Numbers copied from papers and their authors' leaderboards; pages cite them and never rank them."""
