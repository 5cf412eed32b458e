//! The program inside the module, so that a wheel holds the numeric half once.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Memory of large matrices goes back to the system as soon as they are done with, as in the program alone.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Runs the program with these arguments, of which the first is its name. Returns the exit code.
#[pyfunction]
pub(crate) fn run_program(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| wordfield::cli::main(arguments))
}
