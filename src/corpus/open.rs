//! Opens a file and gives its text, line by line: gzip undone, encoding decoded, damage reported.
//!
//! Cost: one pass, 64 KiB at a time. Memory: the line at hand, never more than [`LINE_LIMIT`] and a few chunks.

use std::{
    fs::File,
    io::{self, Cursor, ErrorKind, Read},
    path::{Path, PathBuf},
    sync::atomic::Ordering,
};

use encoding_rs::{Decoder, DecoderResult};
use flate2::read::MultiGzDecoder;

use super::{
    Cancel, CorpusError,
    encoding::{self, Choice, Trust},
};

/// Bytes read at once, and bytes looked at to recognise a file.
pub(super) const CHUNK: usize = 64 << 10;
/// The longest line, row or document, in bytes of UTF-8.
pub(super) const LINE_LIMIT: usize = 64 << 20;

/// A file's bytes, uncompressed.
pub(super) struct Bytes<'a> {
    /// The bytes.
    pub input: Box<dyn Read + 'a>,
    /// Whether they were compressed.
    pub gzip: bool,
}

/// A file's text.
pub(super) struct Source<'a> {
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
    input: Box<dyn Read + 'a>,
    choice: Choice,
    decoder: Decoder,
    chunk: Vec<u8>,
    text: String,
    at: usize,
    line: usize,
    last: u8,
    ended: bool,
    empty: bool,
    replaced: usize,
    first_replaced: usize,
    cancel: &'a Cancel,
}

impl<'a> Source<'a> {
    /// Opens a file and recognises its encoding, unless it is named.
    pub fn open(file: &Path, name: Option<&str>, cancel: &'a Cancel) -> Result<Self, CorpusError> {
        Self::start(file, cancel, |head, whole| encoding::choose(name, head, whole))
    }

    /// Opens a file whose encoding was recognised before.
    pub fn open_as(file: &Path, encoding: &'static encoding_rs::Encoding, cancel: &'a Cancel) -> Result<Self, CorpusError> {
        Self::start(file, cancel, |_, _| Ok(Choice { encoding, trust: Trust::Recognised }))
    }

    fn start(
        file: &Path,
        cancel: &'a Cancel,
        choose: impl FnOnce(&[u8], bool) -> Result<Choice, CorpusError>,
    ) -> Result<Self, CorpusError> {
        let Bytes { mut input, gzip } = bytes(file, cancel)?;
        let mut head = Vec::new();
        if let Err(error) = input.by_ref().take(CHUNK as u64).read_to_end(&mut head) {
            return Err(failure(file, lines(&head), &error));
        }
        let choice = choose(&head, head.len() < CHUNK)?;
        if let Some(reason) = not_text(&head, choice) {
            return Err(CorpusError::Binary { file: file.to_owned(), reason });
        }
        let empty = head.is_empty();
        Ok(Self {
            file: file.to_owned(),
            gzip,
            limit: LINE_LIMIT,
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
        let length = buffer.len().min(self.text.len() - self.at);
        let taken = &self.text.as_bytes()[self.at..self.at + length];
        buffer[..length].copy_from_slice(taken);
        self.line += lines(taken);
        self.last = taken.iter().rev().copied().find(|byte| !b"\r\n".contains(byte)).unwrap_or(self.last);
        self.at += length;
        self.since += length;
        Ok(length)
    }
}

/// The text as UTF-8 bytes; characters may be cut between two calls, but lines are given whole afterwards.
impl Read for Source<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.copy(buffer).map_err(|error| {
            self.failed = Some(error);
            io::Error::other("see `failed`")
        })
    }
}

/// Opens a file, counting its bytes in `cancel`, and undoes gzip.
pub(super) fn bytes<'a>(file: &Path, cancel: &'a Cancel) -> Result<Bytes<'a>, CorpusError> {
    let opened = File::open(file).map_err(|error| failure(file, 0, &error))?;
    let mut input = Counted(opened, cancel);
    let mut magic = Vec::new();
    input.by_ref().take(2).read_to_end(&mut magic).map_err(|error| failure(file, 0, &error))?;
    let gzip = magic == [0x1f, 0x8b];
    let plain = Cursor::new(magic).chain(input);
    Ok(if gzip {
        Bytes { input: Box::new(MultiGzDecoder::new(io::BufReader::with_capacity(CHUNK, plain))), gzip }
    } else {
        Bytes { input: Box::new(plain), gzip }
    })
}

/// The error for a failed read after so many whole lines.
pub(super) fn failure(file: &Path, line: usize, error: &io::Error) -> CorpusError {
    let file = file.to_owned();
    match error.kind() {
        ErrorKind::NotFound => CorpusError::NotFound { file },
        ErrorKind::UnexpectedEof => CorpusError::TruncatedGzip { file, line },
        ErrorKind::InvalidInput | ErrorKind::InvalidData => CorpusError::DamagedGzip { file, line, reason: error.to_string() },
        _ => CorpusError::Unreadable { file, reason: error.to_string() },
    }
}

/// A file's name without its folders.
pub(super) fn short(file: &Path) -> String {
    file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned()
}

fn lines(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte == b'\n').count()
}

/// What shows that a file is no text.
fn not_text(head: &[u8], choice: Choice) -> Option<&'static str> {
    const MAGIC: [(&[u8], &str); 8] = [
        (b"PK\x03\x04", "a zip archive or office document"),
        (b"%PDF", "a PDF document"),
        (b"\x89PNG", "a picture"),
        (b"\xff\xd8\xff", "a picture"),
        (b"7z\xbc\xaf", "a 7-zip archive"),
        (b"\xfd7zXZ", "an xz archive"),
        (b"BZh", "a bzip2 archive"),
        (b"\x28\xb5\x2f\xfd", "a zstandard archive"),
    ];
    if let Some((_, reason)) = MAGIC.iter().find(|(magic, _)| head.starts_with(magic)) {
        return Some(reason);
    }
    if head.get(257..262) == Some(b"ustar") {
        return Some("a tar archive; unpack it and open the folder");
    }
    if choice.encoding.name().starts_with("UTF-16") {
        return None;
    }
    if head.contains(&0) {
        return Some("it holds zero bytes");
    }
    let control = |byte: &&u8| **byte < 0x20 && !b"\t\n\r\x0c\x1b".contains(byte);
    (head.iter().filter(control).count() * 20 > head.len()).then_some("it holds control characters")
}

struct Counted<'a>(File, &'a Cancel);

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(buffer)?;
        self.1.done.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}
