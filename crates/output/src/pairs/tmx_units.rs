//! Byte ranges of the units of a translation memory, and of their variants.
//! Units without one of the two languages, and comments between units, do not count: they stay in the file.
//!
//! Cost: one pass over the bytes. Memory: one range for each unit.

use std::ops::Range;

use quick_xml::{Reader, events::Event};

use super::{
    unit_error::UnitError,
    xml_places::{Placed, Places},
};

/// Units of a translation memory that have both languages: line and bytes of each, with the white space before it.
pub(super) fn translation_units(bytes: &[u8], languages: &[String; 2]) -> Result<Vec<(usize, Range<usize>)>, UnitError> {
    let (mut places, mut units, mut open) = (Places::of(bytes), Vec::new(), None::<(usize, usize)>);
    loop {
        let Placed { event, line, begin, end } = places.next()?;
        match event {
            Event::Start(tag) if tag.name().as_ref().eq_ignore_ascii_case(b"tu") => open = Some((line, begin)),
            Event::End(tag) if tag.name().as_ref().eq_ignore_ascii_case(b"tu") => {
                let unit = open.take().map(|(line, begin)| (line, begin..end));
                let has = |unit: &Range<usize>| languages.iter().all(|code| variant(&bytes[unit.clone()], code).is_some());
                units.extend(unit.filter(|(_, unit)| has(unit)));
            }
            Event::Eof => return Ok(units),
            _ => {}
        }
    }
}

/// Bytes of a translation unit's variant in a language, the same that the reader of translation memories chooses.
pub(super) fn variant(unit: &[u8], language: &str) -> Option<Range<usize>> {
    let mut reader = Reader::from_reader(unit);
    let mut found: Vec<(String, Range<usize>)> = Vec::new();
    let mut open = None;
    loop {
        let before = reader.buffer_position() as usize;
        match reader.read_event().ok()? {
            Event::Start(tag) if tag.name().as_ref().eq_ignore_ascii_case(b"tuv") => {
                let code = tag
                    .attributes()
                    .flatten()
                    .find(|one| [&b"xml:lang"[..], b"lang"].iter().any(|key| one.key.as_ref().eq_ignore_ascii_case(key)))?;
                open = Some((String::from_utf8_lossy(&code.value).into_owned(), before));
            }
            Event::End(tag) if tag.name().as_ref().eq_ignore_ascii_case(b"tuv") => {
                let (code, begin) = open.take()?;
                found.push((code, begin..reader.buffer_position() as usize));
            }
            Event::Eof => break,
            _ => {}
        }
    }
    let exact = found.iter().find(|(code, _)| code.eq_ignore_ascii_case(language));
    // The code "en" also matches "en-GB", and "en-US" matches "en"; two regions of one language are two languages.
    let primary = |code: &str| code.split(['-', '_']).next().unwrap_or_default().to_lowercase();
    let near = |code: &str| primary(code) == primary(language) && (!code.contains('-') || !language.contains('-'));
    exact.or_else(|| found.iter().find(|(code, _)| near(code))).map(|(_, range)| range.clone())
}
