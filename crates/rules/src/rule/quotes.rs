//! Rule for quoted passages: both texts differ in the number of quotation marks, ignoring apostrophes.

use super::{Case, Measured, Rule, RuleKind};

pub(super) const RULE: Rule = Rule::new(
    RuleKind::Hint,
    "quotes",
    "differing quoted passages",
    1.0,
    "The two sides quote a different number of passages.",
    measure,
);

fn measure(case: &Case) -> Option<Measured> {
    let counts = case.texts.map(|text| quotes(text).div_ceil(2));
    Measured::count(counts[0].abs_diff(counts[1]), || format!("{}≠{}", counts[0], counts[1]))
}

/// Number of quotation marks in a text. A single mark between or after letters is an apostrophe.
fn quotes(text: &str) -> usize {
    let mut previous = ' ';
    let mut open = false;
    let mut count = 0;
    for letter in text.chars() {
        match letter {
            '"' | '“' | '”' | '„' | '‟' | '«' | '»' | '「' | '」' | '『' | '』' | '＂' | '〝' | '〟' => {
                count += 1;
            }
            '‘' | '\'' | '‚' | '‹' | '›' if !previous.is_alphanumeric() => {
                open = true;
                count += 1;
            }
            '’' | '\'' | '‘' | '‹' | '›' if open && !previous.is_alphanumeric() => {
                open = false;
                count += 1;
            }
            _ => {}
        }
        previous = letter;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::{super::testing::*, RULE};

    #[test]
    fn quoted_passages_are_counted_in_any_style() {
        assert_eq!(measured(&RULE, "\"Yes\", it's", "„Ja“, so ist’s"), None);
        assert_eq!(measured(&RULE, "“Yes” and “no”", "「はい」と『いいえ』"), None);
        assert_eq!(measured(&RULE, "the dogs' \"house\"", "l’« os »"), None);
        assert_eq!(text(&RULE, "\"Yes\" and \"no\"", "„Ja“ und nein"), "2≠1");
    }
}
