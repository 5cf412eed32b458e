//! Verdicts on matches: accepted or rejected, with a note.
//!
//! Memory: one entry per reviewed document.

use std::{collections::BTreeMap, sync::Arc};

use super::category::Category;
use wordfield_core::{
    corpus::Corpus,
    project::{MatchReview, ReviewChanges},
};
use wordfield_output::PairVerdict;

/// Verdict of the user on a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Verdict that the two documents correspond.
    Accepted,
    /// Verdict that the two documents do not correspond.
    Rejected,
}

impl Verdict {
    /// Name of the verdict, accepted or rejected.
    pub fn name(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
        }
    }
}

/// Corrected texts of source and target that replace a pair's texts.
/// A split pair has several, a pair merged into the previous one has none.
pub type Corrected = Vec<[String; 2]>;

/// Review of the match of a source document: verdict, note and corrections.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Review {
    /// Verdict on the match, and the target document to which it refers.
    pub verdict: Option<(Verdict, usize)>,
    /// Note of the reviewer on the match.
    pub note: String,
    /// Category of the error in a rejected match.
    pub category: Option<Category>,
    /// Corrected texts that replace those of the pair's documents.
    pub correction: Option<Corrected>,
}

/// All reviews of the matches of a corpus.
#[derive(Clone, Debug, Default)]
pub struct Reviews {
    of: Arc<BTreeMap<usize, Review>>,
    /// Number of changes of the reviews since the start of the session.
    pub revision: u64,
}

impl PartialEq for Reviews {
    /// Whether the reviews are the same, however often they changed.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.of, &other.of) || self.of == other.of
    }
}

impl Reviews {
    /// Creates reviews from saved ones.
    pub fn restored(of: impl IntoIterator<Item = (usize, Review)>) -> Self {
        let mut reviews = Self::default();
        of.into_iter().for_each(|(source, review)| reviews.put(source, review));
        reviews
    }

    /// Reviews read from a saved file, restricted to documents of the given corpus.
    pub fn of_saved(saved: &[MatchReview], corpus: &Corpus) -> Self {
        let known = |place: usize, title: &str| corpus.titles.get(place).is_some_and(|known| known == title);
        let review = |saved: &MatchReview| {
            let verdict = match (saved.target, saved.accepted) {
                (Some(target), Some(accepted)) if known(target, saved.target_title.as_deref().unwrap_or_default()) => {
                    Some((if accepted { Verdict::Accepted } else { Verdict::Rejected }, target))
                }
                _ => None,
            };
            let rejected = verdict.is_some_and(|(verdict, _)| verdict == Verdict::Rejected);
            let category = Category::of_name(&saved.category).filter(|_| rejected);
            // A correction belongs to the pair with its target.
            let correction = saved.correction.clone().filter(|_| saved.target.is_none() || verdict.is_some());
            let correction = correction.filter(|texts| texts.iter().flatten().all(|text| !text.trim().is_empty()));
            let review = Review { verdict, note: saved.note.clone(), category, correction };
            (known(saved.source, &saved.source_title) && review != Review::default()).then_some((saved.source, review))
        };
        Self::restored(saved.iter().filter_map(review))
    }

    /// Reviews of the same texts read from a saved file, in which document titles may differ.
    pub fn of_retitled(saved: &[MatchReview], corpus: &Corpus) -> Self {
        let renamed = |review: &MatchReview| {
            let title = |place: usize| corpus.titles.get(place).cloned().unwrap_or_default();
            MatchReview { source_title: title(review.source), target_title: review.target.map(title), ..review.clone() }
        };
        Self::of_saved(&saved.iter().map(renamed).collect::<Vec<_>>(), corpus)
    }

    /// Adds verdicts of a saved file. Verdicts of this window are newer and take precedence.
    /// Returns the number of applicable verdicts and the number of superseded ones.
    pub fn take_in(&mut self, saved: &[MatchReview], corpus: &Corpus) -> [usize; 2] {
        let (mut counts, others) = ([0, 0], Self::of_saved(saved, corpus));
        for (source, review) in others.iter() {
            counts[usize::from(self.get(source).is_some_and(|known| known != review))] += 1;
        }
        self.complete(&others);
        counts
    }

    /// Adds verdicts from other windows on documents without a verdict in this window.
    pub(crate) fn complete(&mut self, others: &Self) {
        for (source, review) in others.iter() {
            if !self.of.contains_key(&source) {
                self.put(source, review.clone());
            }
        }
    }

    /// Applies changes on the disk between two readings to documents whose review has not changed since the first reading.
    pub(crate) fn adopt(&mut self, before: &Self, after: &Self) {
        let unchanged = |source: &usize| self.get(*source) == before.get(*source);
        let adopted: Vec<usize> = changed(&before.of, &after.of).filter(unchanged).collect();
        for source in adopted {
            self.put(source, after.review(source));
        }
    }

    /// Reviews in the form of a saved file, with the documents' titles.
    pub fn to_save(&self, corpus: &Corpus) -> Vec<MatchReview> {
        self.iter().map(|(source, review)| as_saved(source, review, corpus)).collect()
    }

    /// Reviews that differ from earlier ones, in the form for saving.
    pub(crate) fn changes(&self, before: &BTreeMap<usize, Review>, corpus: &Corpus) -> ReviewChanges {
        let sources = changed(before, &self.of);
        sources.map(|source| (source, self.get(source).map(|review| as_saved(source, review, corpus)))).collect()
    }

    /// Whether a verdict or correction differs from the earlier ones; remarks are ignored.
    pub(crate) fn judged_since(&self, before: &BTreeMap<usize, Review>) -> bool {
        let judged = |of: &BTreeMap<usize, Review>, source: &usize| {
            of.get(source).map(|review| (review.verdict, review.correction.clone())).unwrap_or_default()
        };
        changed(before, &self.of).any(|source| judged(before, &source) != judged(&self.of, &source))
    }

    /// Review of the match of a source document, if there is one.
    pub fn get(&self, source: usize) -> Option<&Review> {
        self.of.get(&source)
    }

    /// All reviews by source document.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Review)> {
        self.of.iter().map(|(&source, review)| (source, review))
    }

    /// Copy of the review of a source document; empty if it has none.
    fn review(&self, source: usize) -> Review {
        self.of.get(&source).cloned().unwrap_or_default()
    }

    /// Accepts or rejects a match; setting the current verdict again removes it.
    pub fn judge(&mut self, source: usize, target: usize, verdict: Verdict) {
        let mut review = self.review(source);
        review.verdict = if review.verdict == Some((verdict, target)) { None } else { Some((verdict, target)) };
        review.category = None;
        self.put(source, review);
    }

    /// Sets the verdict on a match and keeps note and correction.
    pub fn put_verdict(&mut self, source: usize, target: usize, verdict: Verdict) {
        self.put(source, Review { verdict: Some((verdict, target)), category: None, ..self.review(source) });
    }

    /// Accepts a match with the given texts, or with those of its documents if `None`.
    pub fn correct(&mut self, source: usize, target: usize, correction: Option<Corrected>) {
        let verdict = Some((Verdict::Accepted, target));
        self.put(source, Review { verdict, category: None, correction, ..self.review(source) });
    }

    /// Removes corrected texts. If the pair keeps its `own` target, its acceptance is removed too.
    pub fn restore(&mut self, source: usize, own: Option<usize>) {
        let Some(review) = self.of.get(&source).filter(|review| review.correction.is_some()).cloned() else { return };
        let verdict = review.verdict.filter(|&(verdict, target)| verdict == Verdict::Rejected || own != Some(target));
        self.put(source, Review { verdict, correction: None, ..review });
    }

    /// Rejects a match with an error category; repeating the current category removes it.
    pub fn reject_as(&mut self, source: usize, target: usize, category: Category) {
        let mut review = self.review(source);
        let repeated = review.verdict == Some((Verdict::Rejected, target)) && review.category == Some(category);
        (review.verdict, review.category) = (Some((Verdict::Rejected, target)), (!repeated).then_some(category));
        self.put(source, review);
    }

    /// Sets the note on the match of a source document.
    pub fn note(&mut self, source: usize, note: String) {
        self.put(source, Review { note, ..self.review(source) });
    }

    /// All reviews by source document, as a shared map.
    pub(crate) fn all(&self) -> &Arc<BTreeMap<usize, Review>> {
        &self.of
    }

    /// Restores the second state of the reviews for every document on which both states differ; returns the first such document.
    pub(crate) fn go(&mut self, from: &BTreeMap<usize, Review>, to: &BTreeMap<usize, Review>) -> Option<usize> {
        let changed: Vec<usize> = changed(from, to).collect();
        for &source in &changed {
            self.put(source, to.get(&source).cloned().unwrap_or_default());
        }
        changed.into_iter().min()
    }

    fn put(&mut self, source: usize, review: Review) {
        if self.of.get(&source).unwrap_or(&Review::default()) == &review {
            return;
        }
        self.revision += 1;
        let of = Arc::make_mut(&mut self.of);
        if review == Review::default() {
            of.remove(&source);
        } else {
            of.insert(source, review);
        }
    }
}

/// Documents whose reviews differ between two states, each once.
pub(crate) fn changed<'a>(
    from: &'a BTreeMap<usize, Review>,
    to: &'a BTreeMap<usize, Review>,
) -> impl Iterator<Item = usize> + 'a {
    let all = from.keys().chain(to.keys().filter(|source| !from.contains_key(source)));
    all.copied().filter(|source| from.get(source) != to.get(source))
}

/// A review in the form of a saved file, with the documents' titles.
fn as_saved(source: usize, review: &Review, corpus: &Corpus) -> MatchReview {
    let title = |place: usize| corpus.titles.get(place).cloned().unwrap_or_default();
    let target = review.verdict.map(|(_, target)| target);
    MatchReview {
        source,
        source_title: title(source),
        target,
        target_title: target.map(title),
        accepted: review.verdict.map(|(verdict, _)| verdict == Verdict::Accepted),
        note: review.note.clone(),
        category: review.category.map_or("", Category::name).to_owned(),
        correction: review.correction.clone(),
    }
}

/// Verdict on the pair of a source document and its `own` target. A rejected candidate other than `own` does not count.
pub(crate) fn pair_verdict(review: &Review, own: Option<usize>) -> Option<PairVerdict> {
    match review.verdict? {
        (Verdict::Accepted, target) if own == Some(target) => Some(PairVerdict::Accepted),
        (Verdict::Accepted, target) => Some(PairVerdict::Partner(target)),
        (Verdict::Rejected, target) => (own == Some(target)).then_some(PairVerdict::Rejected),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn repeating_a_verdict_removes_it_and_another_replaces_it() {
        let mut reviews = Reviews::default();
        reviews.judge(3, 10, Verdict::Accepted);
        reviews.judge(3, 10, Verdict::Rejected);
        assert_eq!(reviews.get(3).and_then(|review| review.verdict), Some((Verdict::Rejected, 10)));
        reviews.judge(3, 10, Verdict::Rejected);
        assert_eq!(reviews.get(3), None);
    }

    #[test]
    fn reviews_of_a_file_are_restored_to_their_documents() {
        let corpus = wordfield_core::corpus::builtin(wordfield_core::corpus::Builtin::Pairs);
        let mut reviews = Reviews::default();
        reviews.judge(3, 283, Verdict::Accepted);
        reviews.judge(4, 290, Verdict::Rejected);
        reviews.reject_as(4, 290, Category::Omission);
        reviews.note(4, "another tea".to_owned());
        reviews.note(7, "look again".to_owned());
        let saved = reviews.to_save(&corpus);
        assert!(
            saved[0].source_title.starts_with("RLW00040 Kitakinki Tango Railway Corporation Co., Ltd.")
                && saved[0].accepted == Some(true)
        );
        let same = |a: &Reviews, b: &Reviews| a.iter().eq(b.iter());
        assert!(same(&Reviews::of_saved(&saved, &corpus), &reviews));
        let mut other = corpus;
        other.titles[4] = "another document".to_owned();
        other.titles[283] = "and another".to_owned();
        let left = Reviews::of_saved(&saved, &other);
        assert_eq!(left.iter().map(|(source, _)| source).collect::<Vec<_>>(), [7]);
    }

    #[test]
    fn reviews_survive_renamed_files_and_precede_those_of_a_saved_model() {
        let mut corpus = wordfield_core::corpus::builtin(wordfield_core::corpus::Builtin::Pairs);
        let mut reviews = Reviews::default();
        reviews.judge(3, 283, Verdict::Accepted);
        reviews.judge(4, 290, Verdict::Rejected);
        let kept = reviews.to_save(&corpus);
        corpus.titles.iter_mut().for_each(|title| title.push_str(" moved"));
        let mut back = Reviews::of_retitled(&kept, &corpus);
        assert!(back.iter().eq(reviews.iter()));
        let beyond = MatchReview { source: 1 << 40, target: Some(1 << 40), ..kept[0].clone() };
        assert_eq!(Reviews::of_retitled(&[beyond], &corpus).iter().count(), 0);

        let mut earlier = Reviews::default();
        earlier.judge(3, 283, Verdict::Accepted);
        earlier.judge(4, 290, Verdict::Accepted);
        earlier.judge(9, 290, Verdict::Accepted);
        assert_eq!(back.take_in(&earlier.to_save(&corpus), &corpus), [2, 1]);
        assert_eq!(back.get(4).and_then(|review| review.verdict), Some((Verdict::Rejected, 290)));
        assert!(back.get(9).is_some());
    }

    #[test]
    fn a_category_belongs_to_a_rejection() {
        let mut reviews = Reviews::default();
        let category = |reviews: &Reviews| reviews.get(3).map(|review| (review.verdict, review.category));
        reviews.reject_as(3, 10, Category::Style);
        assert_eq!(category(&reviews), Some((Some((Verdict::Rejected, 10)), Some(Category::Style))));
        reviews.reject_as(3, 10, Category::Style);
        assert_eq!(category(&reviews), Some((Some((Verdict::Rejected, 10)), None)), "repeated");
        reviews.reject_as(3, 10, Category::Omission);
        reviews.judge(3, 10, Verdict::Accepted);
        assert_eq!(category(&reviews), Some((Some((Verdict::Accepted, 10)), None)));
        for (category, name, ..) in Category::ALL {
            assert_eq!(Category::of_name(name), Some(category));
        }
        assert_eq!(Category::of_name("of a later version"), None);
    }

    proptest! {
        #[test]
        fn a_change_of_one_verdict_leaves_the_others_unchanged(changes in prop::collection::vec((0..4usize, 0..3usize, any::<bool>()), 1..20)) {
            let mut reviews = Reviews::default();
            let before = Arc::clone(reviews.all());
            for &(source, target, yes) in &changes {
                reviews.judge(source, target, if yes { Verdict::Accepted } else { Verdict::Rejected });
            }
            let after = Arc::clone(reviews.all());
            reviews.note(9, "found in a file".to_owned());
            reviews.go(&after, &before);
            prop_assert_eq!(reviews.iter().map(|(source, _)| source).collect::<Vec<_>>(), [9]);
            let first = reviews.go(&before, &after);
            prop_assert_eq!(first, after.keys().next().copied());
            prop_assert!(after.iter().all(|(&source, review)| reviews.get(source) == Some(review)));
        }
    }

    #[test]
    fn a_rejected_candidate_is_no_verdict_on_the_pair() {
        let of = |verdict, own| pair_verdict(&Review { verdict, ..Review::default() }, own);
        assert_eq!(of(Some((Verdict::Accepted, 7)), Some(7)), Some(PairVerdict::Accepted));
        assert_eq!(of(Some((Verdict::Accepted, 8)), Some(7)), Some(PairVerdict::Partner(8)));
        assert_eq!(of(Some((Verdict::Rejected, 7)), Some(7)), Some(PairVerdict::Rejected));
        assert_eq!(of(Some((Verdict::Rejected, 8)), Some(7)), None);
        assert_eq!(of(Some((Verdict::Rejected, 8)), None), None);
        assert_eq!(of(None, Some(7)), None, "a note alone");
    }
}
