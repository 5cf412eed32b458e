//! TMX 1.4b translation memories: a unit for each accepted pair, with its title, note, verdict and distance.
//!
//! Language codes are the names of both sides where these are codes, otherwise private codes (`x-…`).
//! Characters that XML cannot hold are removed.

use std::io;

use quick_xml::{
    Writer,
    events::{BytesDecl, BytesText, Event},
};

use super::{ReviewedPair, ReviewedPairs};
use crate::{ExportError, Sink};
use wordfield_core::corpus::is_xml;

/// Maximum length of a subtag of a language code (BCP 47).
const SUBTAG: usize = 8;

/// Writes the accepted pairs as a TMX translation memory.
///
/// # Errors
/// Returns an error if no accepted pair has texts, or an I/O operation fails.
pub(crate) fn tmx(pairs: &ReviewedPairs<'_>, sink: &mut Sink<'_>) -> Result<(), ExportError> {
    check(pairs)?;
    let languages = languages(pairs.sides);
    sink.fill(None, |to| {
        let mut xml = Writer::new_with_indent(to, b' ', 1);
        xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
        xml.create_element("tmx").with_attribute(("version", "1.4")).write_inner_content(|xml| {
            let header = [
                ("creationtool", "Wordfield"),
                ("creationtoolversion", env!("CARGO_PKG_VERSION")),
                ("segtype", "paragraph"),
                ("o-tmf", "Wordfield"),
                ("adminlang", "en"),
                ("srclang", &languages[0]),
                ("datatype", "plaintext"),
            ];
            xml.create_element("header").with_attributes(header).write_empty()?;
            xml.create_element("body").write_inner_content(|xml| {
                pairs.accepted_texts().try_for_each(|(pair, texts)| unit(pair, texts, &languages, xml))
            })?;
            Ok(())
        })?;
        xml.into_inner().write_all(b"\n")
    })
}

/// Refuses reviewed pairs that would give a translation memory without units.
pub(super) fn check(pairs: &ReviewedPairs<'_>) -> Result<(), ExportError> {
    if pairs.accepted_texts().next().is_some() {
        return Ok(());
    }
    let problem = if pairs.accepted().next().is_some() {
        "no accepted pair has texts: open the corpus they are of, or choose a table format such as tsv"
    } else {
        "no pair is accepted: accept pairs, or accept unreviewed ones under a distance"
    };
    Err(ExportError::Unsuitable(problem.to_owned()))
}

fn unit(
    pair: &ReviewedPair<'_>,
    texts: [&str; 2],
    languages: &[String; 2],
    xml: &mut Writer<&mut dyn io::Write>,
) -> io::Result<()> {
    // The title of a unit without an identifier is its line, which other units may have too.
    let numbered = pair.units.filter(|_| pair.id.is_empty()).map(|units| units[0].to_string());
    let title = numbered.unwrap_or_else(|| clean(pair.titles[0]));
    xml.create_element("tu").with_attribute(("tuid", title.as_str())).write_inner_content(|xml| {
        if !pair.note.is_empty() {
            xml.create_element("note").write_text_content(BytesText::new(&clean(pair.note)))?;
        }
        let verdict = if pair.accepted.is_some() { "accepted" } else { "unreviewed" };
        let properties = [("x-target", pair.titles[1].to_owned()), ("x-verdict", verdict.to_owned())];
        let distance = pair.distance.is_finite().then(|| ("x-distance", pair.distance.to_string()));
        for (kind, value) in properties.into_iter().chain(distance) {
            xml.create_element("prop").with_attribute(("type", kind)).write_text_content(BytesText::new(&clean(&value)))?;
        }
        for (language, text) in languages.iter().zip(texts) {
            xml.create_element("tuv").with_attribute(("xml:lang", language.as_str())).write_inner_content(|xml| {
                xml.create_element("seg").write_text_content(BytesText::new(&clean(text)))?;
                Ok(())
            })?;
        }
        Ok(())
    })?;
    Ok(())
}

/// Text without the characters that XML 1.0 cannot hold, with line ends as a parser reads them.
pub(crate) fn clean(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.chars().filter(|&letter| is_xml(letter)).collect()
}

/// Two different language codes for source and target.
pub(crate) fn languages(sides: [&str; 2]) -> [String; 2] {
    let [source, target] = sides.map(language);
    let target = if source.eq_ignore_ascii_case(&target) { format!("{target}-2") } else { target };
    [source, target]
}

/// Language code made of a name: the name if it has the form of a code, as `en` or `pt-BR` have, otherwise a private code.
fn language(name: &str) -> String {
    let part = |part: &str| (1..=SUBTAG).contains(&part.len()) && part.chars().all(|c| c.is_ascii_alphanumeric());
    let mut parts = name.split(['-', '_']);
    let first = parts.next().is_some_and(|first| matches!(first.len(), 2 | 3) && first.chars().all(|c| c.is_ascii_alphabetic()));
    if first && parts.all(part) {
        return name.replace('_', "-");
    }
    let parts = name.split(|c: char| !c.is_ascii_alphanumeric()).flat_map(|part| part.as_bytes().chunks(SUBTAG));
    let parts: Vec<String> = parts.map(|part| String::from_utf8_lossy(part).to_ascii_lowercase()).collect();
    if parts.is_empty() { "x-unnamed".to_owned() } else { format!("x-{}", parts.join("-")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_sides_become_language_codes() {
        for (name, code) in [
            ("en", "en"),
            ("pt_BR", "pt-BR"),
            ("source", "x-source"),
            ("pairs.en.tsv", "x-pairs-en-tsv"),
            ("日本語", "x-unnamed"),
        ] {
            assert_eq!(language(name), code);
        }
        assert_eq!(language("translations 2"), "x-translat-ions-2");
        assert_eq!(languages(["日本語", "中文"]), ["x-unnamed", "x-unnamed-2"]);
    }

    #[test]
    fn texts_hold_what_xml_can() {
        assert_eq!(clean("a\0b\u{1b}[1m\r\nc\rd\u{fffe}\te🍵"), "ab[1m\nc\nd\te🍵");
    }
}
