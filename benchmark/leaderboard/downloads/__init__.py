"""The numbers of the pages as files: records, their encodings, a feed, and the page that lists them."""
