//! TBX-Basic terms (ISO 30042:2019, style DCA): a concept for each mutual entry of a dictionary.
//! Distance and counts of the entry are in a note, and its examples are contexts that cite their lines as source.
//!
//! Languages are those of a translation memory. Characters that XML cannot hold are removed.
//!
//! Cost: one pass over the entries. Memory: one entry.

use std::io;

use quick_xml::{
    Writer,
    events::{BytesDecl, BytesText, Event},
};

use super::{
    ExportError, WordPair, WordPairs,
    pairs::{clean, languages},
};

type Xml<'a, 'b> = Writer<&'a mut (dyn io::Write + 'b)>;

/// Writes the mutual entries of a dictionary as TBX terms.
///
/// # Errors
/// Returns an error if no entry is mutual, or an I/O operation fails.
pub(crate) fn tbx(dictionary: &WordPairs<'_>, to: &mut dyn io::Write) -> io::Result<()> {
    if dictionary.terms().next().is_none() {
        let problem =
            "no entry is mutual, and TBX holds mutual entries alone: list more entries, or choose a table format such as csv";
        return Err(io::Error::other(ExportError::Unsuitable(problem.to_owned())));
    }
    let languages = languages(dictionary.sides);
    let mut xml = Writer::new_with_indent(to, b' ', 1);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let root = [("type", "TBX-Basic"), ("style", "dca"), ("xml:lang", "en"), ("xmlns", "urn:iso:std:iso:30042:ed-2")];
    xml.create_element("tbx").with_attributes(root).write_inner_content(|xml| {
        xml.create_element("tbxHeader").write_inner_content(|xml| header(dictionary, xml))?;
        xml.create_element("text").write_inner_content(|xml| {
            xml.create_element("body").write_inner_content(|xml| {
                (1..)
                    .zip(dictionary.terms())
                    .try_for_each(|(number, entry)| concept(dictionary, (number, entry), &languages, xml))
            })?;
            Ok(())
        })?;
        Ok(())
    })?;
    xml.into_inner().write_all(b"\n")
}

fn header(dictionary: &WordPairs<'_>, xml: &mut Xml<'_, '_>) -> io::Result<()> {
    let [source, target] = dictionary.sides;
    xml.create_element("fileDesc").write_inner_content(|xml| {
        xml.create_element("titleStmt").write_inner_content(|xml| text(xml, "title", None, &format!("{source} and {target}")))?;
        let origin = format!("Mutual nearest words of a model of pairs, Wordfield {}", env!("CARGO_PKG_VERSION"));
        xml.create_element("sourceDesc").write_inner_content(|xml| text(xml, "p", None, &origin))?;
        Ok(())
    })?;
    Ok(())
}

fn concept(
    dictionary: &WordPairs<'_>,
    (number, entry): (usize, &WordPair<'_>),
    languages: &[String; 2],
    xml: &mut Xml<'_, '_>,
) -> io::Result<()> {
    let WordPair { words, distance, pairs: [source, target], together, .. } = entry;
    let id = format!("c{number}");
    xml.create_element("conceptEntry").with_attribute(("id", id.as_str())).write_inner_content(|xml| {
        let distance = if distance.is_finite() { format!("distance {distance}; ") } else { String::new() };
        let counts =
            format!("training pairs with both words {together}, with the source word {source}, with the target word {target}");
        text(xml, "note", None, &(distance + &counts))?;
        for (side, language) in languages.iter().enumerate() {
            xml.create_element("langSec").with_attribute(("xml:lang", language.as_str())).write_inner_content(|xml| {
                xml.create_element("termSec").write_inner_content(|xml| {
                    text(xml, "term", None, words[side])?;
                    entry.examples.iter().try_for_each(|example| {
                        xml.create_element("descripGrp").write_inner_content(|xml| {
                            text(xml, "descrip", Some("context"), example.texts[side])?;
                            text(
                                xml,
                                "admin",
                                Some("source"),
                                &format!("{}, line {}", dictionary.sides[side], example.lines[side]),
                            )
                        })?;
                        Ok(())
                    })
                })?;
                Ok(())
            })?;
        }
        Ok(())
    })?;
    Ok(())
}

/// Writes an XML element with a text and an optional type attribute.
fn text(xml: &mut Xml<'_, '_>, name: &str, kind: Option<&str>, text: &str) -> io::Result<()> {
    let element = xml.create_element(name).with_attributes(kind.map(|kind| ("type", kind)));
    element.write_text_content(BytesText::new(&clean(text)))?;
    Ok(())
}

#[cfg(test)]
mod tests;
