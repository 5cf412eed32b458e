//! Byte ranges of the units of an XLIFF file, 1.2 and 2.0: translation units or segments that have a target.
//!
//! What stands between units stays: files, groups, notes, parts in other languages and units without a translation. A unit (2.0)
//! whose segments are all dropped is dropped whole, since it may not be empty. A corrected text replaces the text of its element;
//! where the element holds codes too, it is refused.
//!
//! Cost: one pass over the bytes. Memory: one range for each unit, and a copy of the file while it is written.

use std::{
    collections::HashMap,
    io::{self, Write},
    ops::Range,
};

use quick_xml::{
    Reader, XmlVersion,
    events::{BytesStart, Event},
};

use super::{
    cells::{Edit, edited},
    unit_error::{CODES, UnitError, unsuitable},
    units::{DeliveredPair, UnitFile},
    xml_places::{Placed, Places},
    xml_texts::{content, escaped},
};
use wordfield_core::corpus::XliffParts;

/// Units of an XLIFF file, with the elements that contain them.
pub(super) struct XliffUnits {
    /// Line number and byte range of each unit, with the white space before it.
    pub units: Vec<(usize, Range<usize>)>,
    /// Bytes of each unit (2.0) all of whose segments have a target, and the indices of these segments in `units`.
    pub parents: Vec<XliffParent>,
}

/// Byte range of an XLIFF unit element, and the indices of its segments.
pub(super) type XliffParent = (Range<usize>, Range<usize>);

impl XliffUnits {
    /// Cuts the bytes of an XLIFF file into units.
    pub(super) fn of(bytes: &[u8]) -> Result<Self, UnitError> {
        let (mut found, mut parts) = (Self { units: Vec::new(), parents: Vec::new() }, XliffParts::default());
        let (mut places, mut aside, mut within) = (Places::of(bytes), 0_usize, false);
        // Line and begin of the open unit, and whether its target has a text; begin of the open parent, its first segment, and whether
        // it has a segment without a target.
        let (mut open, mut parent) = (None::<(usize, usize, bool)>, None::<(usize, usize, bool)>);
        loop {
            let Placed { event, line, begin, end: at } = places.next()?;
            match event {
                Event::Start(tag) => match tag.name().as_ref() {
                    b"xliff" => parts.enter("xliff", |key| attribute(&tag, key)),
                    b"file" => parts.enter("file", |key| attribute(&tag, key)),
                    b"unit" => parent = Some((begin, found.units.len(), false)),
                    b"trans-unit" | b"segment" => open = Some((line, begin, false)),
                    b"target" if aside == 0 => within = true,
                    name => aside += usize::from(is_aside(name)),
                },
                Event::End(tag) => match tag.name().as_ref() {
                    b"target" if aside == 0 => within = false,
                    b"trans-unit" | b"segment" => match open.take() {
                        Some((line, begin, true)) if !parts.left_out() => found.units.push((line, begin..at)),
                        _ => parent = parent.map(|(begin, first, _)| (begin, first, true)),
                    },
                    b"unit" => {
                        let (begin, first, partial) = parent.take().unwrap_or((at, found.units.len(), true));
                        if !partial && first < found.units.len() {
                            found.parents.push((begin..at, first..found.units.len()));
                        }
                    }
                    name => aside -= usize::from(is_aside(name) && aside > 0),
                },
                Event::Text(text) if text.trim_ascii().is_empty() => {}
                Event::Text(_) | Event::CData(_) | Event::GeneralRef(_) if within => {
                    open = open.map(|(line, begin, _)| (line, begin, true));
                }
                Event::Eof => return Ok(found),
                _ => {}
            }
        }
    }
}

/// Writes an XLIFF file with the kept pairs, in the order of the file.
pub(super) fn write(of: &UnitFile, parents: &[XliffParent], kept: &[DeliveredPair<'_>], to: &mut dyn Write) -> io::Result<()> {
    let mut lines: HashMap<usize, DeliveredPair<'_>> = HashMap::new();
    for pair in kept {
        if lines.insert(pair.line, *pair).is_some() {
            return Err(unsuitable(&UnitError::Correction(pair.line, "a split pair would repeat the identifier of its unit")));
        }
    }
    let pair = |place: usize| lines.get(&of.units[place].0);
    let empty: Vec<&XliffParent> =
        parents.iter().filter(|(_, places)| places.clone().all(|place| pair(place).is_none())).collect();
    let mut edits: Vec<Edit<'_>> = empty.iter().map(|(bytes, _)| (bytes.clone(), (&b""[..]).into())).collect();
    let mut empty = empty.into_iter().peekable();
    for (place, (_, bytes)) in of.units.iter().enumerate() {
        while empty.next_if(|(_, places)| places.end <= place).is_some() {}
        match pair(place) {
            Some(pair) if pair.target != pair.line || pair.texts != [None; 2] => {
                let unit = corrected(of, *pair).map_err(|error| unsuitable(&error))?;
                edits.push((bytes.clone(), unit.into()));
            }
            None if !empty.peek().is_some_and(|(_, places)| places.contains(&place)) => {
                edits.push((bytes.clone(), (&b""[..]).into()));
            }
            _ => {}
        }
    }
    to.write_all(&edited(&of.bytes, edits))
}

/// Writes the unit of a pair with another target or with corrected texts.
fn corrected(of: &UnitFile, pair: DeliveredPair<'_>) -> Result<Vec<u8>, UnitError> {
    let refused = UnitError::Correction;
    let mut unit = of.unit(pair.line)?.to_vec();
    if pair.target != pair.line {
        let other = of.unit(pair.target)?;
        let targets = target(&unit).zip(target(other));
        let (own, taken) = targets.ok_or(UnitError::Target(pair.line, pair.target))?;
        unit = edited(&unit, vec![(own, other[taken].into())]);
    }
    for (name, text) in [&b"source"[..], b"target"].into_iter().zip(pair.texts) {
        let Some(text) = text else { continue };
        let place = content(&unit, name, is_aside).filter(|content| content.is_text);
        let place = place.ok_or(refused(pair.line, CODES))?;
        if name == b"source" && content(&unit, b"seg-source", |_| false).is_some() {
            return Err(refused(pair.line, "the source of the unit is segmented, which its corrected text is not"));
        }
        unit = edited(&unit, vec![(place.bytes, escaped(text).into())]);
    }
    Ok(unit)
}

/// Whether targets inside an XML element do not belong to its unit.
fn is_aside(element: &[u8]) -> bool {
    str::from_utf8(element).is_ok_and(XliffParts::is_aside)
}

/// Value of an XML attribute, whose name is compared ignoring case.
fn attribute(tag: &BytesStart<'_>, key: &str) -> Option<String> {
    let named = tag.attributes().flatten().find(|attribute| attribute.key.as_ref().eq_ignore_ascii_case(key.as_bytes()))?;
    named.normalized_value(XmlVersion::Implicit1_0).ok().map(Into::into)
}

/// Byte range of the target element within a unit.
fn target(unit: &[u8]) -> Option<Range<usize>> {
    let mut reader = Reader::from_reader(unit);
    let (mut aside, mut begin) = (0_usize, None);
    loop {
        let before = reader.buffer_position() as usize;
        match reader.read_event().ok()? {
            Event::Start(tag) if aside == 0 && tag.name().as_ref() == b"target" => begin = Some(before),
            Event::Start(tag) => aside += usize::from(is_aside(tag.name().as_ref())),
            Event::End(tag) if aside == 0 && tag.name().as_ref() == b"target" => {
                return Some(begin?..reader.buffer_position() as usize);
            }
            Event::End(tag) => aside -= usize::from(is_aside(tag.name().as_ref()) && aside > 0),
            Event::Eof => return None,
            _ => {}
        }
    }
}
