//! Program of Wordfield, whose code is all in the library.

use std::{env, process::ExitCode};

/// Allocator that returns the memory of large matrices to the system as soon as they are freed, whichever thread allocated them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    wordfield::cli::main(env::args_os()).into()
}
