//! Edits of translation memories and XLIFF files: omitted units removed or marked, other targets, corrected texts.
//!
//! Content between units is kept: files, groups, notes, parts in other languages and units without a translation.
//! An XLIFF 2 unit whose segments are all removed is removed as a whole, since it may not be empty.
//! A correction is refused if its element holds codes in addition to text.
//!
//! Cost: one pass over the units that change. Memory: an edit for each.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
    time::{SystemTime, UNIX_EPOCH},
};

use quick_xml::{Reader, escape::partial_escape, events::Event};

use super::{
    account::Omitted,
    unit_error::{CODES, UnitError},
    units::{DeliveredPair, OmittedUnits, PairUnits},
};
use wordfield_core::corpus::{Format, TextEdit, TextPart, TransUnit, is_xml};

/// Name of the program as the author of changes in corrected units.
const CHANGED_BY: &str = "Wordfield";

/// Edit within a unit: byte range of the text of the file, and the replacement.
type Inner = (Range<usize>, TextPart);

/// Edits of a translation memory or XLIFF file. `versions` are the kept pairs of each pair of the file.
pub(super) fn edits(
    units: &PairUnits,
    format: Format,
    languages: &[String; 2],
    versions: &[Vec<DeliveredPair<'_>>],
    omitted: &[Omitted<'_>],
    treatment: OmittedUnits,
) -> Result<Vec<TextEdit>, UnitError> {
    let xml = Xml { units, format, languages, now: timestamp(SystemTime::now()) };
    let marks = format == Format::Xliff && treatment == OmittedUnits::Mark;
    let mut edits = if marks { xml.notes(omitted) } else { xml.empty_parents(versions) };
    let removed: Vec<Range<usize>> = edits.iter().map(|edit| edit.range.clone()).filter(|range| !range.is_empty()).collect();
    for (pair, versions) in versions.iter().enumerate() {
        let range = xml.range(pair);
        let edit = match &versions[..] {
            [] if containing(&removed, &range).is_some() => continue,
            [] if marks => TextEdit { parts: spliced(range.clone(), xml.mark(pair)?), range },
            [] => TextEdit { range: xml.with_space(range), parts: Vec::new() },
            [one] if one.target == one.pair && one.texts == [None; 2] => continue,
            [_, _, ..] if format == Format::Xliff => {
                return Err(UnitError::Correction(xml.name(pair), "a split pair would repeat the identifier of its unit"));
            }
            several => {
                let whole = xml.with_space(range.clone());
                let mut parts = Vec::new();
                for (part, pair) in several.iter().enumerate() {
                    if part > 0 {
                        parts.push(TextPart::Copy(whole.start..range.start));
                    }
                    parts.extend(spliced(range.clone(), xml.inner(*pair)?));
                }
                TextEdit { range, parts }
            }
        };
        edits.push(edit);
    }
    edits.sort_by_key(|edit| edit.range.start);
    Ok(edits)
}

/// Parts of a byte range with inner edits in ascending order; text between the edits is copied.
pub(super) fn spliced(range: Range<usize>, inner: Vec<Inner>) -> Vec<TextPart> {
    let (mut at, mut parts) = (range.start, Vec::new());
    for (place, part) in inner {
        parts.extend([TextPart::Copy(at..place.start), part]);
        at = place.end;
    }
    parts.push(TextPart::Copy(at..range.end));
    parts
}

/// Translation memory or XLIFF file with its units.
struct Xml<'a> {
    units: &'a PairUnits,
    format: Format,
    languages: &'a [String; 2],
    /// Time of the change in the form of TMX.
    now: String,
}

impl Xml<'_> {
    fn text(&self) -> &str {
        &self.units.files.files[0].text
    }

    fn range(&self, pair: usize) -> Range<usize> {
        self.units.files.units[pair].bytes[0].clone()
    }

    fn name(&self, pair: usize) -> String {
        self.units.name(&self.units.files.units[pair])
    }

    /// Byte range of an element with the white space before it.
    fn with_space(&self, range: Range<usize>) -> Range<usize> {
        self.text()[..range.start].trim_end_matches([' ', '\t', '\r', '\n']).len()..range.end
    }

    fn unit(&self, pair: usize) -> Result<TransUnit, UnitError> {
        let text = &self.text()[self.range(pair)];
        TransUnit::parse(text.as_bytes(), self.format).ok_or_else(|| UnitError::Damaged(self.name(pair)))
    }

    /// Edits within the unit of a kept pair.
    fn inner(&self, pair: DeliveredPair<'_>) -> Result<Vec<Inner>, UnitError> {
        let refused = |problem| UnitError::Correction(self.name(pair.pair), problem);
        let unit = self.unit(pair.pair)?;
        let own = unit.sides(self.languages, self.format);
        let (begin, mut edits) = (self.range(pair.pair).start, Vec::new());
        let at = |range: &Range<usize>, begin: usize| begin + range.start..begin + range.end;
        let target = (pair.target != pair.pair).then(|| self.unit(pair.target)).transpose()?;
        for (side, own) in own.into_iter().enumerate() {
            let variant = own.ok_or(refused("the text that is corrected is not found"))?;
            let other = target.as_ref().filter(|_| side == 1);
            let taken = match other {
                Some(unit) => unit.sides(self.languages, self.format)[1],
                None => Some(variant),
            };
            let taken = taken.ok_or_else(|| UnitError::Target(self.name(pair.pair), self.name(pair.target)))?;
            let base = if other.is_some() { self.range(pair.target).start } else { begin };
            let mut changes: Vec<Inner> = Vec::new();
            if let Some(text) = pair.texts[side] {
                if let Some(letter) = text.chars().find(|letter| !is_xml(*letter)) {
                    return Err(UnitError::Forbidden(self.name(pair.pair), letter));
                }
                let content = taken.content.as_ref().filter(|_| taken.is_text).ok_or(refused(CODES))?;
                let tag = &self.text()[self.range(pair.pair)];
                if side == 0 && self.format == Format::Xliff && tag.contains("seg-source") {
                    return Err(refused("the source of the unit is segmented, which its corrected text is not"));
                }
                if self.format == Format::Tmx {
                    changes.extend(self.dated(&at(&taken.start_tag, base)));
                }
                changes.push((at(content, base), TextPart::Text(escaped(text))));
            }
            if other.is_some() {
                let parts = spliced(at(&taken.bytes, base), changes);
                let mut place = at(&variant.bytes, begin);
                for part in parts {
                    edits.push((place.clone(), part));
                    place = place.end..place.end;
                }
            } else {
                edits.extend(changes);
            }
        }
        if self.format == Format::Tmx {
            edits.extend(self.dated(&at(&unit.start_tag, begin)));
        }
        edits.sort_by_key(|edit| edit.0.start);
        Ok(edits)
    }

    /// Edits of a start tag that date its change.
    fn dated(&self, tag: &Range<usize>) -> Vec<Inner> {
        let values = [("changedate", self.now.as_str()), ("changeid", CHANGED_BY)];
        self.attributes(tag, values.map(|(key, value)| (key, Some(value))))
    }

    /// Edits of a start tag that set attributes, or remove those without a value.
    fn attributes<const N: usize>(&self, tag: &Range<usize>, values: [(&str, Option<&str>); N]) -> Vec<Inner> {
        let text = &self.text()[tag.clone()];
        let end = tag.start + text.trim_end_matches(['>', '/']).trim_end().len();
        let mut edits: Vec<Inner> = Vec::new();
        let mut new = String::new();
        for (key, value) in values {
            let place = attribute(text, key).map(|range| tag.start + range.start..tag.start + range.end);
            match (place, value) {
                (Some(place), Some(value)) => edits.push((place, TextPart::Text(format!("{key}=\"{value}\"")))),
                (Some(place), None) => edits.push((place, TextPart::Text(String::new()))),
                (None, Some(value)) => new.extend([" ", key, "=\"", value, "\""]),
                (None, None) => {}
            }
        }
        if !new.is_empty() {
            edits.push((end..end, TextPart::Text(new)));
        }
        edits.sort_by_key(|edit| edit.0.start);
        edits
    }

    /// Edits that mark the XLIFF unit of an omitted pair as to be reviewed.
    fn mark(&self, pair: usize) -> Result<Vec<Inner>, UnitError> {
        let (begin, unit) = (self.range(pair).start, self.unit(pair)?);
        let at = |range: &Range<usize>| begin + range.start..begin + range.end;
        if self.parent(pair).is_some() {
            return Ok(self.attributes(&at(&unit.start_tag), [("state", Some("initial")), ("subState", None)]));
        }
        let [_, Some(target)] = unit.sides(self.languages, self.format) else {
            return Err(UnitError::Damaged(format!("{} has no target", self.name(pair))));
        };
        let mut edits = self.attributes(&at(&unit.start_tag), [("approved", Some("no"))]);
        edits.extend(self.attributes(&at(&target.start_tag), [("state", Some("needs-review-translation"))]));
        Ok(edits)
    }

    /// Byte range of the XLIFF 2 unit that contains the segment of a pair.
    fn parent(&self, pair: usize) -> Option<Range<usize>> {
        containing(&self.units.files.parents, &self.range(pair)).cloned()
    }

    /// Notes in XLIFF 2 units, which state why their segments are to be reviewed.
    fn notes(&self, omitted: &[Omitted<'_>]) -> Vec<TextEdit> {
        let mut notes = BTreeMap::<usize, (Range<usize>, Vec<String>)>::new();
        for omitted in omitted {
            let Some((pair, parent)) = omitted.pair.and_then(|pair| Some((pair, self.parent(pair)?))) else { continue };
            let id = self.units.files.id(pair);
            let text = [id, &omitted.cause, &omitted.reasons, omitted.note].into_iter().filter(|text| !text.is_empty());
            notes.entry(parent.start).or_insert((parent, Vec::new())).1.push(text.collect::<Vec<_>>().join(": "));
        }
        notes.into_values().filter_map(|(parent, notes)| self.note(&parent, &notes)).collect()
    }

    /// Edit that adds notes to an XLIFF 2 unit: to its notes, or before its first segment.
    fn note(&self, parent: &Range<usize>, texts: &[String]) -> Option<TextEdit> {
        let unit = &self.text()[parent.clone()];
        let name = unit.trim_start_matches('<').split([' ', '\t', '\r', '\n', '>']).next()?;
        let prefix = name.split_once(':').map_or(String::new(), |(prefix, _)| format!("{prefix}:"));
        let note = |text: &String| {
            let text: String = text.chars().filter(|&letter| is_xml(letter)).collect();
            format!("<{prefix}note appliesTo=\"target\" category=\"review\">{}</{prefix}note>", partial_escape(text))
        };
        let notes: String = texts.iter().map(note).collect();
        let (mut reader, mut depth) = (Reader::from_str(unit), 0);
        loop {
            let before = reader.buffer_position() as usize;
            let event = reader.read_event().ok()?;
            let after = reader.buffer_position() as usize;
            let at = |place: usize, text| {
                let range = parent.start + place..parent.start + place;
                Some(TextEdit { range, parts: vec![TextPart::Text(text)] })
            };
            match &event {
                Event::Start(tag) if depth == 1 && tag.local_name().as_ref() == b"notes" => return at(after, notes),
                Event::Start(tag) | Event::Empty(tag)
                    if depth == 1 && [&b"originalData"[..], b"segment", b"ignorable"].contains(&tag.local_name().as_ref()) =>
                {
                    return at(before, format!("<{prefix}notes>{notes}</{prefix}notes>"));
                }
                Event::Start(_) => depth += 1,
                Event::End(_) => depth -= 1,
                Event::Eof => return None,
                _ => {}
            }
        }
    }

    /// Edits that remove XLIFF 2 units whose segments are all pairs and all omitted.
    fn empty_parents(&self, versions: &[Vec<DeliveredPair<'_>>]) -> Vec<TextEdit> {
        let files = &self.units.files;
        let mut stay: BTreeSet<usize> = BTreeSet::new();
        let parent_of = |range: &Range<usize>| files.parents.partition_point(|parent| parent.end < range.end);
        stay.extend(files.left_out.iter().map(|unit| parent_of(&unit.unit.bytes[0])));
        let kept = versions.iter().zip(&files.units).filter(|(versions, _)| !versions.is_empty());
        stay.extend(kept.map(|(_, unit)| parent_of(&unit.bytes[0])));
        let with_pairs: BTreeSet<usize> = files.units.iter().map(|unit| parent_of(&unit.bytes[0])).collect();
        let empty = with_pairs.difference(&stay).filter_map(|&parent| files.parents.get(parent));
        empty.map(|parent| TextEdit { range: self.with_space(parent.clone()), parts: Vec::new() }).collect()
    }
}

/// Range that contains another, among ascending ranges that do not overlap.
fn containing<'a>(ranges: &'a [Range<usize>], range: &Range<usize>) -> Option<&'a Range<usize>> {
    ranges.get(ranges.partition_point(|outer| outer.end < range.end)).filter(|outer| outer.start <= range.start)
}

/// Text escaped as the content of an XML element.
fn escaped(text: &str) -> String {
    partial_escape(text.replace("\r\n", "\n").replace('\r', "\n")).into_owned()
}

/// Byte range of an attribute in a start tag, from its name to the end of its value.
fn attribute(tag: &str, key: &str) -> Option<Range<usize>> {
    let mut at = tag.find(|letter: char| letter.is_ascii_whitespace())?;
    loop {
        let equals = at + tag[at..].find('=')?;
        let name = tag[at..equals].trim();
        let open = equals + tag[equals..].find(['"', '\''])?;
        let close = open + 1 + tag[open + 1..].find(char::from(tag.as_bytes()[open]))?;
        if name.eq_ignore_ascii_case(key) {
            return Some(equals - tag[at..equals].trim_start().len()..close + 1);
        }
        at = close + 1;
    }
}

/// Time in the form of TMX, as in `20261128T190000Z` (UTC).
fn timestamp(now: SystemTime) -> String {
    let seconds = now.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    // Days are counted from 1 March of the year 0, so that a leap day is the last day of its year.
    let (days, second) = (seconds / 86_400 + 719_468, seconds % 86_400);
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let date = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + 400 * era + u64::from(month <= 2);
    format!("{year:04}{month:02}{date:02}T{:02}{:02}{:02}Z", second / 3600, second / 60 % 60, second % 60)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn times_are_those_of_the_calendar() {
        let at = |seconds| timestamp(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "19700101T000000Z");
        assert_eq!(at(951_782_399), "20000228T235959Z");
        assert_eq!(at(951_782_400), "20000229T000000Z");
        assert_eq!(at(1_795_892_400), "20261128T190000Z");
    }

    #[test]
    fn attributes_are_found_behind_values_that_look_like_them() {
        let tag = "<t:tu  note='state=\"a\"' state = \"b\">";
        assert_eq!(attribute(tag, "state").map(|range| &tag[range]), Some("state = \"b\""));
        assert_eq!((attribute(tag, "tu"), attribute("<tu>", "state")), (None, None));
    }
}
