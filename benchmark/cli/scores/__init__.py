"""`sightbench score`, `compare`, `rank`, `leaderboard` and `power`."""
