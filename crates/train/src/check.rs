//! How well an evaluation does against the truth.
