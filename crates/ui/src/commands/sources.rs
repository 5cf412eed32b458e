//! Dialog with the sources and licences of the texts inside the program.

use egui::{Button, Context, Id, Modal, ScrollArea, Ui};

/// Authors and licences of included texts: headings, paragraphs of several lines, and addresses.
const NOTICES: &str = include_str!("../../assets/notices.md");

/// Draws the dialog of sources and licences. Returns whether the dialog remains open.
pub(crate) fn show(ctx: &Context) -> bool {
    let modal = Modal::new(Id::unique("sources")).show(ctx, |ui| {
        let size = ctx.content_rect().size();
        ui.set_width(520.0_f32.min(size.x - 40.0));
        ScrollArea::vertical().max_height(size.y - 150.0).auto_shrink([false, true]).show(ui, notices);
        ui.add(Button::new("Close")).clicked()
    });
    !(modal.inner || modal.should_close())
}

fn notices(ui: &mut Ui) {
    for part in NOTICES.split("\n\n").flat_map(parts) {
        match part {
            Part::Title(text) => drop(ui.heading(text)),
            Part::Section(text) => {
                ui.add_space(8.0);
                ui.strong(text);
            }
            Part::Text(text) => drop(ui.label(text)),
            Part::Link(address) => drop(ui.hyperlink(address)),
        }
    }
}

/// Element of the licence notices.
#[derive(Debug, PartialEq)]
enum Part {
    Title(&'static str),
    Section(&'static str),
    Text(String),
    Link(&'static str),
}

/// Parses a paragraph of the licence notices: its lines form one text, each address at the end of a line is a link.
fn parts(paragraph: &'static str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut text = String::new();
    for line in paragraph.lines() {
        if let Some(title) = line.strip_prefix("# ") {
            parts.push(Part::Title(title));
        } else if let Some(title) = line.strip_prefix("## ") {
            parts.push(Part::Section(title));
        } else {
            let (words, link) = line.find("https://").map_or((line, None), |at| (&line[..at], Some(&line[at..])));
            text.push_str(words.trim_end_matches([' ', ',']));
            text.push(' ');
            if let Some(address) = link {
                parts.push(Part::Text(text.trim().to_owned()));
                parts.push(Part::Link(address));
                text.clear();
            }
        }
    }
    if !text.trim().is_empty() {
        parts.push(Part::Text(text.trim().to_owned()));
    }
    parts.retain(|part| *part != Part::Text(String::new()));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_notices_name_every_built_in_corpus_with_its_licence() {
        let parts: Vec<Part> = NOTICES.split("\n\n").flat_map(parts).collect();
        assert_eq!(parts[0], Part::Title("Sources"));
        for which in wordfield_core::corpus::Builtin::ALL {
            let mut name = which.name().to_owned();
            name[..1].make_ascii_uppercase();
            let at = parts.iter().position(|part| matches!(part, Part::Section(title) if *title == name));
            let section = &parts[at.expect("a section") + 1..];
            let section = section.iter().take_while(|part| !matches!(part, Part::Section(_)));
            assert!(
                section.into_iter().any(|part| matches!(part, Part::Link(link) if link.contains("creativecommons.org"))),
                "{name}"
            );
        }
    }
}
