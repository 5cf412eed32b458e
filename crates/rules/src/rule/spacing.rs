//! Spacing rule: spaces at an end, doubled spaces, and spaces before a comma or full stop, on one side only.

use super::{Case, Measured, Rule, RuleKind};

pub(super) const RULE: Rule = Rule::new(
    RuleKind::Hint,
    "spacing",
    "faults",
    1.0,
    "Spaces are doubled, at an end, or before punctuation on one side.",
    measure,
);

fn measure(case: &Case) -> Option<Measured> {
    let [source, target] = case.texts.map(faults);
    let differing: Vec<&str> = (0..4)
        .filter(|&fault| source[fault] != target[fault])
        .map(|fault| ["start", "end", "double", "before mark"][fault])
        .collect();
    Measured::count(differing.len(), || differing.join(", "))
}

/// Spacing faults of a text: leading space, trailing space, doubled space, space before a comma or full stop.
fn faults(text: &str) -> [bool; 4] {
    if text.trim().is_empty() {
        return [false; 4];
    }
    let letters: Vec<char> = text.trim().chars().collect();
    let double = letters.windows(2).any(|pair| pair.iter().all(|letter| letter.is_whitespace()));
    let before = (1..letters.len()).any(|at| {
        let last = letters.get(at + 1).is_none_or(|next| next.is_whitespace());
        letters[at - 1].is_whitespace() && matches!(letters[at], ',' | '.') && last
    });
    [text.starts_with(char::is_whitespace), text.ends_with(char::is_whitespace), double, before]
}

#[cfg(test)]
mod tests {
    use super::{super::testing::*, RULE};

    #[test]
    fn faults_of_one_side_are_named() {
        assert_eq!(text(&RULE, "a b", " a  b"), "start, double");
        assert_eq!(text(&RULE, "a, b. ", "a , b."), "end, before mark");
        assert_eq!(measured(&RULE, "a  b", "b  a"), None);
        assert_eq!(measured(&RULE, "a", ""), None, "an empty side is another rule's");
        assert_eq!(measured(&RULE, "What ?", "Quoi ?"), None);
    }
}
