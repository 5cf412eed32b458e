//! Rule for empty texts: one side of the pair has no letter, digit or symbol.

use super::{Case, Measured, Rule, RuleKind, SIDES};

pub(super) const RULE: Rule = Rule::new(RuleKind::Error, "empty", "empty sides", 1.0, "A side has no text.", measure);

fn measure(case: &Case) -> Option<Measured> {
    let empty: Vec<&str> =
        case.texts.iter().zip(SIDES).filter(|(text, _)| text.trim().is_empty()).map(|(_, side)| side).collect();
    Measured::count(empty.len(), || empty.join(", "))
}

#[cfg(test)]
mod tests {
    use super::{super::testing::*, RULE};

    #[test]
    fn spaces_of_any_script_are_no_text() {
        assert_eq!(text(&RULE, "a", "\u{3000} \u{a0}"), "target");
        assert_eq!(text(&RULE, "", "\t"), "source, target");
        assert_eq!(measured(&RULE, "a", "."), None);
    }
}
