//! Verdict on a pair of the file, read from the review of its source document.

use crate::reviews::verdicts::{Review, Verdict};

/// Verdict of the user on a pair of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PairVerdict {
    /// The two documents belong together.
    Accepted,
    /// The source document belongs to this other target document.
    Partner(usize),
    /// The two documents do not belong together.
    Rejected,
}

impl PairVerdict {
    /// The verdict on the pair of a source document and its `own` target. The rejection of another candidate is not about the pair.
    pub fn of(review: &Review, own: Option<usize>) -> Option<Self> {
        match review.verdict? {
            (Verdict::Accepted, target) if own == Some(target) => Some(Self::Accepted),
            (Verdict::Accepted, target) => Some(Self::Partner(target)),
            (Verdict::Rejected, target) => (own == Some(target)).then_some(Self::Rejected),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rejected_candidate_is_no_verdict_on_the_pair() {
        let of = |verdict, own| PairVerdict::of(&Review { verdict, note: String::new() }, own);
        assert_eq!(of(Some((Verdict::Accepted, 7)), Some(7)), Some(PairVerdict::Accepted));
        assert_eq!(of(Some((Verdict::Accepted, 8)), Some(7)), Some(PairVerdict::Partner(8)));
        assert_eq!(of(Some((Verdict::Rejected, 7)), Some(7)), Some(PairVerdict::Rejected));
        assert_eq!(of(Some((Verdict::Rejected, 8)), Some(7)), None);
        assert_eq!(of(Some((Verdict::Rejected, 8)), None), None);
        assert_eq!(of(None, Some(7)), None, "a note alone");
    }
}
