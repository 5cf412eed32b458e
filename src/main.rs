//! Wordfield's program: everything is in the library.

use std::{env, process::ExitCode};

/// Memory of large matrices goes back to the system as soon as they are done with, whichever thread made them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    wordfield::cli::main(env::args_os()).into()
}
