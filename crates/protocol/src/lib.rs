//! The protocols of Othello engines: GTP, NBoard and Cassio, both sides of each. Lines in, lines out.
