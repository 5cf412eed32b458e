//! Bytes of a text file with its decoded text, and edits of the text that keep all other bytes.
//!
//! Cost: one decoding for the text, and one for an edited copy. Memory: the bytes and the text.

use std::{ops::Range, path::Path};

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use super::{bytes::read_bytes, container::is_container, encoding::declared};
use crate::corpus::{Cancel, CorpusError, Limits};

/// Bytes of a text file and their decoded text.
#[derive(Clone, Debug, PartialEq)]
pub struct FileText {
    /// Bytes of the file, decompressed.
    pub bytes: Vec<u8>,
    /// Decoded text without a byte order mark, invalid bytes as U+FFFD; empty for a container such as a spreadsheet.
    pub text: String,
    encoding: &'static Encoding,
    /// Largest character that is written unescaped, if XML declares ASCII or Latin-1, which are decoded as windows-1252.
    most: Option<char>,
}

/// Edit of a text: a byte range, and the replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEdit {
    /// Byte range of the text that is replaced.
    pub range: Range<usize>,
    /// Parts of the replacement text, in their order.
    pub parts: Vec<TextPart>,
}

/// Part of the replacement in a text edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextPart {
    /// New text of a replacement, in the encoding of the file.
    Text(String),
    /// Byte range of the decoded text; its original bytes are repeated in the replacement.
    Copy(Range<usize>),
}

impl FileText {
    /// Reads a file in an encoding, decompressed if necessary.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or decompresses to more than the limit.
    pub(crate) fn read(file: &Path, encoding: &str, limits: Limits, cancel: &Cancel) -> Result<Self, CorpusError> {
        let bytes = read_bytes(file, limits, cancel)?;
        Ok(Self::new(bytes, Encoding::for_label(encoding.as_bytes()).unwrap_or(UTF_8)))
    }

    fn new(bytes: Vec<u8>, encoding: &'static Encoding) -> Self {
        let text = if is_container(&bytes) { String::new() } else { encoding.decode_with_bom_removal(&bytes).0.into_owned() };
        let most = declared(&bytes).and_then(|label| match label.to_ascii_lowercase().as_str() {
            "us-ascii" | "ascii" => Some('\u{7f}'),
            "iso-8859-1" | "latin1" | "iso8859-1" | "iso_8859-1" => Some('\u{ff}'),
            _ => None,
        });
        Self { bytes, text, encoding, most: most.filter(|_| encoding == WINDOWS_1252 || encoding == UTF_8) }
    }

    /// Whether the file is a container such as a spreadsheet, which has no text of its own.
    pub fn is_container(&self) -> bool {
        is_container(&self.bytes)
    }

    /// Name of the character encoding of the file.
    pub fn encoding(&self) -> &'static str {
        self.encoding.name()
    }

    /// Bytes of the file after edits in ascending order that do not overlap; all other bytes are kept.
    ///
    /// With `references` characters that the encoding lacks become numeric character references of XML.
    ///
    /// # Errors
    /// Returns the first character that the encoding lacks, with the beginning of its edit's range.
    pub fn edited(&self, edits: &[TextEdit], references: bool) -> Result<Vec<u8>, (char, usize)> {
        let copied = |edit: &TextEdit| {
            edit.parts
                .iter()
                .filter_map(|part| if let TextPart::Copy(range) = part { Some([range.start, range.end]) } else { None })
                .collect()
        };
        let copies: Vec<[usize; 2]> = edits.iter().flat_map(|edit| -> Vec<[usize; 2]> { copied(edit) }).collect();
        let mut offsets: Vec<usize> =
            edits.iter().flat_map(|edit| [edit.range.start, edit.range.end]).chain(copies.into_iter().flatten()).collect();
        offsets.sort_unstable();
        offsets.dedup();
        let places = self.byte_offsets(&offsets);
        let place = |offset: usize| places[offsets.partition_point(|&other| other < offset)];
        let (mut written, mut at) = (Vec::with_capacity(self.bytes.len()), 0);
        for edit in edits {
            written.extend_from_slice(&self.bytes[at..place(edit.range.start).max(at)]);
            for part in &edit.parts {
                match part {
                    TextPart::Copy(range) => written.extend_from_slice(&self.bytes[place(range.start)..place(range.end)]),
                    TextPart::Text(text) => {
                        let encoded = self.encode(text, references).map_err(|letter| (letter, edit.range.start))?;
                        written.extend(encoded);
                    }
                }
            }
            at = place(edit.range.end);
        }
        written.extend_from_slice(&self.bytes[at..]);
        Ok(written)
    }

    /// Bytes of a text in the encoding of the file; the first character that the encoding lacks is an error, unless `references`.
    fn encode(&self, text: &str, references: bool) -> Result<Vec<u8>, char> {
        if self.encoding == UTF_16LE || self.encoding == UTF_16BE {
            let bytes = |unit: u16| if self.encoding == UTF_16LE { unit.to_le_bytes() } else { unit.to_be_bytes() };
            return Ok(text.encode_utf16().flat_map(bytes).collect());
        }
        let lacking =
            |letter: char| self.most.is_some_and(|most| letter > most) || self.encoding.encode(letter.encode_utf8(&mut [0; 4])).2;
        if !self.encoding.encode(text).2 && self.most.is_none() {
            return Ok(self.encoding.encode(text).0.into_owned());
        }
        let mut written = String::with_capacity(text.len());
        for letter in text.chars() {
            match (lacking(letter), references) {
                (false, _) => written.push(letter),
                (true, true) => written.extend(format!("&#{};", letter as u32).chars()),
                (true, false) => return Err(letter),
            }
        }
        Ok(self.encoding.encode(&written).0.into_owned())
    }

    /// Byte offsets in the encoded file for ascending offsets in the decoded text.
    fn byte_offsets(&self, offsets: &[usize]) -> Vec<usize> {
        let mark =
            Encoding::for_bom(&self.bytes).filter(|(encoding, _)| *encoding == self.encoding).map_or(0, |(_, length)| length);
        if self.encoding == UTF_8 && self.text.len() + mark == self.bytes.len() {
            return offsets.iter().map(|offset| offset + mark).collect();
        }
        // Byte-by-byte decoding shows after which byte a character is complete.
        let mut decoder = self.encoding.new_decoder_without_bom_handling();
        let mut decoded = [0; 64];
        let (mut at, mut length, mut found) = (mark, 0, Vec::with_capacity(offsets.len()));
        for &offset in offsets {
            while length < offset && at < self.bytes.len() {
                let last = at + 1 == self.bytes.len();
                let (_, _, written, _) = decoder.decode_to_utf8(&self.bytes[at..=at], &mut decoded, last);
                length += written;
                at += 1;
            }
            found.push(at);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn edit(range: Range<usize>, text: &str) -> TextEdit {
        TextEdit { range, parts: vec![TextPart::Text(text.to_owned())] }
    }

    #[test]
    fn invalid_bytes_outside_of_edits_are_kept() {
        let file = FileText::new(b"\xef\xbb\xbfa\xffb\xe2\x82c".to_vec(), UTF_8);
        assert_eq!(file.text, "a\u{fffd}b\u{fffd}c");
        assert_eq!(file.edited(&[edit(4..5, "x")], false), Ok(b"\xef\xbb\xbfa\xffx\xe2\x82c".to_vec()));
        let copy = TextEdit { range: 0..1, parts: vec![TextPart::Copy(0..4), TextPart::Copy(0..4)] };
        assert_eq!(file.edited(&[copy], false), Ok(b"\xef\xbb\xbfa\xffa\xff\xffb\xe2\x82c".to_vec()));
    }

    #[test]
    fn characters_that_an_encoding_lacks_are_references_or_errors() {
        let file = FileText::new(b"<a>\xe9</a>".to_vec(), WINDOWS_1252);
        assert_eq!(file.edited(&[edit(3..5, "ä日")], true), Ok(b"<a>\xe4&#26085;</a>".to_vec()));
        assert_eq!(file.edited(&[edit(3..5, "ä日")], false), Err(('日', 3)));
    }

    #[test]
    fn xml_that_declares_latin_1_holds_no_character_of_windows_1252() {
        let file = FileText::new(b"<?xml version='1.0' encoding='ISO-8859-1'?><a>\xe9</a>".to_vec(), WINDOWS_1252);
        let at = file.text.find('é').expect("a text");
        let edited = file.edited(&[edit(at..at + 2, "ä€")], true).expect("bytes");
        assert!(edited.ends_with(b"<a>\xe4&#8364;</a>"), "{edited:?}");
    }

    proptest! {
        #[test]
        fn an_edit_changes_its_text_alone(text in "[a-zé日🍵\n]{1,20}", new in "[a-zé日🍵]{0,5}", at in 0..20_usize, which in 0..4_usize) {
            let encoding = [UTF_8, UTF_16LE, UTF_16BE, encoding_rs::GB18030][which];
            let plain = FileText { bytes: Vec::new(), text: String::new(), encoding, most: None };
            let bytes = plain.encode(&text, false).expect("all characters");
            let file = FileText::new(bytes, encoding);
            prop_assert_eq!(&file.text, &text);
            let begins: Vec<usize> = text.char_indices().map(|(begin, _)| begin).collect();
            let begin = begins[at % begins.len()];
            let end = begin + text[begin..].chars().next().map_or(0, char::len_utf8);
            let edited = FileText::new(file.edited(&[edit(begin..end, &new)], false).expect("an edit"), encoding);
            prop_assert_eq!(edited.text, format!("{}{new}{}", &text[..begin], &text[end..]));
        }
    }
}
