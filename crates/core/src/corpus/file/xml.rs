//! Reader of XML as a stream of tags and text, with line numbers and byte ranges.
//!
//! Elements in the namespace of the root are named without their prefix, others with it.
//! Characters that XML forbids, written or as references, and entities that are not predefined are errors with their line.
//! Cost: one pass.
//! Memory: one tag or one run of text, at most the limit of a line, and the names of the open tags.

use std::{
    io::{BufRead, BufReader},
    ops::Range,
    path::PathBuf,
};

use quick_xml::{
    NsReader, XmlVersion,
    escape::resolve_predefined_entity,
    events::{BytesStart, Event},
    name::{QName, ResolveResult},
};

use super::source::Source;
use crate::corpus::{
    CorpusError,
    limits::{ATTRIBUTES, DEPTH, LABEL},
};

/// XML node; tag names are in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    /// XML start tag `<name key="value">`, with its attributes, and whether it closes itself.
    Open(String, Vec<(String, String)>, bool),
    /// XML end tag `</name>`.
    Close(String),
    /// Text between XML tags, entities resolved and line ends as "\n".
    Text(String),
    /// XML comment, instruction or declaration.
    Aside,
    /// End of the XML file.
    End,
}

/// Reader of an XML file.
pub(crate) struct Xml<R> {
    reader: NsReader<R>,
    buffer: Vec<u8>,
    file: PathBuf,
    open: Vec<String>,
    /// Namespace of the root, or its prefix if the prefix has no namespace.
    root: Option<Namespace>,
    /// Line number at which the last XML node ends.
    pub(crate) line: usize,
    bytes: Range<usize>,
}

/// Namespace of an element: its name, or the prefix if no namespace is declared for it.
type Namespace = (bool, Vec<u8>);

/// Input of an XML reader, which may refuse a tag or text that is too long.
pub(crate) trait XmlInput: BufRead {
    /// Starts the length limit of the next tag or text.
    fn begin(&mut self) {}

    /// Takes the corpus error behind the last I/O error.
    fn failure(&mut self) -> Option<CorpusError> {
        None
    }
}

impl XmlInput for BufReader<&mut Source<'_>> {
    fn begin(&mut self) {
        self.get_mut().since = 0;
    }

    fn failure(&mut self) -> Option<CorpusError> {
        self.get_mut().failed.take()
    }
}

impl XmlInput for &[u8] {}

impl<'a, 's> Xml<BufReader<&'a mut Source<'s>>> {
    /// Creates an XML reader of a source from its current position.
    pub(crate) fn new(source: &'a mut Source<'s>) -> Self {
        let file = source.file.clone();
        Self::of(BufReader::new(source), file)
    }
}

impl<R: XmlInput> Xml<R> {
    /// Creates an XML reader of bytes; errors name `file`.
    pub(crate) fn of(input: R, file: PathBuf) -> Self {
        let reader = NsReader::from_reader(input);
        Self { reader, buffer: Vec::new(), file, open: Vec::new(), root: None, line: 1, bytes: 0..0 }
    }

    /// Byte range of the last XML node, in the text of the file with "\n" at line ends.
    pub(crate) fn bytes(&self) -> Range<usize> {
        self.bytes.clone()
    }

    /// Returns the next XML node.
    pub(crate) fn next(&mut self) -> Result<Node, CorpusError> {
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.clear();
        let node = self.node(&mut buffer);
        self.buffer = buffer;
        node
    }

    fn node(&mut self, buffer: &mut Vec<u8>) -> Result<Node, CorpusError> {
        self.reader.get_mut().begin();
        let begin = self.reader.buffer_position() as usize;
        let event = match self.reader.read_event_into(buffer) {
            Ok(event) => event,
            Err(error) => {
                let failed = self.reader.get_mut().failure();
                return Err(failed.unwrap_or_else(|| self.wrong(&error.to_string())));
            }
        };
        self.bytes = begin..self.reader.buffer_position() as usize;
        let written = String::from_utf8_lossy(&event).into_owned();
        if let Some((at, letter)) = written.char_indices().find(|(_, letter)| !is_xml(*letter)) {
            self.line += written[..at].matches('\n').count();
            return Err(self.forbidden(letter));
        }
        self.line += written.matches('\n').count();
        Ok(match &event {
            Event::Start(tag) => self.open(tag, false)?,
            Event::Empty(tag) => self.open(tag, true)?,
            Event::End(_) => Node::Close(self.open.pop().unwrap_or_default()),
            Event::Text(_) | Event::CData(_) => Node::Text(written.replace('\r', "\n")),
            Event::GeneralRef(entity) => {
                let character = entity.resolve_char_ref().map_err(|error| self.wrong(&error.to_string()))?;
                if let Some(letter) = character.filter(|letter| !is_xml(*letter)) {
                    return Err(self.forbidden(letter));
                }
                let known = character.map(String::from).or_else(|| resolve_predefined_entity(&written).map(str::to_owned));
                let unknown = || {
                    let problem = format!("the entity &{written}; is not one of XML");
                    CorpusError::pairs(&self.file, self.line, problem, "write the character itself, or its number as in &#160;")
                };
                Node::Text(known.ok_or_else(unknown)?)
            }
            Event::Eof => match self.open.last() {
                Some(name) => return Err(self.wrong(&format!("the file ends within <{name}>"))),
                None => Node::End,
            },
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => Node::Aside,
        })
    }

    /// Opens an XML tag, unless it closes itself, and checks its size.
    fn open(&mut self, tag: &BytesStart<'_>, closed: bool) -> Result<Node, CorpusError> {
        // Names of open tags stay in memory, so their length is limited.
        if tag.name().as_ref().len() > LABEL {
            return Err(self.wrong(&format!("the name of a tag has more than {LABEL} bytes")));
        }
        let name = self.name(tag.name());
        let mut attributes = Vec::new();
        // The number of attributes is limited, because each attribute is compared with those before it.
        for attribute in tag.attributes() {
            if attributes.len() == ATTRIBUTES {
                return Err(self.wrong(&format!("a tag has more than {ATTRIBUTES} attributes")));
            }
            let attribute = attribute.map_err(|error| self.wrong(&error.to_string()))?;
            let decoder = self.reader.decoder();
            let value = attribute.decoded_and_normalized_value(XmlVersion::Implicit1_0, decoder);
            let value = value.map_err(|error| self.wrong(&error.to_string()))?.into_owned();
            if let Some(letter) = value.chars().find(|letter| !is_xml(*letter)) {
                return Err(self.forbidden(letter));
            }
            attributes.push((String::from_utf8_lossy(attribute.key.as_ref()).to_lowercase(), value));
        }
        if !closed {
            if self.open.len() == DEPTH {
                return Err(self.wrong(&format!("more than {DEPTH} tags are open")));
            }
            self.open.push(name.clone());
        }
        Ok(Node::Open(name, attributes, closed))
    }

    /// Name of an element in lower case, without its prefix in the namespace of the root.
    fn name(&mut self, name: QName<'_>) -> String {
        let (found, local) = self.reader.resolver().resolve_element(name);
        let own = match found {
            ResolveResult::Unbound => (true, Vec::new()),
            ResolveResult::Bound(namespace) => (true, namespace.as_ref().to_vec()),
            ResolveResult::Unknown(prefix) => (false, prefix),
        };
        let is_of_root = *self.root.get_or_insert_with(|| own.clone()) == own;
        String::from_utf8_lossy(if is_of_root { local.as_ref() } else { name.as_ref() }).to_lowercase()
    }

    fn forbidden(&self, letter: char) -> CorpusError {
        let problem = format!("the character U+{:04X} is forbidden in XML", letter as u32);
        CorpusError::pairs(&self.file, self.line, problem, "remove it, or export the file again")
    }

    fn wrong(&self, reason: &str) -> CorpusError {
        let (file, line) = (&self.file, self.line);
        CorpusError::pairs(file, line, format!("this is not well-formed XML ({reason})"), "export or download the file again")
    }
}

/// Whether a character may occur in XML 1.0, written or as a reference.
pub fn is_xml(letter: char) -> bool {
    matches!(letter, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..)
}
