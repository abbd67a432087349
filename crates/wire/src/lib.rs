//! The one JSON dialect: what the command line, HTTP and the bindings print.
