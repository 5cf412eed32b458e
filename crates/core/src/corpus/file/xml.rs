//! Reader of XML as a stream of tags and text, with line numbers.
//!
//! Cost: one pass. Memory: one tag or one run of text, at most the limit of a line, and the names of the open tags.

use std::{io::BufReader, path::PathBuf};

use quick_xml::{Reader, XmlVersion, escape::resolve_predefined_entity, events::Event};

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
    /// Text between XML tags, entities resolved.
    Text(String),
    /// End of the XML file.
    End,
}

/// Reader of an XML file.
pub(crate) struct Xml<'a, 's> {
    reader: Reader<BufReader<&'a mut Source<'s>>>,
    buffer: Vec<u8>,
    file: PathBuf,
    open: Vec<String>,
    line: usize,
}

impl<'a, 's> Xml<'a, 's> {
    /// Creates an XML reader of a source from its current position.
    pub(crate) fn new(source: &'a mut Source<'s>) -> Self {
        let file = source.file.clone();
        Self { reader: Reader::from_reader(BufReader::new(source)), buffer: Vec::new(), file, open: Vec::new(), line: 1 }
    }

    /// Line number at which the last XML node ends.
    pub(crate) fn line(&self) -> usize {
        self.line
    }

    /// Returns the next XML node; comments and declarations are skipped.
    pub(crate) fn next(&mut self) -> Result<Node, CorpusError> {
        loop {
            self.reader.get_mut().get_mut().since = 0;
            self.buffer.clear();
            let decoder = self.reader.decoder();
            let event = match self.reader.read_event_into(&mut self.buffer) {
                Ok(event) => event,
                Err(error) => {
                    let failed = self.reader.get_mut().get_mut().failed.take();
                    return Err(failed.unwrap_or_else(|| Self::wrong(&self.file, self.line, &error.to_string())));
                }
            };
            self.line += String::from_utf8_lossy(&event).matches('\n').count();
            let wrong = |reason: String| Self::wrong(&self.file, self.line, &reason);
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            return Ok(match &event {
                Event::Start(tag) | Event::Empty(tag) => {
                    // Names of open tags stay in memory, so their length is limited.
                    if tag.name().as_ref().len() > LABEL {
                        return Err(wrong(format!("the name of a tag has more than {LABEL} bytes")));
                    }
                    let name = text(tag.name().as_ref()).to_lowercase();
                    let mut attributes = Vec::new();
                    // The number of attributes is limited, because each attribute is compared with those before it.
                    for attribute in tag.attributes() {
                        if attributes.len() == ATTRIBUTES {
                            return Err(wrong(format!("a tag has more than {ATTRIBUTES} attributes")));
                        }
                        let attribute = attribute.map_err(|error| wrong(error.to_string()))?;
                        let value = attribute
                            .decoded_and_normalized_value(XmlVersion::Implicit1_0, decoder)
                            .map_err(|error| wrong(error.to_string()))?;
                        attributes.push((text(attribute.key.as_ref()).to_lowercase(), value.into_owned()));
                    }
                    let closed = matches!(event, Event::Empty(_));
                    if !closed {
                        if self.open.len() == DEPTH {
                            return Err(wrong(format!("more than {DEPTH} tags are open")));
                        }
                        self.open.push(name.clone());
                    }
                    Node::Open(name, attributes, closed)
                }
                Event::End(tag) => {
                    self.open.pop();
                    Node::Close(text(tag.name().as_ref()).to_lowercase())
                }
                Event::Text(words) => Node::Text(text(words)),
                Event::CData(words) => Node::Text(text(words)),
                Event::GeneralRef(entity) => {
                    let character = entity.resolve_char_ref().map_err(|error| wrong(error.to_string()))?;
                    let name = text(entity);
                    let known = character.map(String::from).or_else(|| resolve_predefined_entity(&name).map(str::to_owned));
                    Node::Text(known.unwrap_or_else(|| format!("&{name};")))
                }
                Event::Eof => match self.open.last() {
                    Some(name) => return Err(wrong(format!("the file ends within <{name}>"))),
                    None => Node::End,
                },
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => continue,
            });
        }
    }

    fn wrong(file: &std::path::Path, line: usize, reason: &str) -> CorpusError {
        CorpusError::pairs(file, line, format!("this is not well-formed XML ({reason})"), "export or download the file again")
    }
}
