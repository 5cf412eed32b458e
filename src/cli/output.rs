//! Output of the commands: results on standard output, messages on standard error.
//!
//! A closed pipe or terminal is not an error: the work continues.
//!
//! Texts come from files, so control characters are escaped in messages, and in results on a terminal.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use log::{Level, LevelFilter, Log, Metadata, Record};

use super::places;
use wordfield_core::corpus::printable_lines;
use wordfield_core::project::{ProjectError, write_through};

/// Writes results to standard output; a closed pipe is not an error.
pub(super) fn results(bytes: &[u8]) -> Result<(), ProjectError> {
    let refused = |cause| ProjectError::Write("standard output".into(), cause);
    write_through(Path::new("/dev/stdout"), bytes).map_err(refused)
}

/// Prints a summary to standard output, or to standard error if one of the outputs goes to standard output.
pub(super) fn summary(text: &str, outputs: &[Option<&Path>]) -> Result<(), ProjectError> {
    if outputs.iter().flatten().any(|path| places::is_stdout(path)) {
        say(text);
        return Ok(());
    }
    results(format!("{}\n", printable_lines(text)).as_bytes())
}

/// Prints a line on standard error and ignores failures.
pub(super) fn say(line: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{}", printable_lines(&line.to_string()));
}

/// Prints a note on standard error.
pub(super) fn note(text: impl Display) {
    say(format_args!("note: {text}"));
}

/// Logger that prints the library's warnings as notes.
struct Warnings;

impl Log for Warnings {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.level() <= Level::Warn && metadata.target().starts_with(env!("CARGO_CRATE_NAME"))
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            note(record.args());
        }
    }

    fn flush(&self) {}
}

/// Enables printing of warnings from this crate only.
pub(super) fn say_warnings() {
    // Setting the logger fails only if it is set already.
    if log::set_logger(&Warnings).is_ok() {
        log::set_max_level(LevelFilter::Warn);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_warnings_of_this_crate_are_printed() {
        let printed = |level, target| Warnings.enabled(&Metadata::builder().level(level).target(target).build());
        assert!(printed(Level::Warn, "wordfield::ui::field") && printed(Level::Error, "wordfield"));
        assert!(!printed(Level::Info, "wordfield::ui") && !printed(Level::Error, "winit"));
    }
}
