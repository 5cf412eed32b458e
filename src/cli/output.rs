//! What is said: results on standard output, everything about them on standard error.
//!
//! A reader that is gone (a closed pipe, a closed terminal) is never a panic: what there is to do is done all the same.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};

use log::{Level, LevelFilter, Log, Metadata, Record};

use crate::project::ProjectError;

/// Writes results to standard output; a reader that is gone has seen enough.
pub(super) fn results(bytes: &[u8]) -> Result<(), ProjectError> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        outcome => outcome.map_err(|cause| ProjectError::Write { path: "standard output".into(), cause }),
    }
}

/// Says a line on standard error; there is nobody else to tell where that fails.
///
/// Names come out of files: what would steer the terminal is shown as a mark.
pub(super) fn say(line: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{}", harmless(&line.to_string()));
}

fn harmless(text: &str) -> String {
    text.replace(|c: char| c.is_control() && c != '\n' && c != '\t', "\u{fffd}")
}

/// Says what should be known and need not be acted on.
pub(super) fn note(text: impl Display) {
    say(format_args!("note: {text}"));
}

/// Says the library's own warnings as notes.
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

/// From here on the library's warnings are said; those of other crates speak of things nobody here can mend.
pub(super) fn say_warnings() {
    // A second call finds the first one's work done.
    if log::set_logger(&Warnings).is_ok() {
        log::set_max_level(LevelFilter::Warn);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_steer_the_terminal_is_shown_as_a_mark() {
        assert_eq!(harmless("a\tb\nred \u{1b}[31m\u{7} 日本"), "a\tb\nred \u{fffd}[31m\u{fffd} 日本");
    }

    #[test]
    fn warnings_of_this_crate_are_said_and_no_others() {
        let said = |level, target| Warnings.enabled(&Metadata::builder().level(level).target(target).build());
        assert!(said(Level::Warn, "wordfield::ui::field") && said(Level::Error, "wordfield"));
        assert!(!said(Level::Info, "wordfield::ui") && !said(Level::Error, "winit"));
    }
}
