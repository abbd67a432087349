//! The integration tests, in one program: it is linked once.

#[cfg(target_os = "linux")]
mod access;
mod archive;
mod book;
mod bot;
mod cassio;
mod common;
mod convert;
mod docs;
mod evolve;
mod french;
mod generate;
mod grid;
mod gtp;
mod hostile;
mod json;
mod lab;
mod lab_pages;
mod lab_truth;
mod levels;
mod match_play;
mod nboard;
mod picture;
mod pipes;
mod report_formats;
mod review;
mod screen;
mod serve;
mod site;
mod solve;
mod tournament;
mod train;
mod tune;
