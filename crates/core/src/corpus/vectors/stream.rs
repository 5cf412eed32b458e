//! Stream of a file's decompressed bytes, with their position.
//!
//! Cost: one pass, 64 KiB at a time. Memory: one buffer.

use std::{
    io::{BufRead, BufReader, ErrorKind, Read},
    path::{Path, PathBuf},
};

use crate::corpus::{
    Cancel, CorpusError, Limits,
    file::bytes::{CHUNK, bytes, failure},
};

/// Stream of a file's decompressed bytes.
pub(super) struct Stream<'a> {
    file: PathBuf,
    input: BufReader<Box<dyn Read + 'a>>,
    cancel: &'a Cancel,
    /// Number of decompressed bytes of the file consumed so far.
    pub(super) taken: u64,
}

impl<'a> Stream<'a> {
    /// Opens a file as a stream of bytes.
    pub(super) fn open(file: &Path, limits: Limits, cancel: &'a Cancel) -> Result<Self, CorpusError> {
        let input = BufReader::with_capacity(CHUNK, bytes(file, limits, cancel)?.input);
        Ok(Self { file: file.to_owned(), input, cancel, taken: 0 })
    }

    /// Returns the next byte of the stream; `None` at the end.
    pub(super) fn byte(&mut self) -> Result<Option<u8>, CorpusError> {
        let byte = self.fill()?.first().copied();
        self.take(usize::from(byte.is_some()));
        Ok(byte)
    }

    /// Fills `into` with the next bytes of the stream; false if it ends first.
    pub(super) fn fill_all(&mut self, mut into: &mut [u8]) -> Result<bool, CorpusError> {
        while !into.is_empty() {
            let chunk = self.fill()?;
            let length = into.len().min(chunk.len());
            if length == 0 {
                return Ok(false);
            }
            let (now, later) = into.split_at_mut(length);
            now.copy_from_slice(&chunk[..length]);
            self.take(length);
            into = later;
        }
        Ok(true)
    }

    /// Skips bytes of the stream; false if it ends first.
    pub(super) fn skip(&mut self, mut bytes: usize) -> Result<bool, CorpusError> {
        while bytes > 0 {
            let length = bytes.min(self.fill()?.len());
            if length == 0 {
                return Ok(false);
            }
            self.take(length);
            bytes -= length;
        }
        Ok(true)
    }

    fn take(&mut self, length: usize) {
        self.input.consume(length);
        self.taken += length as u64;
    }

    /// Bytes read but not consumed, after reading more if there are none; empty at the end, even of a truncated gzip file.
    fn fill(&mut self) -> Result<&[u8], CorpusError> {
        while self.input.buffer().is_empty() {
            if self.cancel.is_cancelled() {
                return Err(CorpusError::cancelled());
            }
            match self.input.fill_buf() {
                Ok([]) => break,
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::UnexpectedEof => break,
                Err(error) => return Err(failure(&self.file, 0, &error)),
            }
        }
        Ok(self.input.buffer())
    }
}
