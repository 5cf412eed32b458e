//! Parser of ratings as people write them: `4`, `4.5`, `4,5`, `4/5`, `4 out of 5 stars`, `80 %`, `★★★☆☆`; or missing.
//!
//! Cost: parsing one field. Memory: none.

/// Parsed rating: a number, missing, or no rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Written {
    /// Rating as a finite number, and the end of its scale if one is written, as in `4/5`.
    Number(f64, Option<f64>),
    /// The rating is marked as missing.
    Missing,
    /// The text is neither a rating nor a mark of a missing one.
    Other,
}

impl Written {
    /// Number of the parsed rating, if it is one.
    pub(crate) fn number(self) -> Option<f64> {
        if let Self::Number(number, _) = self { Some(number) } else { None }
    }
}

/// Marks of a missing rating, in lower case.
const MISSING: [&str; 25] = [
    "",
    "-",
    "--",
    "–",
    "—",
    "?",
    ".",
    "n/a",
    "na",
    "n.a.",
    "#n/a",
    "nan",
    "null",
    "nil",
    "none",
    "missing",
    "unknown",
    "unrated",
    "not rated",
    "no rating",
    "k.a.",
    "k. a.",
    "keine angabe",
    "なし",
    "未評価",
];
/// Units after a rating's number, in lower case.
const UNITS: [&str; 30] = [
    "star",
    "stars",
    "point",
    "points",
    "stern",
    "sterne",
    "sternen",
    "punkt",
    "punkte",
    "étoile",
    "étoiles",
    "estrella",
    "estrellas",
    "estrela",
    "estrelas",
    "stella",
    "stelle",
    "ster",
    "sterren",
    "stjerner",
    "stjärnor",
    "tähti",
    "tähteä",
    "yıldız",
    "звезда",
    "звезды",
    "звёзд",
    "点",
    "星",
    "つ星",
];
/// Words before the end of a rating's scale, in lower case.
const OUT_OF: [&str; 9] = ["/", "out of", "of", "von", "sur", "de", "su", "van", "из"];

/// Parses a rating as it is written.
pub(crate) fn written(text: &str) -> Written {
    let text: String = text.trim().chars().map(plain).collect::<String>().to_lowercase();
    if MISSING.contains(&text.as_str()) {
        return Written::Missing;
    }
    if let Some(stars) = stars(&text) {
        return Written::Number(stars, None);
    }
    // The whole rating is parsed as a number first: "1e1" is one, too.
    if let Some(number) = decimal(&text) {
        return Written::Number(number, None);
    }
    let end = text.find(|c: char| !c.is_ascii_digit() && !"+-.,".contains(c)).unwrap_or(text.len());
    let (head, rest) = text.split_at(end);
    decimal(head).map_or(Written::Other, |number| qualified(number, rest.trim()))
}

/// Converts full-width digits and the mathematical minus to ASCII.
fn plain(c: char) -> char {
    match c {
        '０'..='９' => char::from(b'0' + (c as u32 - '０' as u32) as u8),
        '．' => '.',
        '，' => ',',
        '／' => '/',
        '％' => '%',
        '−' => '-',
        other => other,
    }
}

/// Parses a finite number with a decimal point or comma; "1,234" is ambiguous and refused.
fn decimal(text: &str) -> Option<f64> {
    let comma = || {
        let (whole, part) = text.split_once(',')?;
        let digits = !part.is_empty() && part.len() != 3 && part.bytes().all(|byte| byte.is_ascii_digit());
        (digits && !whole.contains('.')).then(|| format!("{whole}.{part}").parse::<f64>().ok())?
    };
    text.parse::<f64>().ok().or_else(comma).filter(|number| number.is_finite())
}

/// Parses a rating: a number followed by a scale, a unit or both.
fn qualified(number: f64, rest: &str) -> Written {
    if UNITS.contains(&rest) {
        return Written::Number(number, None);
    }
    let scale = if rest == "%" { Some(100.0) } else { scale(rest) };
    match scale.filter(|scale| (0.0..=*scale).contains(&number)) {
        Some(scale) => Written::Number(number, Some(scale)),
        None => Written::Other,
    }
}

/// Maximum of a rating's scale, as in "out of 5 stars".
fn scale(rest: &str) -> Option<f64> {
    let rest = OUT_OF.iter().find_map(|word| rest.strip_prefix(word))?.trim();
    let end = rest.find(|c: char| !c.is_ascii_digit() && !".,".contains(c)).unwrap_or(rest.len());
    let (number, unit) = rest.split_at(end);
    let unit = unit.trim();
    decimal(number).filter(|_| unit.is_empty() || UNITS.contains(&unit))
}

/// Parses a rating drawn as stars: filled ones, an optional half one, and empty ones.
fn stars(text: &str) -> Option<f64> {
    let text = text.trim_end_matches('☆');
    let (text, half) = text.strip_suffix('½').map_or((text, 0.0), |text| (text, 0.5));
    let filled = text.chars().filter(|c| "★⭐".contains(*c)).count();
    // Some star characters carry a variation selector for emoji.
    let only = text.chars().all(|c| "★⭐\u{fe0f}".contains(c));
    (filled > 0 && only).then_some(filled as f64 + half)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (text, number) in [
            ("4", 4.0),
            (" -3.5 ", -3.5),
            ("1e1", 10.0),
            ("4,5", 4.5),
            ("4,25", 4.25),
            ("4/5", 4.0),
            ("4 / 5", 4.0),
            ("5 stars", 5.0),
            ("1 Star", 1.0),
            ("4.0 out of 5 stars", 4.0),
            ("3,5 von 5 Sternen", 3.5),
            ("80 %", 80.0),
            ("★★★", 3.0),
            ("★★★☆☆", 3.0),
            ("⭐️⭐️", 2.0),
            ("★★★½", 3.5),
            ("４点", 4.0),
            ("−2", -2.0),
        ] {
            assert_eq!(written(text).number(), Some(number), "{text}");
        }
        assert_eq!(written("8/10"), Written::Number(8.0, Some(10.0)));
        assert_eq!(written("80%"), Written::Number(80.0, Some(100.0)));
    }

    #[test]
    fn missing_ratings_differ_from_other_text() {
        for text in ["", "  ", "N/A", "na", "NaN", "null", "None", "-", "—", "?", "k. A.", "なし"] {
            assert_eq!(written(text), Written::Missing, "{text:?}");
        }
        for text in
            ["good", "inf", "-Infinity", "1e999", "1,234", "4 kg", "7/5", "☆☆☆", "five stars", "1/2/2020", "4 5", "4/", "/5"]
        {
            assert_eq!(written(text), Written::Other, "{text:?}");
        }
    }
}
