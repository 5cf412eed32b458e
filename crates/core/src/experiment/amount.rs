//! Amounts of documents as text: a count such as `200`, or a share such as `60%`.

use crate::corpus::{Size, Threshold};

const SHARE: &str = "give a number of documents such as 200, or a share such as 60%";

/// Parses the size of a part of a split, such as `200` or `60%`.
///
/// # Errors
/// Returns an error if the text is neither a count nor a share between 0 and 100 %.
pub fn size(text: &str) -> Result<Size, String> {
    let text = text.trim();
    match text.strip_suffix('%') {
        None => text.parse().map(Size::Count).map_err(|_| SHARE.to_owned()),
        Some(percent) => percent
            .trim()
            .parse::<f64>()
            .ok()
            .filter(|percent| (0.0..=100.0).contains(percent))
            .map(|percent| Size::Share(percent / 100.0))
            .ok_or_else(|| SHARE.to_owned()),
    }
}

/// Parses the minimum number of training documents that must contain a word.
///
/// # Errors
/// Returns an error if the text is neither a count nor a share between 0 and 100 %.
pub fn threshold(text: &str) -> Result<Threshold, String> {
    Ok(match size(text)? {
        Size::Count(count) => Threshold::Documents(count),
        Size::Share(share) => Threshold::Share(share),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_shares() {
        assert_eq!(size("200"), Ok(Size::Count(200)));
        assert_eq!(size(" 60 %"), Ok(Size::Share(0.6)));
        assert_eq!(threshold("1%"), Ok(Threshold::Share(0.01)));
        for wrong in ["", "%", "-1", "1.5", "101%", "-1%", "NaN%", "many"] {
            assert!(size(wrong).unwrap_err().contains("60%"), "{wrong}");
        }
    }
}
