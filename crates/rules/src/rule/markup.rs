//! Markup rule: tags, entities and placeholders that only one side of a pair has, counted with repetition.

use std::{collections::HashMap, sync::LazyLock};

use regex::Regex;

use super::{Case, Measured, Rule, RuleKind};

pub(super) const RULE: Rule = Rule::new(
    RuleKind::Error,
    "markup",
    "differing marks",
    1.0,
    "Tags, entities or placeholders of the two sides differ.",
    measure,
);

/// Pattern of entities, tags and placeholders in braces.
static MARK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"&(?:[A-Za-z][A-Za-z0-9]{1,30}|#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6});|</?[A-Za-z][^<>]{0,500}>|\$?\{[\w.:$]{0,40}\}")
        .expect("a valid pattern")
});

fn measure(case: &Case) -> Option<Measured> {
    let differing = difference(case.texts.map(|text| MARK.find_iter(text).map(|mark| mark.as_str())));
    Measured::count(differing.len(), || differing.join(" "))
}

/// Items that one text has more often than the other text, in the order of their first difference.
pub(super) fn difference<'a>(sides: [impl Iterator<Item = &'a str>; 2]) -> Vec<&'a str> {
    let mut counts: HashMap<&str, i64> = HashMap::new();
    let mut order = Vec::new();
    for (items, sign) in sides.into_iter().zip([1, -1]) {
        for item in items {
            let count = counts.entry(item).or_insert_with(|| {
                order.push(item);
                0
            });
            *count += sign;
        }
    }
    order.into_iter().flat_map(|item| std::iter::repeat_n(item, counts[item].unsigned_abs() as usize)).collect()
}

#[cfg(test)]
mod tests {
    use super::{super::testing::*, RULE};

    #[test]
    fn marks_of_one_side_are_listed() {
        assert_eq!(text(&RULE, "Fish & chips", "Fisch &amp; Chips"), "&amp;");
        assert_eq!(text(&RULE, "<b>red</b> {name}", "rot <br/>"), "<b> </b> {name} <br/>");
        assert_eq!(text(&RULE, "it&#39;s it&#x27;s", "赤い"), "&#39; &#x27;");
        assert_eq!(measured(&RULE, "<i>a</i> ${x}", "<i>b</i> ${x}"), None);
        assert_eq!(measured(&RULE, "a < b & c > d", "R&D; 3<4"), None, "operators are not marks");
    }
}
