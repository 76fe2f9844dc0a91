"""What all pages share, and what imports no other part of the leaderboard."""
