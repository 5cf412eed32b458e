//! Texts of XML elements within the bytes of a translation unit, and corrected texts that replace them.
//!
//! Cost: one pass over the unit. Memory: none.

use std::ops::Range;

use quick_xml::{Reader, escape::partial_escape, events::Event};

use super::tmx::clean;

/// Content of an XML element, and whether it is only text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Content {
    /// Byte range between the tags of the element.
    pub bytes: Range<usize>,
    /// Whether the element holds text alone, without tags, comments or instructions.
    pub is_text: bool,
}

/// Content of the first XML element with a name, in any case, outside of elements that are aside.
pub(super) fn content(unit: &[u8], name: &[u8], is_aside: fn(&[u8]) -> bool) -> Option<Content> {
    let mut reader = Reader::from_reader(unit);
    let (mut outside, mut found) = (0_usize, None::<Content>);
    loop {
        let before = reader.buffer_position() as usize;
        let event = reader.read_event().ok()?;
        let at = reader.buffer_position() as usize;
        match (&event, &mut found) {
            (Event::Start(tag), None) if outside == 0 && tag.name().as_ref().eq_ignore_ascii_case(name) => {
                found = Some(Content { bytes: at..at, is_text: true });
            }
            (Event::Start(tag), None) => outside += usize::from(is_aside(tag.name().as_ref())),
            (Event::End(tag), None) => outside -= usize::from(is_aside(tag.name().as_ref()) && outside > 0),
            (Event::End(tag), Some(found)) if tag.name().as_ref().eq_ignore_ascii_case(name) => {
                return Some(Content { bytes: found.bytes.start..before, ..found.clone() });
            }
            (Event::Text(_) | Event::CData(_) | Event::GeneralRef(_), _) => {}
            (Event::Eof, _) => return None,
            (_, Some(found)) => found.is_text = false,
            (_, None) => {}
        }
    }
}

/// Text escaped as the content of an XML element.
pub(super) fn escaped(text: &str) -> Vec<u8> {
    partial_escape(clean(text)).into_owned().into_bytes()
}

/// Whether bytes can be written as UTF-8: they are UTF-8, and no XML declaration names another encoding.
pub(super) fn are_utf8(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let declared = text.trim_start_matches('\u{feff}').strip_prefix("<?xml").and_then(|text| text.split_once("?>"));
    let named = declared.and_then(|(declared, _)| declared.split_once("encoding")).map(|(_, named)| named.to_ascii_lowercase());
    named.is_none_or(|named| named.contains("utf-8") || named.contains("ascii"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of<'a>(unit: &'a str, name: &str) -> Option<(&'a str, bool)> {
        content(unit.as_bytes(), name.as_bytes(), |name| name == b"note").map(|content| (&unit[content.bytes], content.is_text))
    }

    #[test]
    fn contents_of_elements_are_found() {
        let unit = "<u><note><seg>no</seg></note><SEG a='1'>a &amp; <![CDATA[<b>]]></SEG><seg>c</seg></u>";
        assert_eq!(of(unit, "seg"), Some(("a &amp; <![CDATA[<b>]]>", true)));
        assert_eq!(of("<u><seg>a <ph id='1'/></seg></u>", "seg"), Some(("a <ph id='1'/>", false)));
        assert_eq!(of("<u><seg>a<!-- b --></seg></u>", "seg"), Some(("a<!-- b -->", false)));
        assert_eq!((of("<u><seg/></u>", "seg"), of("<u><seg>a", "seg")), (None, None));
    }

    #[test]
    fn texts_are_escaped_and_other_encodings_recognised() {
        assert_eq!(escaped("a < b & \"c\"\0"), b"a &lt; b &amp; \"c\"");
        assert!(
            are_utf8("<?xml version='1.0' encoding='UTF-8'?>é".as_bytes())
                && are_utf8(b"<?xml version='1.0'?>")
                && are_utf8(b"a")
        );
        assert!(!are_utf8(b"<?xml version='1.0' encoding=\"ISO-8859-1\"?>a") && !are_utf8(b"\xe9"));
    }
}
