//! What a person makes of matches: accepted, rejected, with a note; every change can be taken back.
//!
//! Memory: one entry a document judged and one a change.

use std::collections::BTreeMap;

use crate::{corpus::Corpus, project::MatchReview};

/// A person's word on a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The two documents belong together.
    Accepted,
    /// They do not.
    Rejected,
}

impl Verdict {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
        }
    }
}

/// What is said of one source document's match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Review {
    /// The verdict and the target document it is about.
    pub verdict: Option<(Verdict, usize)>,
    /// A remark.
    pub note: String,
}

/// What was said of one document before and after a change.
#[derive(Clone, Debug)]
struct Change {
    source: usize,
    before: Review,
    after: Review,
}

/// All reviews of a corpus, with the way back.
#[derive(Clone, Debug, Default)]
pub struct Reviews {
    of: BTreeMap<usize, Review>,
    revision: u64,
    done: Vec<Change>,
    undone: Vec<Change>,
}

impl Reviews {
    /// Reviews as they were saved; nothing can be taken back before them.
    pub fn restored(of: impl IntoIterator<Item = (usize, Review)>) -> Self {
        let mut reviews = Self::default();
        of.into_iter().for_each(|(source, review)| reviews.put(source, review));
        reviews
    }

    /// Reviews found in a saved file, as far as they are of documents of this corpus.
    pub fn of_saved(saved: &[MatchReview], corpus: &Corpus) -> Self {
        let known = |place: usize, title: &str| corpus.titles.get(place).is_some_and(|known| known == title);
        let review = |saved: &MatchReview| {
            let verdict = match (saved.target, saved.accepted) {
                (Some(target), Some(accepted)) if known(target, saved.target_title.as_deref().unwrap_or_default()) => {
                    Some((if accepted { Verdict::Accepted } else { Verdict::Rejected }, target))
                }
                _ => None,
            };
            let review = Review { verdict, note: saved.note.clone() };
            (known(saved.source, &saved.source_title) && review != Review::default()).then_some((saved.source, review))
        };
        Self::restored(saved.iter().filter_map(review))
    }

    /// Reviews kept of the very texts of this corpus, whose titles may be others by now.
    pub fn of_kept(kept: &[MatchReview], corpus: &Corpus) -> Self {
        let renamed = |review: &MatchReview| {
            let title = |place: usize| corpus.titles.get(place).cloned().unwrap_or_default();
            MatchReview { source_title: title(review.source), target_title: review.target.map(title), ..review.clone() }
        };
        Self::of_saved(&kept.iter().map(renamed).collect::<Vec<_>>(), corpus)
    }

    /// Takes in reviews found in a saved file. Where something else was said here, that stays, being later; how many are
    /// of this corpus and stand now, and how many gave way.
    pub fn take_in(&mut self, saved: &[MatchReview], corpus: &Corpus) -> [usize; 2] {
        let mut counts = [0, 0];
        for (source, review) in Self::of_saved(saved, corpus).of {
            let gives_way = self.of.get(&source).is_some_and(|said| *said != review);
            counts[usize::from(gives_way)] += 1;
            if !self.of.contains_key(&source) {
                self.change(source, review);
            }
        }
        counts
    }

    /// Reviews as they are saved, with the documents' titles.
    pub fn to_save(&self, corpus: &Corpus) -> Vec<MatchReview> {
        let title = |place: usize| corpus.titles.get(place).cloned().unwrap_or_default();
        let review = |(source, review): (usize, &Review)| {
            let target = review.verdict.map(|(_, target)| target);
            MatchReview {
                source,
                source_title: title(source),
                target,
                target_title: target.map(title),
                accepted: review.verdict.map(|(verdict, _)| verdict == Verdict::Accepted),
                note: review.note.clone(),
            }
        };
        self.iter().map(review).collect()
    }

    /// Counts the changes.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// What is said of a source document's match.
    pub fn get(&self, source: usize) -> Option<&Review> {
        self.of.get(&source)
    }

    /// All that is said, by source document.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Review)> {
        self.of.iter().map(|(&source, review)| (source, review))
    }

    /// Accepts or rejects a match; saying the same again takes it back.
    pub fn judge(&mut self, source: usize, target: usize, verdict: Verdict) {
        let mut review = self.of.get(&source).cloned().unwrap_or_default();
        review.verdict = if review.verdict == Some((verdict, target)) { None } else { Some((verdict, target)) };
        self.change(source, review);
    }

    /// Writes a remark; one keystroke after another is one change.
    pub fn note(&mut self, source: usize, note: String) {
        let mut review = self.of.get(&source).cloned().unwrap_or_default();
        if review.note == note {
            return;
        }
        let verdict = review.verdict;
        review.note = note;
        match self.done.last_mut() {
            Some(last) if last.source == source && last.before.verdict == verdict && last.after.note != last.before.note => {
                last.after = review.clone();
                self.undone.clear();
                self.put(source, review);
            }
            _ => self.change(source, review),
        }
    }

    /// Takes the last change back; the document it was about.
    pub fn undo(&mut self) -> Option<usize> {
        let change = self.done.pop()?;
        let source = change.source;
        self.put(source, change.before.clone());
        self.undone.push(change);
        Some(source)
    }

    /// Makes the change taken back last again; the document it is about.
    pub fn redo(&mut self) -> Option<usize> {
        let change = self.undone.pop()?;
        let source = change.source;
        self.put(source, change.after.clone());
        self.done.push(change);
        Some(source)
    }

    fn change(&mut self, source: usize, after: Review) {
        let before = self.of.get(&source).cloned().unwrap_or_default();
        self.put(source, after.clone());
        self.done.push(Change { source, before, after });
        self.undone.clear();
    }

    fn put(&mut self, source: usize, review: Review) {
        self.revision += 1;
        if review == Review::default() {
            self.of.remove(&source);
        } else {
            self.of.insert(source, review);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn saying_the_same_again_takes_it_back_and_another_word_replaces_it() {
        let mut reviews = Reviews::default();
        reviews.judge(3, 10, Verdict::Accepted);
        reviews.judge(3, 10, Verdict::Rejected);
        assert_eq!(reviews.get(3).and_then(|review| review.verdict), Some((Verdict::Rejected, 10)));
        reviews.judge(3, 10, Verdict::Rejected);
        assert_eq!(reviews.get(3), None);
    }

    #[test]
    fn reviews_come_back_from_a_file_to_the_documents_they_are_of() {
        let corpus = crate::corpus::builtin(crate::corpus::Builtin::Pairs);
        let mut reviews = Reviews::default();
        reviews.judge(3, 283, Verdict::Accepted);
        reviews.judge(4, 290, Verdict::Rejected);
        reviews.note(4, "another tea".to_owned());
        reviews.note(7, "look again".to_owned());
        let saved = reviews.to_save(&corpus);
        assert!(saved[0].source_title.starts_with("P004") && saved[0].accepted == Some(true));
        let same = |a: &Reviews, b: &Reviews| a.iter().eq(b.iter());
        assert!(same(&Reviews::of_saved(&saved, &corpus), &reviews));
        let mut other = corpus;
        other.titles[4] = "another document".to_owned();
        other.titles[283] = "and another".to_owned();
        let left = Reviews::of_saved(&saved, &other);
        assert_eq!(left.iter().map(|(source, _)| source).collect::<Vec<_>>(), [7]);
    }

    #[test]
    fn what_is_kept_comes_back_to_renamed_files_and_a_saved_model_does_not_overrule_it() {
        let mut corpus = crate::corpus::builtin(crate::corpus::Builtin::Pairs);
        let mut reviews = Reviews::default();
        reviews.judge(3, 283, Verdict::Accepted);
        reviews.judge(4, 290, Verdict::Rejected);
        let kept = reviews.to_save(&corpus);
        corpus.titles.iter_mut().for_each(|title| title.push_str(" moved"));
        let mut back = Reviews::of_kept(&kept, &corpus);
        assert!(back.iter().eq(reviews.iter()));
        let beyond = MatchReview { source: 1 << 40, target: Some(1 << 40), ..kept[0].clone() };
        assert_eq!(Reviews::of_kept(&[beyond], &corpus).iter().count(), 0);

        let mut earlier = Reviews::default();
        earlier.judge(3, 283, Verdict::Accepted);
        earlier.judge(4, 290, Verdict::Accepted);
        earlier.judge(9, 290, Verdict::Accepted);
        assert_eq!(back.take_in(&earlier.to_save(&corpus), &corpus), [2, 1]);
        assert_eq!(back.get(4).and_then(|review| review.verdict), Some((Verdict::Rejected, 290)));
        assert!(back.get(9).is_some());
    }

    #[test]
    fn a_note_typed_letter_by_letter_is_one_change() {
        let mut reviews = Reviews::default();
        for end in 1..=5 {
            reviews.note(2, "wrong"[..end].to_owned());
        }
        assert_eq!(reviews.undo(), Some(2));
        assert_eq!(reviews.get(2), None);
        assert_eq!(reviews.redo(), Some(2));
        assert_eq!(reviews.get(2).map(|review| review.note.as_str()), Some("wrong"));
    }

    proptest! {
        #[test]
        fn undoing_everything_leaves_nothing_and_redoing_it_leaves_all(changes in prop::collection::vec((0..4usize, 0..3usize, any::<bool>()), 1..20)) {
            let mut reviews = Reviews::default();
            for &(source, target, yes) in &changes {
                reviews.judge(source, target, if yes { Verdict::Accepted } else { Verdict::Rejected });
            }
            let all: Vec<_> = reviews.iter().map(|(source, review)| (source, review.clone())).collect();
            while reviews.undo().is_some() {}
            prop_assert_eq!(reviews.iter().count(), 0);
            while reviews.redo().is_some() {}
            let again: Vec<_> = reviews.iter().map(|(source, review)| (source, review.clone())).collect();
            prop_assert_eq!(all, again);
        }
    }
}
