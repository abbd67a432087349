//! The clock: one function that tells the time, natively and in the browser.
