//! Rule for end punctuation: statement, question, exclamation, colon or none, compared across scripts.

use super::{Case, Measured, Rule, RuleKind};
use crate::text::end_mark;

pub(super) const RULE: Rule =
    Rule::new(RuleKind::Hint, "punctuation", "differing ends", 1.0, "The two sides end with different punctuation.", measure);

fn measure(case: &Case) -> Option<Measured> {
    let ends = case.texts.map(end_mark);
    let differ = ends[0] != ends[1] && case.texts.iter().all(|text| !text.trim().is_empty());
    Measured::count(usize::from(differ), || {
        let shown = ends.map(|end| end.map_or("none".to_owned(), String::from));
        format!("{}≠{}", shown[0], shown[1])
    })
}

#[cfg(test)]
mod tests {
    use super::{super::testing::*, RULE};

    #[test]
    fn ends_are_compared_across_scripts() {
        assert_eq!(text(&RULE, "Is it red?", "家は赤い。"), "?≠.");
        assert_eq!(text(&RULE, "Red.", "Rot"), ".≠none");
        for (source, target) in
            [("Is it red?", "家は赤いか？"), ("“Red!”", "« Rouge ! »"), ("It is.", "यह है।"), ("What?", "ماذا؟")]
        {
            assert_eq!(measured(&RULE, source, target), None, "{source}");
        }
    }
}
