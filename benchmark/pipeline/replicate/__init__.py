"""Published results judged again and compared."""
