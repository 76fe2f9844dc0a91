"""Call GitHub's API, and store the large files of rows as release assets."""
