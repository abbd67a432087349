"""Tests of the training in Python; `../check` runs them."""

import torch

# The networks are small: threads would only wait for each other.
torch.set_num_threads(1)
