"""What has to run, where, and for how much money: merged runs without a row become jobs."""
