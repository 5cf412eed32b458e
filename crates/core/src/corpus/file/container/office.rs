//! Text of office documents: the paragraphs in `word/document.xml` (DOCX) or `content.xml` (ODT).
//!
//! Deleted text, comments and notes of ODT are left out.
//! Memory: the text, and a run of text at most as long as one document.

use std::{
    io::{self, BufRead, BufReader, Cursor, Read},
    path::PathBuf,
};

use zip::ZipArchive;

use super::{ContainerText, Failure};
use crate::corpus::{
    CorpusError, ErrorKind, Limits,
    file::xml::{Node, Xml, XmlInput},
};

pub(super) fn text(bytes: &[u8], member: &str, limits: Limits) -> Result<ContainerText, Failure> {
    let mut archive = ZipArchive::new(Cursor::new(bytes))?;
    let input = BufReader::new(archive.by_name(member)?);
    let mut xml = Xml::of(Member { input, left: limits.document, limit: limits.document }, PathBuf::from(member));
    let word = member.starts_with("word/");
    let (mut text, mut aside, mut run) = (String::new(), 0_usize, 0_usize);
    // Byte offset at which the current paragraph starts.
    let mut begin = 0;
    loop {
        match xml.next().map_err(failure)? {
            // Names of DOCX, whose root is in the namespace of paragraphs, have no prefix.
            Node::Open(name, _, closed) => match name.as_str() {
                "t" if word => run += usize::from(!closed),
                "text:tracked-changes" | "annotation" | "text:note" => aside += usize::from(!closed),
                "tab" | "br" | "text:s" | "text:tab" | "text:line-break" => text.push(' '),
                _ => {}
            },
            Node::Close(name) => match name.as_str() {
                "t" if word => run = run.saturating_sub(1),
                "text:tracked-changes" | "annotation" | "text:note" => aside = aside.saturating_sub(1),
                "p" | "text:p" | "text:h" if aside == 0 => {
                    if text[begin..].trim().is_empty() {
                        text.truncate(begin);
                    } else {
                        text.push('\n');
                    }
                    begin = text.len();
                }
                _ => {}
            },
            // A line end within a paragraph becomes a space.
            Node::Text(words) if aside == 0 && (!word || run > 0) => text.push_str(&words.replace('\n', " ")),
            Node::Text(_) | Node::Aside => {}
            Node::End => break,
        }
        if text.len() - begin > limits.document {
            return Err(Failure::Refused(CorpusError::long_line(member.as_ref(), xml.line, limits.document)));
        }
        if text.len() as u64 > limits.unpacked() {
            return Err(Failure::TooMuch);
        }
    }
    text.truncate(begin);
    Ok(ContainerText { text, note: "A text document, read as one paragraph a line.".to_owned() })
}

/// Failure of an error in the XML of a document.
fn failure(error: CorpusError) -> Failure {
    if error.kind == ErrorKind::Limit { Failure::Refused(error) } else { Failure::Damaged(error.problem) }
}

/// Unpacked member of an archive that refuses a tag or run of text longer than a limit.
struct Member<R> {
    input: R,
    left: usize,
    limit: usize,
}

impl<R: BufRead> Read for Member<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Member<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.left == 0 { Err(io::Error::other("a text is too long")) } else { self.input.fill_buf() }
    }

    fn consume(&mut self, amount: usize) {
        self.left = self.left.saturating_sub(amount);
        self.input.consume(amount);
    }
}

impl<R: BufRead> XmlInput for Member<R> {
    fn begin(&mut self) {
        self.left = self.limit;
    }

    fn failure(&mut self) -> Option<CorpusError> {
        (self.left == 0).then(|| CorpusError::long_line("".as_ref(), 1, self.limit))
    }
}
