//! Opens a file and gives its text, line by line: gzip undone, encoding decoded, damage reported.
//!
//! Cost: one pass, 64 KiB at a time. Memory: the line at hand, never more than a document may have and a few chunks.

use std::{
    io::{self, Cursor, ErrorKind, Read},
    path::{Path, PathBuf},
};

use encoding_rs::{Decoder, DecoderResult};

use super::{
    bytes::{Bytes, CHUNK, bytes, failure, not_text},
    encoding::{self, Choice, Trust},
};
use crate::corpus::{Cancel, CorpusError, Limits, ReadOptions, printable::short};

/// A file's text.
pub(crate) struct Source<'a> {
    /// The file.
    pub file: PathBuf,
    /// Whether the file is compressed.
    pub gzip: bool,
    /// The longest line.
    pub limit: usize,
    /// Set when [`Read`] failed: the error behind the [`io::Error`].
    pub failed: Option<CorpusError>,
    /// Bytes given through [`Read`] since the caller last set this to zero; more than `limit` is an error.
    pub since: usize,
    /// The most bytes of text in all, and those decoded so far.
    most: usize,
    decoded: usize,
    input: Box<dyn Read + 'a>,
    choice: Choice,
    decoder: Decoder,
    chunk: Vec<u8>,
    text: String,
    at: usize,
    line: usize,
    last: u8,
    given: u64,
    last_byte: u8,
    ended: bool,
    empty: bool,
    replaced: usize,
    first_replaced: usize,
    cancel: &'a Cancel,
}

impl<'a> Source<'a> {
    /// Opens a file and recognises its encoding, unless the options name it.
    pub fn open(file: &Path, options: &ReadOptions, cancel: &'a Cancel) -> Result<Self, CorpusError> {
        let name = options.encoding.as_deref();
        Self::start(file, options.limits, cancel, |head, whole| encoding::choose(name, head, whole))
    }

    /// Opens a list of words or names, all of which may be as long as one document.
    pub fn open_list(file: &Path, options: &ReadOptions, cancel: &'a Cancel) -> Result<Self, CorpusError> {
        Ok(Self { most: options.limits.document, ..Self::open(file, options, cancel)? })
    }

    /// Opens a file whose encoding was recognised before.
    pub fn open_as(
        file: &Path,
        encoding: &'static encoding_rs::Encoding,
        options: &ReadOptions,
        cancel: &'a Cancel,
    ) -> Result<Self, CorpusError> {
        Self::start(file, options.limits, cancel, |_, _| Ok(Choice { encoding, trust: Trust::Recognised }))
    }

    fn start(
        file: &Path,
        limits: Limits,
        cancel: &'a Cancel,
        choose: impl FnOnce(&[u8], bool) -> Result<Choice, CorpusError>,
    ) -> Result<Self, CorpusError> {
        let Bytes { mut input, gzip } = bytes(file, limits, cancel)?;
        let mut head = Vec::new();
        if let Err(error) = input.by_ref().take(CHUNK as u64).read_to_end(&mut head) {
            return Err(failure(file, lines(&head), &error));
        }
        let choice = choose(&head, head.len() < CHUNK)?;
        if let Some(reason) = not_text(&head, choice.encoding.name().starts_with("UTF-16")) {
            return Err(CorpusError::Binary { file: file.to_owned(), reason });
        }
        let empty = head.is_empty();
        Ok(Self {
            file: file.to_owned(),
            gzip,
            limit: limits.document,
            most: usize::MAX,
            decoded: 0,
            failed: None,
            since: 0,
            input: Box::new(Cursor::new(head).chain(input)),
            decoder: choice.encoding.new_decoder_with_bom_removal(),
            choice,
            chunk: vec![0; CHUNK],
            text: String::new(),
            at: 0,
            line: 0,
            last: 0,
            given: 0,
            last_byte: b'\n',
            ended: false,
            empty,
            replaced: 0,
            first_replaced: 0,
            cancel,
        })
    }

    /// Whether the file holds no byte.
    pub fn is_empty(&self) -> bool {
        self.empty
    }

    /// The name of the encoding.
    pub fn encoding(&self) -> &'static str {
        self.choice.encoding.name()
    }

    /// Whether the encoding is no more than an assumption that an error may refute.
    pub fn assumed(&self) -> bool {
        self.choice.trust == Trust::Assumed
    }

    /// The number of the line last given by [`Source::line`].
    pub fn line_number(&self) -> usize {
        self.line
    }

    /// The beginning of the text, about 64 KiB of it, without taking it.
    pub fn beginning(&mut self) -> Result<&str, CorpusError> {
        while !self.ended && self.text.len() - self.at < CHUNK {
            self.fill()?;
        }
        Ok(&self.text[self.at..])
    }

    /// The next line without its end; `None` after the last.
    pub fn line(&mut self) -> Result<Option<&str>, CorpusError> {
        let mut seen = self.at;
        loop {
            if let Some(found) = self.text.as_bytes()[seen..].iter().position(|&byte| byte == b'\n') {
                let (start, end) = (self.at, seen + found);
                self.at = end + 1;
                return self.give(start, end);
            }
            if self.ended {
                let (start, end) = (self.at, self.text.len());
                self.at = end;
                return if start == end { Ok(None) } else { self.give(start, end) };
            }
            self.check(self.text.len() - self.at)?;
            seen = self.text.len() - self.at;
            self.fill()?;
        }
    }

    /// All the text that is left, as one document.
    pub fn rest(&mut self) -> Result<String, CorpusError> {
        while !self.ended {
            if self.text.len() - self.at > self.limit {
                return Err(CorpusError::DocumentTooLong { file: self.file.clone(), limit_mib: self.limit >> 20 });
            }
            self.fill()?;
        }
        let rest = self.text.split_off(self.at);
        self.text.clear();
        self.at = 0;
        Ok(rest)
    }

    /// Whether the text taken through [`Read`] ended with a quotation mark, line ends aside.
    pub fn ends_quoted(&self) -> bool {
        self.last == b'"'
    }

    /// Whether so many bytes taken through [`Read`] are all and end within a line, or within a field that ends with one.
    pub fn ends_within_line(&self, bytes: u64, field: &str) -> bool {
        bytes == self.given && (self.last_byte != b'\n' || field.ends_with('\n') && !self.ends_quoted())
    }

    /// What the user should know about the encoding.
    pub fn note(&self) -> Option<String> {
        let (name, encoding) = (short(&self.file), self.encoding());
        if self.replaced > 0 {
            let places = if self.replaced == 1 { "1 place is".to_owned() } else { format!("{} places are", self.replaced) };
            let line = self.first_replaced;
            return Some(format!("{name}: {places} not valid {encoding} (the first on line {line}) and shown as \u{fffd}."));
        }
        let foreign = self.choice.trust == Trust::Recognised && encoding != "UTF-8";
        foreign.then(|| format!("{name} was recognised as {encoding}; name another encoding if the text looks wrong."))
    }

    fn give(&mut self, start: usize, end: usize) -> Result<Option<&str>, CorpusError> {
        self.check(end - start)?;
        self.line += 1;
        let line = &self.text[start..end];
        Ok(Some(line.strip_suffix('\r').unwrap_or(line)))
    }

    fn check(&self, length: usize) -> Result<(), CorpusError> {
        if length <= self.limit {
            return Ok(());
        }
        Err(CorpusError::LineTooLong { file: self.file.clone(), line: self.line + 1, limit_mib: self.limit >> 20 })
    }

    /// Decodes one more chunk; the text taken is let go.
    fn fill(&mut self) -> Result<(), CorpusError> {
        if self.cancel.is_cancelled() {
            return Err(CorpusError::Cancelled);
        }
        self.text.drain(..self.at);
        self.at = 0;
        let read = loop {
            match self.input.read(&mut self.chunk) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(failure(&self.file, self.line + lines(self.text.as_bytes()), &error)),
                Ok(read) => break read,
            }
        };
        self.ended = read == 0;
        let (before, mut from) = (self.text.len(), 0);
        loop {
            let left = &self.chunk[from..read];
            // Room for the longest decoding, so that one call is enough unless bytes are wrong.
            self.text.reserve(self.decoder.max_utf8_buffer_length_without_replacement(left.len()).unwrap_or(4 * CHUNK));
            let (result, used) = self.decoder.decode_to_string_without_replacement(left, &mut self.text, self.ended);
            from += used;
            match result {
                DecoderResult::InputEmpty => break,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(..) => self.malformed(before)?,
            }
        }
        self.decoded += self.text.len() - before;
        if self.decoded > self.most {
            return Err(CorpusError::ListTooLong { file: self.file.clone(), limit_mib: self.most >> 20 });
        }
        if self.assumed() && !self.text[before..].is_ascii() {
            self.choice.trust = Trust::Recognised;
        }
        Ok(())
    }

    fn malformed(&mut self, before: usize) -> Result<(), CorpusError> {
        let line = self.line + lines(self.text.as_bytes()) + 1;
        let refuted = self.assumed() && self.text[before..].is_ascii();
        if refuted || self.choice.trust == Trust::Named {
            return Err(CorpusError::WrongEncoding { file: self.file.clone(), line, encoding: self.encoding() });
        }
        if self.replaced == 0 {
            self.first_replaced = line;
        }
        self.replaced += 1;
        self.text.push('\u{fffd}');
        Ok(())
    }

    fn copy(&mut self, buffer: &mut [u8]) -> Result<usize, CorpusError> {
        self.check(self.since)?;
        while self.at == self.text.len() && !self.ended {
            self.fill()?;
        }
        // "\r\n" is given as "\n"; whether "\r" stands before "\n" may show only in the next chunk.
        if self.text.as_bytes().get(self.at) == Some(&b'\r') {
            while self.text.len() - self.at < 2 && !self.ended {
                self.fill()?;
            }
            self.at += usize::from(self.text.as_bytes()[self.at..].starts_with(b"\r\n"));
        }
        let left = &self.text.as_bytes()[self.at..];
        let length = left.iter().skip(1).position(|&byte| byte == b'\r').map_or(left.len(), |place| place + 1).min(buffer.len());
        let taken = &left[..length];
        buffer[..length].copy_from_slice(taken);
        self.line += lines(taken);
        self.last = taken.iter().rev().copied().find(|&byte| byte != b'\n').unwrap_or(self.last);
        self.last_byte = taken.last().copied().unwrap_or(self.last_byte);
        self.at += length;
        self.given += length as u64;
        self.since += length;
        Ok(length)
    }
}

/// The text as UTF-8 bytes, "\r\n" as "\n"; not to be mixed with [`Source::line`].
impl Read for Source<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.copy(buffer).map_err(|error| {
            self.failed = Some(error);
            io::Error::other("see `failed`")
        })
    }
}

/// All of a file's text, and what the user should know about its encoding.
pub(crate) fn whole(file: &Path, options: &ReadOptions, cancel: &Cancel) -> Result<(String, Option<String>), CorpusError> {
    let mut source = Source::open(file, options, cancel)?;
    match source.rest() {
        Err(CorpusError::WrongEncoding { .. }) if source.assumed() => {
            let encoding = encoding::recognise_whole(file, options.limits, cancel)?;
            let mut source = Source::open_as(file, encoding, options, cancel)?;
            let text = source.rest()?;
            Ok((text, source.note()))
        }
        text => Ok((text?, source.note())),
    }
}

fn lines(bytes: &[u8]) -> usize {
    bytes.split(|&byte| byte == b'\n').count() - 1
}

#[cfg(test)]
mod tests;
