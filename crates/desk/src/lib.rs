//! What the page can ask, as functions and events: no HTTP, no SQLite, no threads of its own.
