//! Units of translation memories and XLIFF files: texts of their variants, and byte ranges of the texts.
//!
//! The parser serves the corpus, which takes the texts, and deliveries, which replace bytes of a unit.
//! Content of inline codes is no text; texts of alternatives, notes, matches and elements of other namespaces
//! do not belong to the unit.
//! Cost: one pass.
//! Memory: one unit.

use std::{ops::Range, path::PathBuf};

use super::xliff::XliffParts;
use crate::corpus::{
    CorpusError, Format,
    file::xml::{Node, Xml, XmlInput},
    limits::LABEL,
    printable::beginning,
};

/// Elements of TMX and XLIFF whose content is a formatting code.
const CODES: [&str; 5] = ["bpt", "ept", "it", "ph", "ut"];
/// XLIFF elements whose sources and targets do not belong to the translation unit.
const EXCLUDED_ELEMENTS: [&str; 6] = ["alt-trans", "seg-source", "note", "notes", "originaldata", "ignorable"];

/// Translation unit of a TMX file, or translation unit or segment of an XLIFF file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TransUnit {
    /// Line in which the start tag of the translation unit ends, from 1.
    pub line: usize,
    /// Identifier of the translation unit; empty if it has none.
    pub id: String,
    /// Byte range of the element of the translation unit.
    pub bytes: Range<usize>,
    /// Byte range of the start tag of the translation unit.
    pub start_tag: Range<usize>,
    /// Variants of the translation unit, of XLIFF its source and target, in their order.
    pub variants: Vec<Variant>,
    /// Whether the translation unit belongs to a part in other languages than the first part.
    pub in_other_languages: bool,
}

/// Text of a translation unit in one language.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variant {
    /// Language code of the variant; in XLIFF `source` or `target`.
    pub language: String,
    /// Byte range of the element of the variant.
    pub bytes: Range<usize>,
    /// Byte range of the start tag of the variant.
    pub start_tag: Range<usize>,
    /// Byte range between the tags around the text; `None` if the element is missing.
    pub content: Option<Range<usize>>,
    /// Whether the content is text alone, without tags, comments or instructions.
    pub is_text: bool,
    /// Text of the variant.
    pub text: String,
}

/// Reader of the translation units of a file.
pub(super) struct TransUnits<R> {
    xml: Xml<R>,
    file: PathBuf,
    /// Maximum size of the texts of a unit in bytes.
    limit: usize,
    is_tmx: bool,
    /// Source language that the header of a translation memory names.
    pub header: Option<String>,
    /// Languages of the parts of an XLIFF file.
    pub parts: XliffParts,
    /// Byte ranges of the XLIFF 2 units, which contain segments.
    pub parents: Vec<Range<usize>>,
    parent: Option<(usize, String)>,
    unit: Option<TransUnit>,
    /// Whether a variant element is open, and whether its text element is.
    variant: bool,
    text: bool,
    /// Number of open elements that hold codes, and of those whose texts do not belong to the unit.
    codes: usize,
    excluded: usize,
    size: usize,
}

type Attributes = Vec<(String, String)>;

fn value(attributes: &Attributes, keys: &[&str]) -> Option<String> {
    attributes.iter().find(|(key, _)| keys.contains(&key.as_str())).map(|(_, value)| value.clone())
}

impl<R: XmlInput> TransUnits<R> {
    pub(super) fn new(xml: Xml<R>, file: PathBuf, limit: usize, format: Format) -> Self {
        Self {
            xml,
            file,
            limit,
            is_tmx: format == Format::Tmx,
            header: None,
            parts: XliffParts::default(),
            parents: Vec::new(),
            parent: None,
            unit: None,
            variant: false,
            text: false,
            codes: 0,
            excluded: 0,
            size: 0,
        }
    }

    /// Reads the next translation unit; `None` at the end of the file.
    pub(super) fn next(&mut self) -> Result<Option<TransUnit>, CorpusError> {
        loop {
            let unit = match self.xml.next()? {
                Node::Open(name, attributes, closed) => self.open(&name, &attributes, closed)?,
                Node::Close(name) => self.close(&name),
                Node::Text(text) => {
                    self.add(&text)?;
                    None
                }
                Node::Aside => {
                    self.mark();
                    None
                }
                Node::End => return Ok(None),
            };
            if unit.is_some() {
                return Ok(unit);
            }
        }
    }

    fn is_unit(&self, name: &str) -> bool {
        if self.is_tmx { name == "tu" } else { matches!(name, "trans-unit" | "segment") }
    }

    fn is_variant(&self, name: &str) -> bool {
        if self.is_tmx { name == "tuv" } else { matches!(name, "source" | "target") }
    }

    fn is_excluded(&self, name: &str) -> bool {
        !self.is_tmx && !self.text && (EXCLUDED_ELEMENTS.contains(&name) || name.contains(':'))
    }

    fn open(&mut self, name: &str, attributes: &Attributes, closed: bool) -> Result<Option<TransUnit>, CorpusError> {
        let bytes = self.xml.bytes();
        self.mark();
        if self.is_tmx && name == "header" {
            self.header = value(attributes, &["srclang"]).filter(|language| language != "*all*");
        }
        if !self.is_tmx {
            self.parts.enter(name, |key| value(attributes, &[key]));
        }
        if !self.is_tmx && name == "unit" && !closed {
            self.parent = Some((bytes.start, value(attributes, &["id"]).unwrap_or_default()));
        } else if self.is_unit(name) {
            if let Some(outer) = &self.unit {
                let problem = format!("the translation unit stands within that of line {}", outer.line);
                return Err(CorpusError::pairs(&self.file, self.xml.line, problem, "close that one before"));
            }
            let id = self.id(name, value(attributes, &["tuid", "id"]).unwrap_or_default());
            let (line, in_other_languages) = (self.xml.line, self.parts.left_out);
            let unit = TransUnit { line, id, bytes: bytes.clone(), start_tag: bytes, in_other_languages, ..TransUnit::default() };
            self.size = 0;
            if closed {
                return Ok(Some(unit));
            }
            self.unit = Some(unit);
        } else if self.is_excluded(name) {
            self.excluded += usize::from(!closed);
        } else if self.is_variant(name) && self.unit.is_some() && self.excluded == 0 && !self.variant {
            let language = if self.is_tmx { self.language(attributes)? } else { name.to_owned() };
            self.size += language.len() + size_of::<Variant>();
            // In XLIFF the element of the variant is also the element of its text.
            let content = (!self.is_tmx).then_some(bytes.end..bytes.end);
            let variant =
                Variant { language, bytes: bytes.clone(), start_tag: bytes, content, is_text: !closed, ..<_>::default() };
            self.unit.iter_mut().for_each(|unit| unit.variants.push(variant.clone()));
            (self.variant, self.text) = (!closed, !self.is_tmx && !closed);
        } else if self.is_tmx && name == "seg" && self.variant {
            self.current().content = Some(bytes.end..bytes.end);
            self.current().is_text = !closed;
            self.text = !closed;
        } else if self.text && CODES.contains(&name) {
            self.codes += usize::from(!closed);
        }
        Ok(None)
    }

    fn close(&mut self, name: &str) -> Option<TransUnit> {
        let bytes = self.xml.bytes();
        if self.is_tmx && name == "seg" && self.text {
            self.end_text(bytes.start);
        } else if self.is_variant(name) && self.variant && self.excluded == 0 {
            if self.text {
                self.end_text(bytes.start);
            }
            self.current().bytes.end = bytes.end;
            self.variant = false;
        } else if self.is_unit(name) {
            let unit = self.unit.take();
            return unit.map(|unit| TransUnit { bytes: unit.bytes.start..bytes.end, ..unit });
        } else if !self.is_tmx && name == "unit" {
            self.parents.extend(self.parent.take().map(|(begin, _)| begin..bytes.end));
        } else if self.text {
            self.codes -= usize::from(CODES.contains(&name) && self.codes > 0);
            self.mark();
        } else {
            self.excluded -= usize::from(self.is_excluded(name) && self.excluded > 0);
        }
        None
    }

    fn end_text(&mut self, end: usize) {
        if let Some(content) = &mut self.current().content {
            content.end = end;
        }
        (self.text, self.codes) = (false, 0);
    }

    /// Records that the open text contains tags, comments or instructions.
    fn mark(&mut self) {
        if self.text {
            self.current().is_text = false;
        }
    }

    fn add(&mut self, text: &str) -> Result<(), CorpusError> {
        if self.text && self.codes == 0 {
            self.current().text.push_str(text);
            self.size += text.len();
        }
        let line = self.unit.as_ref().filter(|_| self.size > self.limit).map(|unit| unit.line);
        line.map_or(Ok(()), |line| Err(CorpusError::long_line(&self.file, line, self.limit)))
    }

    /// Variant that was opened last.
    fn current(&mut self) -> &mut Variant {
        let variants = &mut self.unit.get_or_insert_default().variants;
        if variants.is_empty() {
            variants.push(Variant::default());
        }
        let last = variants.len() - 1;
        &mut variants[last]
    }

    /// Identifier of a unit; of an XLIFF 2 segment with that of its unit before it.
    fn id(&self, name: &str, own: String) -> String {
        match &self.parent {
            Some((_, parent)) if name == "segment" && !parent.is_empty() => {
                if own.is_empty() {
                    parent.clone()
                } else {
                    format!("{parent}/{own}")
                }
            }
            _ => own,
        }
    }

    fn language(&self, attributes: &Attributes) -> Result<String, CorpusError> {
        let wrong = |problem: String, remedy| CorpusError::pairs(&self.file, self.xml.line, problem, remedy);
        let language = value(attributes, &["xml:lang", "lang"]);
        let language = language.ok_or_else(|| wrong("the variant (<tuv>) names no language".to_owned(), "add xml:lang to it"))?;
        if language.chars().count() > LABEL {
            // The language is stored as the label of every document, so its length is limited.
            let problem = format!("the language \"{}\" has more than {LABEL} characters", beginning(&language));
            return Err(wrong(problem, "write a language code such as en or pt-BR"));
        }
        Ok(language)
    }
}

impl TransUnit {
    /// Parses the bytes of one translation unit. Byte ranges count from their beginning.
    pub fn parse(bytes: &[u8], format: Format) -> Option<Self> {
        let file = PathBuf::new();
        TransUnits::new(Xml::of(bytes, file.clone()), file, usize::MAX, format).next().ok()?
    }

    /// Variants of the source and the target side: those of two languages, in XLIFF its source and target.
    pub fn sides(&self, languages: &[String; 2], format: Format) -> [Option<&Variant>; 2] {
        match format {
            Format::Tmx => languages.each_ref().map(|language| self.variant(language)),
            _ => ["source", "target"].map(|side| self.variants.iter().find(|variant| variant.language == side)),
        }
    }

    /// Variant in a language: "en" also matches "en-GB", and "en-US" matches "en"; two regions of one language are two languages.
    fn variant(&self, language: &str) -> Option<&Variant> {
        let exact = self.variants.iter().find(|variant| variant.language.eq_ignore_ascii_case(language));
        let is_near = |other: &str| same(other, language) && (!other.contains('-') || !language.contains('-'));
        exact.or_else(|| self.variants.iter().find(|variant| is_near(&variant.language)))
    }
}

/// Whether two language codes name the same language, ignoring regions.
pub(super) fn same(a: &str, b: &str) -> bool {
    let primary = |code: &str| code.split(['-', '_']).next().unwrap_or_default().to_lowercase();
    primary(a) == primary(b)
}
