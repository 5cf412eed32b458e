//! Text of a file, line by line: decompressed, extracted from a container, decoded, with damage reported.
//!
//! Cost: one pass, 64 KiB at a time. Memory: the current line, at most the limit of a document and a few chunks.

use std::{
    io::{self, Cursor, Read},
    ops::Range,
    path::{Path, PathBuf},
    sync::atomic::Ordering,
};

use encoding_rs::{Decoder, DecoderResult};

use super::{
    bytes::{Bytes, CHUNK, bytes, failure},
    container,
    encoding::{self, Choice, Trust},
    wrong_form,
};
use crate::corpus::{Cancel, CorpusError, ErrorKind, Limits, printable::short};

/// Source of text: a file that is read line by line.
pub(crate) struct Source<'a> {
    /// Path of the source file.
    pub file: PathBuf,
    /// Whether the source file is compressed with gzip.
    pub gzip: bool,
    /// Maximum length of a line in bytes.
    pub limit: usize,
    /// Corpus error that caused the last [`io::Error`] of [`Read`].
    pub failed: Option<CorpusError>,
    /// Number of bytes read through [`Read`] since the caller last reset it; more than `limit` is an error.
    pub since: usize,
    /// Maximum number of decoded bytes of the file, and number decoded so far.
    most: usize,
    decoded: usize,
    input: Box<dyn Read + 'a>,
    choice: Choice,
    decoder: Decoder,
    chunk: Vec<u8>,
    text: String,
    at: usize,
    /// Number of decoded bytes before `text`.
    before: usize,
    /// Beginning of the line that was returned last, in the decoded text.
    line_begin: usize,
    /// Line number of the line that [`Source::line`] last returned.
    pub(crate) line: usize,
    last: u8,
    /// Offsets in the bytes given through [`Read`] at which a "\r" before "\n" was left out.
    carriage_returns: Vec<usize>,
    given: u64,
    last_byte: u8,
    ended: bool,
    /// Whether the source file is empty.
    pub(crate) empty: bool,
    replaced: usize,
    first_replaced: usize,
    /// Kind of the container file, such as a spreadsheet; `None` for a plain text file.
    container: Option<String>,
    /// Progress and cancellation of reading the source file.
    pub(crate) cancel: &'a Cancel,
}

impl<'a> Source<'a> {
    /// Opens a source file and detects its encoding, unless `encoding` names it.
    pub(crate) fn open(file: &Path, encoding: Option<&str>, limits: Limits, cancel: &'a Cancel) -> Result<Self, CorpusError> {
        Self::start(file, limits, cancel, |head, whole| encoding::choose(encoding, head, whole))
    }

    /// Bounds the whole text as that of a list, which may be as long as one document; an empty list is an error.
    pub(crate) fn bound_as_list(&mut self) -> Result<(), CorpusError> {
        self.most = self.limit;
        if self.empty { Err(CorpusError::empty_file(&self.file)) } else { Ok(()) }
    }

    /// Opens a source file with a character encoding that was detected before.
    pub(crate) fn open_as(
        file: &Path,
        encoding: &'static encoding_rs::Encoding,
        limits: Limits,
        cancel: &'a Cancel,
    ) -> Result<Self, CorpusError> {
        Self::start(file, limits, cancel, |_, _| Ok(Choice { encoding, trust: Trust::Recognised }))
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
        let (mut choice, mut container) = (choose(&head, head.len() < CHUNK)?, None);
        if let Some(contained) = container::text(file, &head, &mut input, limits)? {
            (head, container) = (contained.text.into_bytes(), Some(contained.note));
            choice = Choice { encoding: encoding_rs::UTF_8, trust: Trust::Recognised };
        } else if let Some(form) = wrong_form::not_text(file, &head, choice.encoding.name().starts_with("UTF-16")) {
            let problem = format!("this is not text ({})", form.what);
            return Err(CorpusError::at(ErrorKind::Binary, file, None, problem, form.remedy));
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
            before: 0,
            line_begin: 0,
            line: 0,
            last: 0,
            carriage_returns: Vec::new(),
            given: 0,
            last_byte: b'\n',
            ended: false,
            empty,
            replaced: 0,
            first_replaced: 0,
            container,
            cancel,
        })
    }

    /// Whether the text is extracted from a container such as a spreadsheet, whose rows are numbered instead of its lines.
    pub(crate) fn is_container(&self) -> bool {
        self.container.is_some()
    }

    /// Name of the file's character encoding.
    pub(crate) fn encoding(&self) -> &'static str {
        self.choice.encoding.name()
    }

    /// Whether the character encoding is an assumption that invalid bytes refute.
    pub(crate) fn assumed(&self) -> bool {
        self.choice.trust == Trust::Assumed
    }

    /// Byte range in the decoded text of the line that [`Source::line`] last returned, with its line end.
    pub(crate) fn line_bytes(&self) -> Range<usize> {
        self.line_begin..self.before + self.at
    }

    /// Offset in the decoded text of an offset in the bytes given through [`Read`].
    pub(crate) fn decoded(&self, given: usize) -> usize {
        given + self.carriage_returns.partition_point(|&at| at < given)
    }

    /// Number of invalid byte sequences in the file's encoding, and the line of the first.
    pub(crate) fn damage(&self) -> Option<(PathBuf, usize, usize)> {
        (self.replaced > 0).then(|| (self.file.clone(), self.replaced, self.first_replaced))
    }

    /// Returns about the next 64 KiB of the file's text, without consuming them.
    pub(crate) fn beginning(&mut self) -> Result<&str, CorpusError> {
        while !self.ended && self.text.len() - self.at < CHUNK {
            self.fill()?;
        }
        Ok(&self.text[self.at..])
    }

    /// Returns the next line of the file without its line end; `None` after the last.
    pub(crate) fn line(&mut self) -> Result<Option<&str>, CorpusError> {
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

    /// Returns the remaining text of the file as one document.
    pub(crate) fn rest(&mut self) -> Result<String, CorpusError> {
        while !self.ended {
            if self.text.len() - self.at > self.limit {
                let problem = format!("the document is longer than {} MiB", self.limit >> 20);
                let remedy = "split it, choose the right format, or raise the limit (--max-document)";
                return Err(CorpusError::at(ErrorKind::Limit, &self.file, None, problem, remedy));
            }
            self.fill()?;
        }
        let rest = self.text.split_off(self.at);
        self.text.clear();
        self.at = 0;
        Ok(rest)
    }

    /// Whether the text read through [`Read`] ends with a quotation mark, ignoring line ends.
    pub(crate) fn ends_quoted(&self) -> bool {
        self.last == b'"'
    }

    /// Whether `bytes` is all that was read through [`Read`], and ends within a line or within a quoted field with a line end.
    pub(crate) fn ends_within_line(&self, bytes: u64, field: &str) -> bool {
        bytes == self.given && (self.last_byte != b'\n' || field.ends_with('\n') && !self.ends_quoted())
    }

    /// Note for the user on the file's character encoding or container; `None` if neither is unusual.
    pub(crate) fn note(&self) -> Option<String> {
        let (name, encoding) = (short(&self.file), self.encoding());
        if let Some(note) = &self.container {
            return Some(format!("{name}: {note}"));
        }
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
        self.line_begin = self.before + start;
        let line = &self.text[start..end];
        Ok(Some(line.strip_suffix('\r').unwrap_or(line)))
    }

    fn check(&self, length: usize) -> Result<(), CorpusError> {
        if length <= self.limit {
            return Ok(());
        }
        Err(CorpusError::long_line(&self.file, self.line + 1, self.limit))
    }

    /// Decodes one more chunk of the file and drops the consumed text.
    fn fill(&mut self) -> Result<(), CorpusError> {
        if self.cancel.is_cancelled() {
            return Err(CorpusError::cancelled());
        }
        self.text.drain(..self.at);
        self.before += self.at;
        self.at = 0;
        let read = loop {
            match self.input.read(&mut self.chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(failure(&self.file, self.line + lines(self.text.as_bytes()), &error)),
                Ok(read) => break read,
            }
        };
        self.ended = read == 0;
        let (before, mut from) = (self.text.len(), 0);
        loop {
            let left = &self.chunk[from..read];
            // The buffer is reserved for the longest decoding, so that one call suffices unless bytes are invalid.
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
            return Err(CorpusError::long_list(&self.file, self.most));
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
            let problem = format!("the bytes are not {}", self.encoding());
            let remedy = "name another encoding, or leave it empty to have it recognised";
            return Err(CorpusError::at(ErrorKind::Encoding, &self.file, line, problem, remedy));
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
        // Line ends "\r\n" become "\n"; the "\n" may be the first byte of the next chunk.
        if self.text.as_bytes().get(self.at) == Some(&b'\r') {
            while self.text.len() - self.at < 2 && !self.ended {
                self.fill()?;
            }
            if self.text.as_bytes()[self.at..].starts_with(b"\r\n") {
                self.at += 1;
                self.carriage_returns.push(self.given as usize);
            }
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

/// Reads the text of a file as UTF-8 bytes with "\n" at line ends; not to be mixed with [`Source::line`].
impl Read for Source<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.copy(buffer).map_err(|error| {
            self.failed = Some(error);
            io::Error::other("see `failed`")
        })
    }
}

/// The text of a whole file, unpacked and decoded, with "\n" at line ends,
/// and a note for the user if its encoding or kind is unusual.
///
/// # Errors
/// Returns an error if the file cannot be read or is no text, or its bytes are not in the named encoding.
pub fn read_text(
    file: &Path,
    encoding: Option<&str>,
    limits: Limits,
    cancel: &Cancel,
) -> Result<(String, Option<String>), CorpusError> {
    with_source(file, encoding, limits, cancel, |source| Ok((source.rest()?, source.note())))
}

/// Reads a file by `read`; once more in the encoding of the whole file, if ASCII at the beginning let UTF-8 be assumed wrongly.
pub(crate) fn with_source<T>(
    file: &Path,
    encoding: Option<&str>,
    limits: Limits,
    cancel: &Cancel,
    mut read: impl FnMut(&mut Source<'_>) -> Result<T, CorpusError>,
) -> Result<T, CorpusError> {
    let mut source = Source::open(file, encoding, limits, cancel)?;
    match read(&mut source) {
        Err(error) if error.kind == ErrorKind::Encoding && source.assumed() => {
            let encoding = encoding::recognise_whole(file, limits, cancel)?;
            cancel.total.fetch_add(file.metadata().map_or(0, |metadata| metadata.len()), Ordering::Relaxed);
            read(&mut Source::open_as(file, encoding, limits, cancel)?)
        }
        read => read,
    }
}

fn lines(bytes: &[u8]) -> usize {
    bytes.split(|&byte| byte == b'\n').count() - 1
}

#[cfg(test)]
mod tests;
