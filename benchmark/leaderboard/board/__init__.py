"""The pages with ranked tables: the home page, the pages of suites, and the leaderboard on earlier days."""
