//! Chinese and Japanese numerals: 三十五, 二〇一八, 1万2千, 3億5000万.

/// Character of a Chinese or Japanese numeral: digit, unit or scale.
#[derive(Clone, Copy)]
pub(super) enum Numeral {
    /// Numeral: a digit from 〇 to 九.
    Digit(f64),
    /// Numeral: the unit 十, 百 or 千, which multiplies the digit before it.
    Unit(f64),
    /// Numeral: the scale 万, 億 or 兆, which multiplies all that follows the previous scale.
    Scale(f64),
}

/// Numeral that a Chinese or Japanese character stands for.
pub(super) fn numeral(letter: char) -> Option<Numeral> {
    let digits = ["〇零", "一壱", "二弐", "三参", "四", "五", "六", "七", "八", "九"];
    if let Some(value) = digits.iter().position(|letters| letters.contains(letter)) {
        return Some(Numeral::Digit(value as f64));
    }
    Some(match letter {
        '十' => Numeral::Unit(1e1),
        '百' => Numeral::Unit(1e2),
        '千' => Numeral::Unit(1e3),
        '万' | '萬' => Numeral::Scale(1e4),
        '億' | '亿' | '憶' => Numeral::Scale(1e8),
        '兆' => Numeral::Scale(1e12),
        _ => return None,
    })
}

/// Item of a mixed numeral as in 3億5000万: a number in digits, or a numeral character.
#[derive(Clone, Copy)]
pub(super) enum Item {
    Number(f64),
    Numeral(Numeral),
}

/// Value of a mixed numeral as in 3億5000万.
pub(super) fn value(items: &[Item]) -> f64 {
    let (mut total, mut section, mut current) = (0.0, 0.0, None);
    for item in items {
        match *item {
            Item::Number(number) => current = Some(number),
            Item::Numeral(Numeral::Digit(digit)) => current = Some(current.map_or(digit, |value: f64| 10.0 * value + digit)),
            Item::Numeral(Numeral::Unit(unit)) => section += current.take().unwrap_or(1.0) * unit,
            Item::Numeral(Numeral::Scale(scale)) => {
                let before = section + current.take().unwrap_or(0.0);
                total += if before == 0.0 { scale } else { before * scale };
                section = 0.0;
            }
        }
    }
    total + section + current.unwrap_or(0.0)
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "integers are exact")]
mod tests {
    use super::*;

    #[test]
    fn numerals_have_their_value() {
        for (text, expected) in [
            ("三十五", 35.0),
            ("二〇一八", 2018.0),
            ("千九百八十四", 1984.0),
            ("十", 10.0),
            ("一億二千万", 120_000_000.0),
            ("万", 10_000.0),
        ] {
            let items: Vec<Item> = text.chars().map(|letter| Item::Numeral(numeral(letter).expect("a numeral"))).collect();
            assert_eq!(value(&items), expected, "{text}");
        }
        assert_eq!(value(&[]), 0.0);
    }
}
