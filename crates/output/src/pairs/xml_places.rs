//! Events of an XML file with their line numbers and byte ranges, white space before an element included.
//!
//! Cost: one pass over the bytes. Memory: none.

use quick_xml::{Reader, events::Event};

use super::unit_error::UnitError;

/// XML event with its line number and byte range.
pub(super) struct Placed<'a> {
    pub event: Event<'a>,
    /// Line in which the XML event ends, from 1.
    pub line: usize,
    /// First byte of the XML event, or of white space before it.
    pub begin: usize,
    /// Byte offset behind the end of the XML event.
    pub end: usize,
}

/// Reader of an XML file, event by event.
pub(super) struct Places<'a> {
    reader: Reader<&'a [u8]>,
    bytes: &'a [u8],
    line: usize,
    counted: usize,
    space: Option<usize>,
}

impl<'a> Places<'a> {
    pub(super) fn of(bytes: &'a [u8]) -> Self {
        Self { reader: Reader::from_reader(bytes), bytes, line: 1, counted: 0, space: None }
    }

    /// Reads the next XML event.
    pub(super) fn next(&mut self) -> Result<Placed<'a>, UnitError> {
        let before = self.reader.buffer_position() as usize;
        let event = self.reader.read_event().map_err(|error| UnitError::Damaged(error.to_string()))?;
        let end = self.reader.buffer_position() as usize;
        self.line += self.bytes[self.counted..end].split(|&byte| byte == b'\n').count() - 1;
        self.counted = end;
        let begin = self.space.take().unwrap_or(before);
        if matches!(&event, Event::Text(text) if text.trim_ascii().is_empty()) {
            self.space = Some(begin);
        }
        Ok(Placed { event, line: self.line, begin, end })
    }
}
