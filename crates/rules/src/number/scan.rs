//! Scanner that finds the numbers in a text.

use std::sync::LazyLock;

use regex::Regex;

use super::{
    LIMIT, Number, Strength,
    digit::digit,
    ideograph::{Item, Numeral, numeral, value},
    words,
};
use crate::marks::MARK;

/// Scale words after a number, such as million, with their factors.
const SCALES: [(&str, &[f64]); 32] = [
    ("thousand", &[1e3]),
    ("k", &[1e3]),
    ("tausend", &[1e3]),
    ("tsd", &[1e3]),
    ("tuha", &[1e3]),
    ("mille", &[1e3]),
    ("mila", &[1e3]),
    ("mil", &[1e3]),
    ("тыс", &[1e3]),
    ("m", &[1e6]),
    ("mio", &[1e6]),
    ("mln", &[1e6]),
    ("млн", &[1e6]),
    ("million", &[1e6]),
    ("milion", &[1e6]),
    ("millón", &[1e6]),
    ("millone", &[1e6]),
    ("miljo", &[1e6]),
    ("milj", &[1e6]),
    ("миллион", &[1e6]),
    ("bn", &[1e9]),
    ("mrd", &[1e9]),
    ("mld", &[1e9]),
    ("mdr", &[1e9]),
    ("milliard", &[1e9]),
    ("miliard", &[1e9]),
    ("miljard", &[1e9]),
    ("млрд", &[1e9]),
    ("миллиард", &[1e9]),
    ("billion", &[1e9, 1e12]),
    ("tn", &[1e12]),
    ("trillion", &[1e12, 1e18]),
];
/// Japanese eras, each with the year before its first year.
const ERAS: [(&str, f64); 5] = [("明治", 1867.0), ("大正", 1911.0), ("昭和", 1925.0), ("平成", 1988.0), ("令和", 2018.0)];
/// Maximum number of digits evaluated in a group; longer groups are truncated.
const DIGITS: usize = 300;

/// Pattern of marks and addresses, whose digits are not numbers of the text.
static IGNORED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(&format!(r"\{{\d+|=\d+\s*\{{|{}", MARK.as_str())).expect("a valid pattern"));

/// Numbers in a text, in order, at most 256; addresses and marks are skipped.
pub fn numbers(text: &str) -> Vec<Number> {
    let text = IGNORED.replace_all(text, " ");
    let letters: Vec<char> = text.chars().collect();
    let mut found: Vec<Number> = Vec::new();
    let mut word_end = None;
    let mut at = 0;
    while at < letters.len() && found.len() < LIMIT {
        let letter = letters[at];
        if digit(letter).is_some() || numeral(letter).is_some() {
            let (number, end) = read_number(&letters, at);
            found.push(number);
            at = end;
        } else if letter.is_alphabetic() {
            let length = letters[at..].iter().take_while(|letter| letter.is_alphabetic() && numeral(**letter).is_none()).count();
            let word: String = letters[at..at + length].iter().collect();
            let joined = word_end.is_some_and(|end| end + 1 == at && matches!(letters[end], '-' | ' ' | '\u{2010}' | '\u{2011}'));
            at += length;
            word_end = None;
            if let Some(number) = read_word(&letters, &word, &mut at) {
                word_end = Some(at);
                let sum = found.last().filter(|_| joined).and_then(|tens| tens.with_unit(&number));
                if sum.is_some() {
                    found.pop();
                }
                found.push(sum.unwrap_or(number));
            }
        } else {
            at += 1;
        }
    }
    found
}

impl Number {
    /// Adds tens and units of a number written in words, as in fifty and eight.
    fn with_unit(&self, unit: &Self) -> Option<Self> {
        let (&tens, &one) = (self.values.first()?, unit.values.first()?);
        let fits = (20.0..100.0).contains(&tens) && tens % 10.0 == 0.0 && (1.0..10.0).contains(&one);
        let sum = vec![tens + one];
        (fits && self.strength != Strength::Digits).then(|| Self {
            text: format!("{}-{}", self.text, unit.text),
            values: sum.clone(),
            unscaled: sum,
            ..self.clone()
        })
    }
}

/// Reads a number word and a scale word after it; moves `at` past both.
fn read_word(letters: &[char], word: &str, at: &mut usize) -> Option<Number> {
    let (unscaled, strength) = words::values(word)?;
    let mut values = unscaled.clone();
    if let Some((factors, end)) = scale(letters, *at).filter(|_| values.iter().all(|value| *value < 1000.0)) {
        values = values.iter().flat_map(|value| factors.iter().map(move |factor| value * factor)).collect();
        *at = end;
    }
    Some(Number { text: word.to_owned(), values, parts: Vec::new(), unscaled, strength })
}

/// Reads the number that begins with a digit or numeral; returns it and its end.
fn read_number(letters: &[char], start: usize) -> (Number, usize) {
    let mut items = Vec::new();
    let mut groups = Groups::default();
    let mut at = start;
    while let Some(&letter) = letters.get(at) {
        if digit(letter).is_some() {
            // A number after a digit of another script begins a new number, as in 第三10.
            if matches!(items.last(), Some(Item::Number(_) | Item::Numeral(Numeral::Digit(_)))) {
                break;
            }
            let (read, end) = Groups::read(letters, at);
            items.push(Item::Number(read.values.first().copied().unwrap_or_default()));
            groups = read;
            at = end;
        } else if letter == ' ' && unit_beside_space(&items, letters.get(at + 1).copied()) {
            at += 1;
        } else if let Some(numeral) = numeral(letter) {
            if matches!((items.last(), numeral), (Some(Item::Number(_)), Numeral::Digit(_))) {
                break;
            }
            items.push(Item::Numeral(numeral));
            at += 1;
        } else {
            break;
        }
    }
    let text: String = letters[start..at].iter().collect();
    let digits = items.iter().any(|item| matches!(item, Item::Number(_)));
    if !digits || items.len() > 1 {
        let mixed = value(&items);
        let strength = if digits { Strength::Digits } else { Strength::Weak };
        return (Number { text, values: vec![mixed], parts: Vec::new(), unscaled: vec![mixed], strength }, at);
    }
    let Groups { values, mut parts } = groups;
    let mut number = Number { text, unscaled: values.clone(), values, parts: Vec::new(), strength: Strength::Digits };
    if let Some((factors, end)) = scale(letters, at).filter(|_| !number.values.is_empty()) {
        number.values = number.values.iter().flat_map(|value| factors.iter().map(move |factor| value * factor)).collect();
        return (number, end);
    }
    if is_afternoon(letters, start, at) {
        number.values.extend(number.unscaled.iter().filter(|hour| **hour < 12.0).map(|hour| hour + 12.0).collect::<Vec<_>>());
        if let Some(hour) = parts.first_mut() {
            hour.extend(hour.first().filter(|hour| **hour < 12.0).map(|hour| hour + 12.0));
        }
    }
    let before: String = letters[start.saturating_sub(2)..start].iter().collect();
    if let Some((_, year)) = ERAS.iter().find(|(era, _)| before == *era) {
        number.values.extend(number.unscaled.iter().map(|value| value + year).collect::<Vec<_>>());
    }
    if parts.len() > 1 {
        number.parts = parts;
    }
    (number, at)
}

/// Whether a space is inside a mixed numeral, as in 36 万 or 1 万 5 千.
fn unit_beside_space(items: &[Item], next: Option<char>) -> bool {
    let unit = |numeral| matches!(numeral, Numeral::Unit(_) | Numeral::Scale(_));
    match items.last() {
        Some(Item::Number(_)) => next.and_then(numeral).is_some_and(unit),
        Some(Item::Numeral(last)) => unit(*last) && items.len() > 1 && next.is_some_and(|next| digit(next).is_some()),
        None => false,
    }
}

/// Groups of digits with separators, as in 1.234,5.
#[derive(Default)]
struct Groups {
    /// Possible values of all groups as a single number.
    values: Vec<f64>,
    /// Value of each group of digits by itself.
    parts: Vec<Vec<f64>>,
}

impl Groups {
    /// Reads the groups of digits that begin at `at`; returns them and their end.
    fn read(letters: &[char], mut at: usize) -> (Self, usize) {
        let mut groups = vec![String::new()];
        let mut separators = Vec::new();
        while let Some(&letter) = letters.get(at) {
            if let Some(value) = digit(letter) {
                groups.last_mut().into_iter().for_each(|group| group.extend(char::from_digit(value, 10)));
                at += 1;
                continue;
            }
            let next = letters.get(at + 1).copied().and_then(digit).is_some();
            let Some(separator) = separator(letter).filter(|_| next) else { break };
            if separator == ' ' && !thousands_follow(&groups, &separators, &letters[at + 1..]) {
                break;
            }
            separators.push(separator);
            groups.push(String::new());
            at += 1;
        }
        let parts = groups.iter().map(|group| vec![parse(group)]).collect();
        (Self { values: readings(&groups, &separators), parts }, at)
    }
}

/// Plain form of a separator within numbers; `None` for other characters.
fn separator(letter: char) -> Option<char> {
    Some(match letter {
        '.' | '．' | '·' => '.',
        ',' | '，' | '٫' => ',',
        '\'' | '’' | '٬' | '＇' => '\'',
        ':' | '：' => ':',
        ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}' => ' ',
        _ => return None,
    })
}

/// Whether a space before `rest` separates thousands: three digits follow, after one to three.
fn thousands_follow(groups: &[String], separators: &[char], rest: &[char]) -> bool {
    let first = groups.len() == 1 && (1..=3).contains(&groups[0].len()) && !groups[0].starts_with('0');
    let later = separators.iter().all(|separator| *separator == ' ') && groups.last().is_some_and(|group| group.len() == 3);
    let three = rest.iter().take_while(|letter| digit(**letter).is_some()).count() == 3;
    three && (first || (groups.len() > 1 && later))
}

/// Possible values of groups of digits, read as a single number.
fn readings(groups: &[String], separators: &[char]) -> Vec<f64> {
    let Some(&last) = separators.last() else { return groups.iter().map(|group| parse(group)).collect() };
    let mut values = Vec::new();
    let thousands = |groups: &[String]| {
        let (Some(first), Some(tail)) = (groups.first(), groups.get(1..)) else { return false };
        let lengths: Vec<usize> = tail.iter().map(String::len).collect();
        let indian = lengths.split_last().is_some_and(|(last, front)| *last == 3 && front.iter().all(|length| *length == 2));
        (1..=3).contains(&first.len()) && (lengths.iter().all(|length| *length == 3) || indian)
    };
    let count = separators.len();
    let uniform = |separators: &[char]| separators.iter().all(|separator| *separator == separators[0] && *separator != ':');
    if uniform(separators) && thousands(groups) {
        values.push(parse(&groups.concat()));
    }
    let decimal =
        matches!(last, '.' | ',') && uniform(&separators[..count - 1]) && separators[..count - 1].first() != Some(&last);
    if decimal && thousands(&groups[..count]) {
        values.push(parse(&format!("{}.{}", groups[..count].concat(), groups[count])));
    } else if decimal && count == 1 {
        values.push(parse(&format!("{}.{}", groups[0], groups[1])));
    }
    values
}

/// Value of a string of digits. Always finite.
fn parse(digits: &str) -> f64 {
    digits.get(..digits.len().min(DIGITS)).and_then(|digits| digits.parse().ok()).unwrap_or_default()
}

/// Factors of a scale word after a number, and the end of that word.
fn scale(letters: &[char], mut at: usize) -> Option<(&'static [f64], usize)> {
    while letters.get(at).is_some_and(|letter| matches!(letter, ' ' | '\u{a0}' | '\u{202f}' | '-' | '\u{2009}')) {
        at += 1;
    }
    let word: String = letters[at..].iter().take_while(|letter| letter.is_alphabetic()).take(24).collect();
    let lower = word.to_lowercase();
    let fits = |scale: &str| if scale.chars().count() < 4 { lower == scale } else { lower.starts_with(scale) };
    let (_, factors) = SCALES.iter().rfind(|(scale, _)| fits(scale))?;
    Some((*factors, at + word.chars().count()))
}

/// Whether a number is an hour after noon: 午後 or 夜 before it, or p.m. after it.
fn is_afternoon(letters: &[char], start: usize, end: usize) -> bool {
    let before: String = letters[start.saturating_sub(2)..start].iter().collect();
    let mut behind = letters[end..].iter().filter(|letter| !matches!(letter, ' ' | '.' | '\u{a0}' | '\u{202f}'));
    let meridian = ["pP", "mM"].iter().all(|letters| behind.next().is_some_and(|letter| letters.contains(*letter)));
    let word_ends = letters[end..]
        .iter()
        .skip_while(|letter| !matches!(letter, 'm' | 'M'))
        .nth(1)
        .is_none_or(|letter| !letter.is_alphabetic());
    before == "午後" || before.ends_with(['夜', '後', '晩']) || before == "夕方" || (meridian && word_ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digits(text: &str) -> Vec<Vec<f64>> {
        numbers(text).into_iter().filter(|number| number.strength == Strength::Digits).map(|number| number.values).collect()
    }

    #[test]
    fn formats_have_all_their_values() {
        for (text, expected) in [
            ("1,234.5", vec![vec![1234.5]]),
            ("1.234,5", vec![vec![1234.5]]),
            ("1 234,5", vec![vec![1234.5]]),
            ("1’234.5", vec![vec![1234.5]]),
            ("12,34,567", vec![vec![1_234_567.0]]),
            ("1.234", vec![vec![1234.0, 1.234]]),
            ("0,5", vec![vec![0.5]]),
            ("10:30", vec![vec![]]),
            ("3.4.2018", vec![vec![]]),
            ("In 2018 300 people", vec![vec![2018.0], vec![300.0]]),
            ("3 million", vec![vec![3e6]]),
            ("2,5 Mrd.", vec![vec![2.5e9]]),
            ("$10bn", vec![vec![1e10]]),
            ("300万人", vec![vec![3e6]]),
            ("1万2千", vec![vec![12000.0]]),
            ("3億5000万", vec![vec![350_000_000.0]]),
            ("7 p.m.", vec![vec![7.0, 19.0]]),
            ("午後7時", vec![vec![7.0, 19.0]]),
            ("平成30年", vec![vec![30.0, 2018.0]]),
            ("see http://a.org/77 &#39; <a b=\"8\">", vec![]),
            ("1st, 21.", vec![vec![1.0], vec![21.0]]),
        ] {
            assert_eq!(digits(text), expected, "{text}");
        }
    }

    #[test]
    fn parts_of_times_and_dates_are_kept() {
        let parts = |text: &str| numbers(text).into_iter().next().map(|number| number.parts).unwrap_or_default();
        assert_eq!(parts("10.30"), [[10.0], [30.0]]);
        assert_eq!(parts("7:30 pm"), [vec![7.0, 19.0], vec![30.0]]);
    }

    #[test]
    fn long_numbers_are_finite() {
        let long = "9".repeat(5000);
        assert!(numbers(&long)[0].values[0].is_finite());
        assert!(numbers(&"1,234 ".repeat(1000)).len() <= LIMIT);
    }
}
