"""Full precision of float32 products, without which the training on a GPU is wrong."""

import torch


def require_full_precision():
    """Fails where products of float32 matrices may be computed in TF32, which keeps 10 of 23 bits.

    The model of `net.py` computes the configurations of patterns by such a product: numbers up to
    3^10, exact in float32 and rounded in TF32, which makes them the indices of other weights. Nothing else
    would report it. TF32 is off by default; programs and environment variables can turn it on.
    """
    if torch.backends.cuda.matmul.allow_tf32 or torch.get_float32_matmul_precision() != "highest":
        raise RuntimeError(
            "TF32 is on, which corrupts the indices of patterns: "
            'turn it off with torch.set_float32_matmul_precision("highest")'
        )
