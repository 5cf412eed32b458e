//! Warning about words that no installed font can draw.
//!
//! Cost: [`SAMPLE`] words a frame.

use crate::widgets::warning;
use egui::{TextStyle, Ui};

/// Number of words checked for missing glyphs in each frame.
const SAMPLE: usize = 200;

/// Draws a warning with the name of a missing font, if some words need the font.
pub(crate) fn note(ui: &mut Ui, words: &[String]) {
    let font = TextStyle::Body.resolve(ui.style());
    let missing = ui.fonts_mut(|fonts| undrawable(words, |letter| fonts.has_glyph(&font, letter)));
    warning(ui, missing.map(remedy));
}

/// First letter that no font can draw, among words spread evenly over the vocabulary.
fn undrawable(words: &[String], mut has: impl FnMut(char) -> bool) -> Option<char> {
    let stride = words.len().div_ceil(SAMPLE).max(1);
    let letters = words.iter().step_by(stride).flat_map(|word| word.chars());
    letters.filter(|letter| !letter.is_ascii() && letter.is_alphabetic()).find(|&letter| !has(letter))
}

fn remedy(letter: char) -> String {
    let east_asian =
        matches!(letter, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..);
    let package = if east_asian { "fonts-noto-cjk" } else { "fonts-noto-core" };
    let code = u32::from(letter);
    format!(
        "No font on this computer can draw U+{code:04X}, so words show as boxes: install one (on Debian {package}) and start again."
    )
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use egui::{
        Context, FontData, FontFamily, RawInput, Shape,
        epaint::text::{FontInsert, FontPriority, InsertFontFamily},
    };

    use super::*;
    use wordfield_core::corpus::{Builtin, Dataset, SplitOptions, VocabularyOptions, Weighting, builtin};

    #[test]
    fn a_missing_letter_is_found_and_its_font_package_named() {
        let mut words: Vec<String> = (0..5000).map(|i| format!("word{i}")).collect();
        assert_eq!(undrawable(&words, |_| false), None, "plain letters are in every font");
        words.extend((0..5000).map(|i| format!("京都{i}")));
        assert_eq!(undrawable(&words, |letter| letter != '都'), Some('都'));
        assert_eq!(undrawable(&words, |_| true), None);
        assert!(remedy('都').contains("fonts-noto-cjk") && remedy('ก').contains("fonts-noto-core"));
    }

    /// Lines of the warning for the built-in Japanese and English pairs under the given fonts.
    fn drawn_texts(ctx: &Context) -> Vec<String> {
        let words = vocabulary();
        let mut drawn_texts = Vec::new();
        // Fonts take effect in the second frame.
        for _ in 0..2 {
            let mut output = ctx.run_ui(RawInput::default(), |ui| note(ui, &words));
            output.textures_delta.clear();
            drawn_texts = output
                .shapes
                .iter()
                .filter_map(|shape| if let Shape::Text(text) = &shape.shape { Some(text.galley.text().to_owned()) } else { None })
                .collect();
        }
        drawn_texts
    }

    fn vocabulary() -> Vec<String> {
        let corpus = Arc::new(builtin(Builtin::Pairs));
        let options = (SplitOptions::default(), VocabularyOptions::default());
        Dataset::build(corpus, &options.0, &options.1, Weighting::Sqrt).expect("a dataset").words
    }

    #[test]
    fn a_missing_japanese_font_is_named() {
        let lines = drawn_texts(&Context::default());
        assert!(lines.iter().any(|line| line.contains("install one (on Debian fonts-noto-cjk)")), "{lines:?}");
    }

    #[test]
    fn no_warning_with_a_japanese_font() {
        let known =
            ["/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc", "/usr/share/fonts/truetype/takao-gothic/TakaoGothic.ttf"];
        let Some(font) = known.iter().find_map(|path| std::fs::read(path).ok()) else {
            eprintln!("skipped: no Japanese font in {known:?}");
            return;
        };
        let ctx = Context::default();
        let family = InsertFontFamily { family: FontFamily::Proportional, priority: FontPriority::Lowest };
        ctx.add_font(FontInsert::new("japanese", FontData::from_owned(font), vec![family]));
        assert_eq!(drawn_texts(&ctx), Vec::<String>::new());
    }
}
