//! Tests of session files, in one binary, so that it is linked once.

mod common;
mod hostile;
mod killed;
mod round_trip;
