"""The page of trends: all watched models night by night."""
