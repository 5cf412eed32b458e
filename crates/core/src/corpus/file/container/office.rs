//! Text of office documents: the paragraphs in `word/document.xml` (DOCX) or `content.xml` (ODT).
//!
//! Deleted text, comments and notes of ODT are left out.

use std::io::{BufReader, Cursor, Read};

use quick_xml::{Reader, escape::resolve_predefined_entity, events::Event};
use zip::ZipArchive;

use super::{ContainerText, Failure};

pub(super) fn text(bytes: &[u8], member: &str, most: u64) -> Result<ContainerText, Failure> {
    let mut archive = ZipArchive::new(Cursor::new(bytes))?;
    let mut reader = Reader::from_reader(BufReader::new(archive.by_name(member)?.take(most)));
    let word = member.starts_with("word/");
    let (mut text, mut buffer, mut aside, mut run) = (String::new(), Vec::new(), 0_usize, 0_usize);
    // Byte offset at which the current paragraph starts.
    let mut begin = 0;
    loop {
        buffer.clear();
        let event = reader.read_event_into(&mut buffer)?;
        match &event {
            Event::Start(tag) | Event::Empty(tag) => {
                let opens = usize::from(matches!(event, Event::Start(_)));
                match tag.name().as_ref() {
                    b"w:t" => run += opens,
                    b"text:tracked-changes" | b"office:annotation" | b"text:note" => aside += opens,
                    b"w:tab" | b"w:br" | b"text:s" | b"text:tab" | b"text:line-break" => text.push(' '),
                    _ => {}
                }
            }
            Event::End(tag) => match tag.name().as_ref() {
                b"w:t" => run = run.saturating_sub(1),
                b"text:tracked-changes" | b"office:annotation" | b"text:note" => aside = aside.saturating_sub(1),
                b"w:p" | b"text:p" | b"text:h" if aside == 0 => {
                    if text[begin..].trim().is_empty() {
                        text.truncate(begin);
                    } else {
                        text.push('\n');
                    }
                    begin = text.len();
                }
                _ => {}
            },
            Event::Text(_) | Event::CData(_) | Event::GeneralRef(_) if aside > 0 || word && run == 0 => {}
            // A line end within a paragraph becomes a space.
            Event::Text(words) => text.push_str(&String::from_utf8_lossy(words).replace(['\n', '\r'], " ")),
            Event::CData(words) => text.push_str(&String::from_utf8_lossy(words).replace(['\n', '\r'], " ")),
            Event::GeneralRef(entity) => {
                let character = entity.resolve_char_ref()?.map(String::from);
                let name = String::from_utf8_lossy(entity);
                text.push_str(&character.or_else(|| resolve_predefined_entity(&name).map(str::to_owned)).unwrap_or_default());
            }
            Event::Eof => break,
            _ => {}
        }
        if text.len() as u64 > most {
            return Err(Failure::TooMuch);
        }
    }
    text.truncate(begin);
    Ok(ContainerText { text, note: "A text document, read as one paragraph a line.".to_owned() })
}
