//! Parser of the elements in an SRX file, before their patterns are compiled.

use quick_xml::{
    Reader, XmlVersion,
    escape::resolve_predefined_entity,
    events::{BytesStart, Event},
};

use crate::srx::SrxError;

#[derive(Default)]
pub(crate) struct SrxFile {
    pub cascade: bool,
    /// Name and rules of each `languagerule` element in the SRX file.
    pub languages: Vec<(String, Vec<RawRule>)>,
    /// Pattern of a language code, with the name of the rules for the language.
    pub maps: Vec<(String, String)>,
}

pub(crate) struct RawRule {
    pub is_break: bool,
    pub before: String,
    pub after: String,
}

pub(crate) fn read(content: &str) -> Result<SrxFile, SrxError> {
    let mut file = SrxFile::default();
    let mut reader = Reader::from_str(content);
    let mut text = String::new();
    let mut depth = 0_usize;
    loop {
        let position = reader.buffer_position();
        let error = |message: String| SrxError::Xml { position, message };
        let event = reader.read_event().map_err(|e| error(e.to_string()))?;
        match &event {
            Event::Start(tag) | Event::Empty(tag) => {
                depth += usize::from(matches!(event, Event::Start(_)));
                text.clear();
                file.open(tag).map_err(error)?;
            }
            Event::End(tag) => {
                depth = depth.saturating_sub(1);
                file.close(tag.local_name().as_ref(), &mut text);
            }
            Event::Text(part) => text.push_str(&String::from_utf8_lossy(part)),
            Event::CData(part) => text.push_str(&String::from_utf8_lossy(part)),
            Event::GeneralRef(entity) => {
                let name = String::from_utf8_lossy(entity);
                let character = entity.resolve_char_ref().map_err(|e| error(e.to_string()))?;
                match character.map(String::from).or_else(|| resolve_predefined_entity(&name).map(str::to_owned)) {
                    Some(resolved) => text.push_str(&resolved),
                    None => return Err(error(format!("the entity &{name}; is unknown"))),
                }
            }
            Event::Eof if depth > 0 => return Err(error("the file ends within an element".to_owned())),
            Event::Eof => return Ok(file),
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
    }
}

impl SrxFile {
    fn open(&mut self, tag: &BytesStart) -> Result<(), String> {
        match tag.local_name().as_ref() {
            b"header" => self.cascade = attribute(tag, "cascade")?.as_deref() == Some("yes"),
            b"languagerule" => {
                let name = attribute(tag, "languagerulename")?.ok_or("a languagerule has no languagerulename")?;
                self.languages.push((name, Vec::new()));
            }
            b"rule" => {
                let is_break = attribute(tag, "break")?.as_deref() != Some("no");
                let (_, rules) = self.languages.last_mut().ok_or("a rule lies outside of a languagerule")?;
                rules.push(RawRule { is_break, before: String::new(), after: String::new() });
            }
            b"languagemap" => {
                let pattern = attribute(tag, "languagepattern")?.ok_or("a languagemap has no languagepattern")?;
                let name = attribute(tag, "languagerulename")?.ok_or("a languagemap has no languagerulename")?;
                self.maps.push((pattern, name));
            }
            _ => {}
        }
        Ok(())
    }

    /// Stores the text of an element that ends, in the rule to which it belongs.
    fn close(&mut self, name: &[u8], text: &mut String) {
        if let Some(rule) = self.languages.last_mut().and_then(|(_, rules)| rules.last_mut()) {
            match name {
                b"beforebreak" => rule.before = std::mem::take(text),
                b"afterbreak" => rule.after = std::mem::take(text),
                _ => {}
            }
        }
    }
}

fn attribute(tag: &BytesStart, name: &str) -> Result<Option<String>, String> {
    let attribute = tag.try_get_attribute(name).map_err(|e| e.to_string())?;
    let Some(attribute) = attribute else { return Ok(None) };
    let value = attribute.normalized_value(XmlVersion::Implicit1_0).map_err(|e| e.to_string())?;
    Ok(Some(value.into_owned()))
}
