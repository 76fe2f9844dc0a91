"""The numbers of the pages as files to download: tables, a feed, and the pages that list them."""
