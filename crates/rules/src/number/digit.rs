//! Decimal digits of every script: Unicode category Nd, whose blocks are runs from 0 to 9.

/// Code points of the digit zero in every script, ascending.
const ZEROS: [u32; 72] = [
    0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20, 0x1040,
    0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0,
    0xa9f0, 0xaa50, 0xabf0, 0xff10, 0x104a0, 0x10d30, 0x10d40, 0x11066, 0x110f0, 0x11136, 0x111d0, 0x112f0, 0x11450, 0x114d0,
    0x11650, 0x116c0, 0x116d0, 0x116da, 0x11730, 0x118e0, 0x11950, 0x11bf0, 0x11c50, 0x11d50, 0x11da0, 0x11f50, 0x16130, 0x16a60,
    0x16ac0, 0x16b50, 0x16d70, 0x1ccf0, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e140, 0x1e2f0,
];
/// Code points of the digit zero in scripts that the table `ZEROS` lacks.
const LATER_ZEROS: [u32; 4] = [0x1e4f0, 0x1e5f1, 0x1e950, 0x1fbf0];

/// Value of a decimal digit of any script.
pub(super) fn digit(letter: char) -> Option<u32> {
    if letter.is_ascii() {
        return letter.to_digit(10);
    }
    if !letter.is_numeric() {
        return None;
    }
    let code = letter as u32;
    let before = ZEROS.partition_point(|&zero| zero <= code);
    let zeros = [ZEROS[before - 1]].into_iter().chain(LATER_ZEROS);
    zeros.map(|zero| code.wrapping_sub(zero)).find(|&value| value < 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_scripts_have_their_value() {
        for text in [
            "0123456789",
            "٠١٢٣٤٥٦٧٨٩",
            "۰۱۲۳۴۵۶۷۸۹",
            "०१२३४५६७८९",
            "০১২৩৪৫৬৭৮৯",
            "๐๑๒๓๔๕๖๗๘๙",
            "０１２３４５６７８９",
            "𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗",
            "🯰🯱🯲🯳🯴🯵🯶🯷🯸🯹",
        ] {
            assert!(text.chars().map(digit).eq((0..10).map(Some)), "{text}");
        }
        assert!(ZEROS.is_sorted());
        assert!("a²½Ⅷ一㊿".chars().all(|letter| digit(letter).is_none()));
    }
}
