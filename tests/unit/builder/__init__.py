"""Tests of `engine.builder`."""
