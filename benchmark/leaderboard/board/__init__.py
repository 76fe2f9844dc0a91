"""The tables with places: home, the pages of suites, and how they were on other days."""
