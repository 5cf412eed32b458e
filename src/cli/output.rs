//! Output of the commands: results on standard output, messages on standard error.
//!
//! A closed pipe or terminal is not an error: the work continues.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};

use log::{Level, LevelFilter, Log, Metadata, Record};

use wordfield_core::project::ProjectError;

/// Writes results to standard output; a closed pipe is not an error.
pub(super) fn results(bytes: &[u8]) -> Result<(), ProjectError> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        outcome => outcome.map_err(|cause| ProjectError::Write { path: "standard output".into(), cause }),
    }
}

/// Prints a line on standard error and ignores failures.
///
/// Names come from files, so control characters are replaced.
pub(super) fn say(line: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{}", harmless(&line.to_string()));
}

fn harmless(text: &str) -> String {
    text.replace(|c: char| c.is_control() && c != '\n' && c != '\t', "\u{fffd}")
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
    // A logger can be set only once, so a failure means that it is set already.
    if log::set_logger(&Warnings).is_ok() {
        log::set_max_level(LevelFilter::Warn);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_replaced() {
        assert_eq!(harmless("a\tb\nred \u{1b}[31m\u{7} 日本"), "a\tb\nred \u{fffd}[31m\u{fffd} 日本");
    }

    #[test]
    fn only_warnings_of_this_crate_are_printed() {
        let printed = |level, target| Warnings.enabled(&Metadata::builder().level(level).target(target).build());
        assert!(printed(Level::Warn, "wordfield::ui::field") && printed(Level::Error, "wordfield"));
        assert!(!printed(Level::Info, "wordfield::ui") && !printed(Level::Error, "winit"));
    }
}
