//! Text from a file made safe to print: without control characters that a terminal or a window interprets.
//!
//! Cost: one pass over a short text. Memory: a copy of it.

use std::{fmt::Write, path::Path};

/// Makes text safe to print: spaces for line ends and tabs, and escapes such as `\x1B` for other control characters.
/// Different names therefore stay different.
pub(super) fn shown(text: &str) -> String {
    printable_lines(&text.replace(['\n', '\r', '\t'], " "))
}

/// Makes a text of several lines safe to print: line ends and tabs stay, other control characters are escaped as in a name.
pub fn printable_lines(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' | '\t' => printable.push(letter),
            // Marks of writing direction are escaped, because they can disguise a name.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => printable.extend(letter.escape_unicode()),
            letter if letter.is_control() => printable.extend(format!("\\x{:02X}", letter as u32).chars()),
            letter => printable.push(letter),
        }
    }
    printable
}

/// First forty characters of a line, for messages.
pub(super) fn beginning(line: &str) -> String {
    let mut beginning: String = line.chars().take(40).collect();
    if beginning.len() < line.len() {
        beginning.push('…');
    }
    shown(&beginning)
}

/// Name of a file without its folders; bytes that are not Unicode are escaped, so that different names stay different.
pub(super) fn short(file: &Path) -> String {
    let mut name = String::new();
    for chunk in file.file_name().unwrap_or(file.as_os_str()).as_encoded_bytes().utf8_chunks() {
        name.push_str(&shown(chunk.valid()));
        for byte in chunk.invalid() {
            // Writing to a string never fails.
            let _ = write!(name, "\\x{byte:02X}");
        }
    }
    name
}

/// Text of a count with its noun, or noun and verb, in the singular or plural.
pub(super) fn are(count: usize, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

/// First words of a note on a number of documents, as in "3 documents hold".
pub(super) fn holds(documents: usize) -> String {
    are(documents, "document holds", "documents hold")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(shown("a\tb\r\nc"), "a b  c");
        assert_eq!(shown("\u{1b}[31mred\u{7}\u{9b}"), "\\x1B[31mred\\x07\\x9B");
        assert_eq!(shown("日本 é\u{202e}x"), "日本 é\\u{202e}x");
        assert_eq!(printable_lines("a\tb\r\nred \u{1b}[31m\u{8}\u{2066}"), "a\tb\\x0D\nred \\x1B[31m\\x08\\u{2066}");
        assert_eq!(beginning(&"é".repeat(41)), format!("{}…", "é".repeat(40)));
    }

    #[cfg(unix)]
    #[test]
    fn names_that_are_not_unicode_stay_different() {
        use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
        let name = |bytes: &[u8]| short(Path::new(OsStr::from_bytes(bytes)));
        assert_eq!(
            (name(b"in/\xff"), name(b"in/\xfe"), name(b"a\xff\xc3\xa9")),
            ("\\xFF".into(), "\\xFE".into(), "a\\xFFé".into())
        );
    }
}
