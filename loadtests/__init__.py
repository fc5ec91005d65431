"""Benchmarks beside peers.

Each runs in one go with what it is compared to; figures from different runs do not compare.
"""
