"""What a submission may say, and whether one is sound."""
