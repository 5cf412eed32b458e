//! Which documents train, tune and test, and which give their text alone.
//!
//! Cost: a shuffle of the document indices; memory: one index a document.

use std::cmp::Ordering;

use rand::{SeedableRng, rngs::StdRng, seq::SliceRandom};
use serde::{Deserialize, Serialize};

use super::{BuildError, Corpus, CorpusError, Task};

/// The unlabelled part is drawn by a stream of its own.
const UNLABELLED: u64 = 0x7E47;

/// A part's size: so many documents, or a share of them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Size {
    /// So many documents, or pairs of them.
    Count(usize),
    /// A share of all documents or pairs, between 0 and 1.
    Share(f64),
}

/// How to draw a split.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SplitOptions {
    /// Training documents.
    pub train: Size,
    /// Development documents.
    pub dev: Size,
    /// Test documents; `None`: all the others.
    pub test: Option<Size>,
    /// Documents whose text is read and whose labels are not: drawn last, from those the other parts leave, or where the
    /// test part is all the others, from that. The other parts are those that the same seed gives without it.
    #[serde(default, skip_serializing_if = "Size::is_none")]
    pub unlabelled: Size,
    /// Whether the test documents' text, not their labels, is read with the unlabelled documents' (transductive).
    #[serde(default, skip_serializing_if = "is_false")]
    pub test_text: bool,
    /// Whether each class keeps its share in every part.
    pub stratified: bool,
    /// Seed of the draw.
    pub seed: u64,
    /// Document indices given by the user instead of a draw (from a report or from separate files).
    pub given: Option<Split>,
}

/// Document indices of the parts, disjoint and ascending; where there are pairs, each part's source documents, ascending,
/// then their partners in the same order, but those of the unlabelled part in their own: who belongs to whom is not read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Split {
    /// Training documents.
    pub train: Vec<usize>,
    /// Development documents.
    pub dev: Vec<usize>,
    /// Test documents.
    pub test: Vec<usize>,
    /// Documents whose text is read and whose labels, ratings or partners are not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unlabelled: Vec<usize>,
    /// Whether the test documents' text is read with theirs (transductive).
    #[serde(default, skip_serializing_if = "is_false")]
    pub test_text: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde passes it")]
fn is_false(value: &bool) -> bool {
    !value
}

impl Default for SplitOptions {
    /// Half for training, a tenth for development, the rest for testing, each class alike, seed 0.
    fn default() -> Self {
        Self {
            train: Size::Share(0.5),
            dev: Size::Share(0.1),
            test: None,
            unlabelled: Size::default(),
            test_text: false,
            stratified: true,
            seed: 0,
            given: None,
        }
    }
}

impl Default for Size {
    /// Nothing.
    fn default() -> Self {
        Self::Count(0)
    }
}

impl Size {
    /// Whether it is no document, however many there are.
    pub fn is_none(&self) -> bool {
        matches!(*self, Self::Count(0) | Self::Share(0.0))
    }

    /// The size as a number of documents among `all`, a share being rounded to the nearest.
    fn documents(self, part: &'static str, all: usize) -> Result<usize, CorpusError> {
        match self {
            Self::Count(count) => Ok(count),
            Self::Share(share) if (0.0..=1.0).contains(&share) => Ok((share * all as f64).round() as usize),
            Self::Share(share) => Err(BuildError::BadShare { part, share }.into()),
        }
    }
}

impl SplitOptions {
    /// Draws the split of documents with these class labels, `classes` classes in all.
    ///
    /// The same options and labels give the same split. Documents beyond the sizes asked for stand in no part; those of
    /// the unlabelled part are drawn from there whatever their labels. The only
    /// document of a class goes to the training part as long as there is room; stratified, each class has at least one
    /// training document if there are as many as classes, and the parts' sizes are still exactly those asked for.
    ///
    /// # Errors
    /// When the sizes are more than there are documents, or the given split is not one of these documents.
    pub fn draw(&self, labels: &[usize], classes: usize) -> Result<Split, CorpusError> {
        let have = labels.len();
        if let Some(given) = &self.given {
            let split = given.checked(have)?;
            return Ok(Split { test_text: split.test_text || self.test_text, ..split });
        }
        let train = self.train.documents("training", have)?;
        let dev = self.dev.documents("development", have)?;
        let test = self.test.map(|test| test.documents("test", have)).transpose()?;
        let unlabelled = self.unlabelled.documents("unlabelled", have)?;
        let wanted = train.saturating_add(dev).saturating_add(test.unwrap_or(0)).saturating_add(unlabelled);
        if wanted > have && !self.is_whole() {
            return Err(BuildError::SplitTooLarge { wanted, have, of: "documents" }.into());
        }
        let train = train.min(have);
        let dev = dev.min(have - train);
        let rest = test.is_none();
        let test = test.unwrap_or(have).min(have - train - dev);

        let mut members = vec![Vec::new(); classes];
        for (document, &label) in labels.iter().enumerate() {
            members[label].push(document);
        }
        let mut random = StdRng::seed_from_u64(self.seed);
        for class in &mut members {
            class.shuffle(&mut random);
        }
        let mut split = if self.stratified {
            stratify(members, [train, dev, test])
        } else {
            let (single, several): (Vec<_>, Vec<_>) = members.into_iter().partition(|class| class.len() == 1);
            let mut several = several.concat();
            several.shuffle(&mut random);
            let order = [single.concat(), several].concat();
            Split {
                train: order[..train].to_vec(),
                dev: order[train..train + dev].to_vec(),
                test: order[train + dev..train + dev + test].to_vec(),
                ..Split::default()
            }
        };
        split.sort();
        if unlabelled > 0 {
            split.take_unlabelled(unlabelled, have, rest, self.seed);
        }
        split.test_text = self.test_text;
        Ok(split)
    }
}

impl SplitOptions {
    /// Draws the split of a corpus: of its documents, or of its pairs where those are asked for.
    pub(super) fn draw_for(&self, corpus: &Corpus) -> Result<Split, CorpusError> {
        match &corpus.task {
            Task::Pairs(pairs) => self.draw_pairs(pairs),
            _ => self.draw(&corpus.labels, corpus.classes.len()),
        }
    }

    /// Whether all sizes are shares of together at most the whole: rounding alone may then ask for too many documents,
    /// as two halves of an odd number do, and the later part gives way.
    fn is_whole(&self) -> bool {
        let share = |size| if let Size::Share(share) = size { share } else { f64::INFINITY };
        let unlabelled = if self.unlabelled.is_none() { 0.0 } else { share(self.unlabelled) };
        share(self.train) + share(self.dev) + self.test.map_or(0.0, share) + unlabelled <= 1.0 + 1e-9
    }
}

impl Split {
    fn sort(&mut self) {
        for part in [&mut self.train, &mut self.dev, &mut self.test, &mut self.unlabelled] {
            part.sort_unstable();
        }
    }

    /// Draws so many documents, as far as there are any, from those in no part of `have`, or with `of_test` from the test
    /// part. Nothing but the seed and what is left decides which.
    fn take_unlabelled(&mut self, wanted: usize, have: usize, of_test: bool, seed: u64) {
        let mut left = if of_test {
            std::mem::take(&mut self.test)
        } else {
            let mut free = vec![true; have];
            self.labelled().for_each(|document| free[document] = false);
            (0..have).filter(|&document| free[document]).collect()
        };
        left.shuffle(&mut StdRng::seed_from_u64(seed ^ UNLABELLED));
        let others = left.split_off(wanted.min(left.len()));
        self.unlabelled = left;
        if of_test {
            self.test = others;
        }
        self.sort();
    }

    /// The documents whose labels are read somewhere: training, development and test part.
    fn labelled(&self) -> impl Iterator<Item = usize> + '_ {
        self.train.iter().chain(&self.dev).chain(&self.test).copied()
    }

    /// Whether a document gives its text alone: its labels are not to be read.
    pub fn is_unlabelled(&self, document: usize) -> bool {
        self.unlabelled.binary_search(&document).is_ok()
    }

    /// Documents whose text may be read where labels are not needed: all but the test part, and that where it was asked for.
    pub fn texts(&self) -> impl Iterator<Item = usize> + '_ {
        let test = if self.test_text { &self.test[..] } else { &[] };
        self.train.iter().chain(&self.dev).chain(&self.unlabelled).chain(test).copied()
    }

    /// The same split in ascending order, if it is one of `have` documents.
    pub(super) fn checked(&self, have: usize) -> Result<Self, CorpusError> {
        let mut seen = vec![false; have];
        for index in self.labelled().chain(self.unlabelled.iter().copied()) {
            match seen.get_mut(index) {
                None => return Err(BuildError::SplitIndex { index, have }.into()),
                Some(true) => return Err(BuildError::SplitOverlap { index }.into()),
                Some(free) => *free = true,
            }
        }
        let mut split = self.clone();
        split.sort();
        Ok(split)
    }
}

/// Deals out each class's shuffled members so that every part has its size and, as near as whole documents allow, every
/// class its share of it.
fn stratify(members: Vec<Vec<usize>>, [train, dev, test]: [usize; 3]) -> Split {
    let sizes: Vec<usize> = members.iter().map(Vec::len).collect();
    let occurring = sizes.iter().filter(|&&size| size > 0).count();
    let least: Vec<usize> = sizes.iter().map(|&size| usize::from(train >= occurring).min(size)).collect();
    let in_train = apportion(train, &sizes, &least, &sizes);
    let none = vec![0; sizes.len()];
    let left: Vec<usize> = sizes.iter().zip(&in_train).map(|(size, taken)| size - taken).collect();
    let in_dev = apportion(dev, &sizes, &none, &left);
    let left: Vec<usize> = left.iter().zip(&in_dev).map(|(size, taken)| size - taken).collect();
    let in_test = apportion(test, &sizes, &none, &left);
    let mut split = Split::default();
    for (class, documents) in members.into_iter().enumerate() {
        let (first, rest) = documents.split_at(in_train[class]);
        let (second, rest) = rest.split_at(in_dev[class]);
        split.train.extend(first);
        split.dev.extend(second);
        split.test.extend(&rest[..in_test[class]]);
    }
    split
}

/// Whole numbers summing to `total`, near in proportion to `sizes`, each between `least` and `most`.
///
/// `total` must lie between the sums of `least` and `most`. Ties go to the first.
fn apportion(total: usize, sizes: &[usize], least: &[usize], most: &[usize]) -> Vec<usize> {
    let all = sizes.iter().sum::<usize>().max(1) as f64;
    let quota: Vec<f64> = sizes.iter().map(|&size| total as f64 * size as f64 / all).collect();
    let mut parts: Vec<usize> =
        quota.iter().enumerate().map(|(i, quota)| (quota.floor() as usize).clamp(least[i], most[i])).collect();
    loop {
        let sum: usize = parts.iter().sum();
        let excess = |i: &usize| parts[*i] as f64 - quota[*i];
        match sum.cmp(&total) {
            Ordering::Less => {
                let room = (0..parts.len()).filter(|&i| parts[i] < most[i]);
                let Some(i) = room.min_by(|a, b| excess(a).total_cmp(&excess(b))) else { return parts };
                parts[i] += 1;
            }
            Ordering::Greater => {
                let spare = (0..parts.len()).filter(|&i| parts[i] > least[i]).rev();
                let Some(i) = spare.max_by(|a, b| excess(a).total_cmp(&excess(b))) else { return parts };
                parts[i] -= 1;
            }
            Ordering::Equal => return parts,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn options(train: Size, dev: Size, test: Option<Size>, stratified: bool, seed: u64) -> SplitOptions {
        SplitOptions { train, dev, test, stratified, seed, ..SplitOptions::default() }
    }

    fn count(labels: &[usize], part: &[usize], class: usize) -> usize {
        part.iter().filter(|&&document| labels[document] == class).count()
    }

    proptest! {
        #[test]
        fn parts_are_disjoint_ascending_of_the_size_asked_and_drawn_again_alike(
            labels in prop::collection::vec(0..5_usize, 1..120),
            cuts in (0.0..1.0_f64, 0.0..1.0_f64, 0.0..1.0_f64),
            stratified: bool,
            seed: u64,
        ) {
            let n = labels.len();
            let train = (cuts.0 * n as f64) as usize;
            let dev = (cuts.1 * (n - train) as f64) as usize;
            let test = (cuts.2 * (n - train - dev) as f64) as usize;
            let options = options(Size::Count(train), Size::Count(dev), Some(Size::Count(test)), stratified, seed);
            let split = options.draw(&labels, 5).expect("it fits");
            prop_assert_eq!([split.train.len(), split.dev.len(), split.test.len()], [train, dev, test]);
            for part in [&split.train, &split.dev, &split.test] {
                prop_assert!(part.is_sorted_by(|a, b| a < b));
            }
            let mut all = [&split.train[..], &split.dev, &split.test].concat();
            all.sort_unstable();
            prop_assert!(all.is_sorted_by(|a, b| a < b), "a document in two parts");
            prop_assert!(all.iter().all(|&document| document < n));
            prop_assert_eq!(options.draw(&labels, 5).expect("it fits"), split);
        }

        #[test]
        fn classes_keep_their_shares(labels in prop::collection::vec(0..3_usize, 40..150), seed: u64) {
            let n = labels.len();
            let split = options(Size::Share(0.5), Size::Share(0.2), None, true, seed).draw(&labels, 3).expect("it fits");
            prop_assert_eq!(split.train.len() + split.dev.len() + split.test.len(), n);
            for class in 0..3 {
                let size = labels.iter().filter(|&&label| label == class).count();
                let expected = split.train.len() as f64 * size as f64 / n as f64;
                let got = count(&labels, &split.train, class) as f64;
                prop_assert!((got - expected).abs() <= 1.0, "{got} for {expected}");
            }
        }

        #[test]
        fn apportioned_numbers_keep_total_and_bounds(
            classes in prop::collection::vec((0..30_usize, 0..4_usize), 1..8),
            share in 0.0..1.0_f64,
        ) {
            let sizes: Vec<usize> = classes.iter().map(|class| class.0).collect();
            let least: Vec<usize> = classes.iter().map(|class| class.1.min(class.0)).collect();
            let (low, high) = (least.iter().sum::<usize>(), sizes.iter().sum::<usize>());
            let total = low + (share * (high - low) as f64) as usize;
            let parts = apportion(total, &sizes, &least, &sizes);
            prop_assert_eq!(parts.iter().sum::<usize>(), total);
            for i in 0..parts.len() {
                prop_assert!((least[i]..=sizes[i]).contains(&parts[i]));
            }
        }

        #[test]
        fn the_only_document_of_a_class_trains(place in 0..30_usize, stratified: bool, seed: u64) {
            let mut labels: Vec<usize> = (0..30).map(|i| i % 2).collect();
            labels[place] = 2;
            let split = options(Size::Count(6), Size::Count(6), None, stratified, seed).draw(&labels, 3).expect("it fits");
            prop_assert!(split.train.contains(&place));
        }
    }

    proptest! {
        #[test]
        fn documents_without_labels_leave_the_other_parts_as_they_are(
            labels in prop::collection::vec(0..4_usize, 8..90),
            unlabelled in 0..12_usize,
            test in prop::option::of(0..3_usize),
            stratified: bool,
            seed: u64,
        ) {
            let with = |unlabelled| SplitOptions {
                unlabelled: Size::Count(unlabelled),
                ..options(Size::Share(0.3), Size::Share(0.1), test.map(Size::Count), stratified, seed)
            };
            let before = with(0).draw(&labels, 4).expect("it fits");
            let Ok(split) = with(unlabelled).draw(&labels, 4) else {
                let left = labels.len() - before.train.len() - before.dev.len() - test.unwrap_or(0);
                prop_assert!(unlabelled > left, "{unlabelled} of {left}");
                return Ok(());
            };
            prop_assert_eq!(split.unlabelled.len(), unlabelled);
            prop_assert_eq!((&split.train, &split.dev), (&before.train, &before.dev));
            if test.is_some() {
                prop_assert_eq!(&split.test, &before.test);
            } else {
                let mut rest = [&split.test[..], &split.unlabelled].concat();
                rest.sort_unstable();
                prop_assert_eq!(rest, before.test);
            }
            prop_assert!(split.checked(labels.len()).is_ok());
        }
    }

    #[test]
    fn a_split_written_before_there_were_unlabelled_documents_reads_and_writes_as_it_did() {
        let written = r#"{"train":[0,2],"dev":[],"test":[1]}"#;
        let split: Split = serde_json::from_str(written).expect("a split");
        assert_eq!(serde_json::to_string(&split).expect("text"), written);
        let options = serde_json::to_value(SplitOptions::default()).expect("options");
        assert!(options.get("unlabelled").is_none() && options.get("test_text").is_none(), "{options}");
        let split = Split { unlabelled: vec![3], test_text: true, ..split };
        let again: Split = serde_json::from_str(&serde_json::to_string(&split).expect("text")).expect("a split");
        assert_eq!(again, split);
        assert_eq!(split.texts().collect::<Vec<_>>(), [0, 2, 3, 1]);
    }

    #[test]
    fn another_seed_draws_another_split() {
        let labels: Vec<usize> = (0..60).map(|i| i % 3).collect();
        let draw = |seed| SplitOptions { seed, ..SplitOptions::default() }.draw(&labels, 3).expect("it fits");
        assert_ne!(draw(0), draw(1));
        assert_eq!(draw(0).train.len(), 30);
        assert_eq!(draw(0).dev.len(), 6);
        assert_eq!(draw(0).test.len(), 24);
    }

    #[test]
    fn a_class_without_a_document_takes_no_room() {
        let labels = [0, 0, 0, 2, 2, 2];
        let split = options(Size::Count(2), Size::Count(2), None, true, 1).draw(&labels, 4).expect("it fits");
        assert_eq!((count(&labels, &split.train, 0), count(&labels, &split.train, 2)), (1, 1));
    }

    #[test]
    fn two_halves_of_an_odd_number_fit() {
        let split = options(Size::Share(0.5), Size::Share(0.5), None, false, 0).draw(&[0, 1, 0, 1, 0], 2).expect("it fits");
        assert_eq!((split.train.len(), split.dev.len(), split.test.len()), (3, 2, 0));
    }

    #[test]
    fn sizes_that_do_not_fit_are_named() {
        let draw = |train, dev, test| options(train, dev, test, true, 0).draw(&[0, 1, 0, 1], 2).map_err(|e| e.to_string());
        let error = draw(Size::Count(3), Size::Count(1), Some(Size::Count(1))).expect_err("too many");
        assert!(error.contains("asks for 5") && error.contains("there are 4"), "{error}");
        assert!(draw(Size::Share(0.8), Size::Share(0.8), None).expect_err("too many").contains("asks for 6"));
        assert!(draw(Size::Count(usize::MAX), Size::Count(1), None).is_err());
        for share in [f64::NAN, -0.1, 1.5, f64::INFINITY] {
            let error = draw(Size::Share(0.5), Size::Share(share), None).expect_err("no share");
            assert!(error.contains("development") && error.contains("between 0 and 1"), "{error}");
        }
    }

    #[test]
    fn a_given_split_is_sorted_and_checked() {
        let draw = |train: &[usize], test: &[usize]| {
            let given = Split { train: train.to_vec(), test: test.to_vec(), ..Split::default() };
            SplitOptions { given: Some(given), ..SplitOptions::default() }.draw(&[0, 1, 0], 2).map_err(|e| e.to_string())
        };
        assert_eq!(draw(&[2, 0], &[1]), Ok(Split { train: vec![0, 2], test: vec![1], ..Split::default() }));
        assert!(draw(&[0], &[3]).expect_err("index").contains("document 3 and there are 3"));
        assert!(draw(&[0, 1], &[1]).expect_err("overlap").contains("document 1 twice"));
        assert!(draw(&[0, 0], &[]).expect_err("overlap").contains("document 0 twice"));
    }
}
