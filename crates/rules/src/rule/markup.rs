//! Rules for marks (tags, entities, placeholders, escapes; see `marks.rs`): those that one side lacks, and another order.

use std::collections::HashMap;

use super::{Case, Measured, Rule, RuleKind};
use crate::marks::marks;

pub(super) const RULE: Rule = Rule::new(
    RuleKind::Error,
    "markup",
    "differing marks",
    1.0,
    "Tags, entities, placeholders or escapes of the two sides differ.",
    |case| {
        let sides = sides(case);
        let differing = difference(&sides);
        Measured::count(differing.len(), || differing.join(" "))
    },
);
pub(super) const ORDER: Rule = Rule::new(
    RuleKind::Hint,
    "mark-order",
    "differing orders",
    1.0,
    "Tags or placeholders of the two sides stand in another order.",
    |case| {
        let sides = sides(case);
        let moved = sides[0].iter().zip(&sides[1]).find(|(one, other)| one != other);
        let (source, target) = moved.filter(|_| difference(&sides).is_empty())?;
        Measured::count(1, || format!("{source}≠{target}"))
    },
);

/// Marks of both sides. Where one side numbers its conversions (`%1$s`), those of the opposite side have the numbers of their order.
fn sides(case: &Case) -> [Vec<String>; 2] {
    let mut sides = case.texts.map(marks);
    if sides.iter().flatten().any(|mark| mark.starts_with('%') && mark.contains('$')) {
        for side in &mut sides {
            let plain = side.iter_mut().filter(|mark| mark.len() == 2 && mark.starts_with('%'));
            plain.zip(1..).for_each(|(mark, place)| mark.insert_str(1, &format!("{place}$")));
        }
    }
    sides
}

/// Marks that one side has more often than the opposite side, in the order of their first difference.
fn difference(sides: &[Vec<String>; 2]) -> Vec<&str> {
    let mut counts: HashMap<&str, i64> = HashMap::new();
    let mut order = Vec::new();
    for (marks, sign) in sides.iter().zip([1, -1]) {
        for mark in marks {
            let count = counts.entry(mark).or_insert_with(|| {
                order.push(&**mark);
                0
            });
            *count += sign;
        }
    }
    order.into_iter().flat_map(|mark| std::iter::repeat_n(mark, counts[mark].unsigned_abs() as usize)).collect()
}

#[cfg(test)]
mod tests {
    use super::{super::testing::*, ORDER, RULE};

    #[test]
    fn marks_of_one_side_are_listed() {
        assert_eq!(text(&RULE, "Fish & chips", "Fisch &amp; Chips"), "&amp;");
        assert_eq!(text(&RULE, "<b>red</b> {name}", "rot <br/>"), "<b> </b> {name} <br>");
        assert_eq!(text(&RULE, "it&#39;s it&#x27;s", "赤い"), "&#39; &#x27;");
        assert_eq!(text(&RULE, "{count} of %s\\n", "{anzahl} von"), "{count} %s \\n {anzahl}");
        assert_eq!(text(&RULE, "<g id=\"1\">a</g>", "<g id=\"2\">a</g>"), "<g 1> <g 2>");
        assert_eq!(text(&RULE, "{n, plural, one {#} other {#}}", "{n, plural, andere {#}}"), "n:other n:andere");
        assert_eq!(text(&RULE, "%1$s of %2$d", "%s"), "%2$d");
    }

    #[test]
    fn order_is_a_hint() {
        for (source, target) in [
            ("<i>a</i> ${x}", "<i>b</i> ${x}"),
            ("{n, plural, one {# file} other {# files}}", "{n, plural, other {# ファイル}}"),
            ("%s %s", "%1$s %2$s"),
            ("<a href=\"en\">a</a><br>", "<a href=\"de\">b</a><br/>"),
        ] {
            assert_eq!([measured(&RULE, source, target), measured(&ORDER, source, target)], [None, None], "{source}");
        }
        for (source, target, moved) in [("{a} {b}", "{b} {a}", "{a}≠{b}"), ("%s %d", "%2$d %1$s", "%1$s≠%2$d")] {
            assert_eq!((measured(&RULE, source, target), &*text(&ORDER, source, target)), (None, moved));
        }
    }
}
