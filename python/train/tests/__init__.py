"""Tests of the training in Python."""
