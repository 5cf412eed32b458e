//! Rule for web and e-mail addresses that only one side of a pair has.
//!
//! Scheme, `www.`, letter case and a final slash are ignored.

use std::collections::HashSet;

use super::{Case, Measured, Rule, RuleKind};
use crate::text::ADDRESS;

pub(super) const RULE: Rule = Rule::new(
    RuleKind::Error,
    "urls",
    "differing addresses",
    1.0,
    "Addresses of pages or e-mail differ between the two sides.",
    measure,
);

fn measure(case: &Case) -> Option<Measured> {
    let sides = case.texts.map(|text| ADDRESS.find_iter(text).map(|address| key(address.as_str())).collect::<Vec<_>>());
    let known = [0, 1].map(|side| sides[side].iter().collect::<HashSet<_>>());
    let mut differing = Vec::new();
    for (side, other) in [(0, 1), (1, 0)] {
        for address in &sides[side] {
            if !known[other].contains(address) && !differing.contains(&&**address) {
                differing.push(address);
            }
        }
    }
    Measured::count(differing.len(), || differing.join(" "))
}

fn key(address: &str) -> String {
    let address = address.to_lowercase();
    let rest = ["https://", "http://", "ftp://"].iter().find_map(|scheme| address.strip_prefix(scheme)).unwrap_or(&address);
    rest.strip_prefix("www.").unwrap_or(rest).trim_end_matches(['/', '.', ',', ':', '!', '?', ')', '\'']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::{super::testing::*, RULE};

    #[test]
    fn addresses_are_compared_by_page() {
        assert_eq!(text(&RULE, "See http://a.org/x.", "Siehe https://a.org/y"), "a.org/x a.org/y");
        assert_eq!(text(&RULE, "Write to Jane@a.org", "Schreiben Sie uns"), "jane@a.org");
        assert_eq!(measured(&RULE, "See www.A.org/.", "https://a.org を参照。"), None);
        assert_eq!(measured(&RULE, "「https://a.org/x」を", "see https://a.org/x!"), None);
        assert_eq!(measured(&RULE, "At 10 a.m. e.g. now", "Um 10 z.B. jetzt"), None);
    }
}
