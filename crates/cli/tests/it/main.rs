//! The integration tests, in one program: it is linked once.

mod archive;
mod book;
mod cassio;
mod common;
mod convert;
mod docs;
mod evolve;
mod french;
mod generate;
mod gtp;
mod hostile;
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
mod solve;
mod tournament;
mod train;
