//! The terminal screen: playing in the terminal, full screen or line by line.
