"""Tests of the training in Python; python/check and ../check run them. Those of PyTorch are skipped without it."""

import unittest

try:
    import torch
except ModuleNotFoundError:
    torch = None
else:
    # The networks are small: threads would only wait for each other.
    torch.set_num_threads(1)


def require_torch():
    """Skips a module of tests where there is no PyTorch."""
    if torch is None:
        raise unittest.SkipTest("there is no PyTorch")
