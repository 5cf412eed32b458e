//! Splits of documents into training, development, test and unlabelled parts.
//!
//! Cost: a shuffle of the document indices; memory: one index a document.

use std::{
    cmp::Ordering,
    fmt::{self, Display, Formatter},
};

use rand::{SeedableRng, rngs::StdRng, seq::SliceRandom};
use serde::{Deserialize, Serialize};

use crate::corpus::CorpusError;

/// Seed offset of the draw of the unlabelled part, which has its own random stream.
const UNLABELLED: u64 = 0x7E47;

/// Size of a part of a split: a number of documents, or a share of them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Size {
    /// Size as a number of documents or pairs.
    Count(usize),
    /// Size as a share of all documents with a label or of all pairs, between 0 and 1.
    Share(f64),
}

/// Displays the size of a part as its number or share.
impl Display for Size {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(count) => write!(f, "{count}"),
            Self::Share(share) => write!(f, "{share}"),
        }
    }
}

/// Options of a split into training, development, test and unlabelled parts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SplitOptions {
    /// Size of the training part.
    pub train: Size,
    /// Size of the development part.
    pub dev: Size,
    /// Size of the test part; `None`: all remaining documents.
    pub test: Option<Size>,
    /// Size of the unlabelled part, in addition to documents that have no label.
    /// The unlabelled part is drawn last, from documents in no other part, or from the test part if that holds all others.
    /// The training and development parts do not depend on this size.
    #[serde(default, skip_serializing_if = "Size::is_none")]
    pub unlabelled: Size,
    /// Whether the text of test documents is used without their labels (transductive learning).
    #[serde(default, skip_serializing_if = "is_false")]
    pub test_text: bool,
    /// Number of last files that form the test part; `train` and `dev` are drawn from the other files.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub test_files: usize,
    /// Number of files before the test files that form the development part; `dev` is then not used.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub dev_files: usize,
    /// Whether the draw is stratified: each class keeps its share in every part.
    pub stratified: bool,
    /// Random seed of the split.
    pub seed: u64,
    /// Document indices given by the user instead of a random draw (from a report or from separate files).
    pub given: Option<Split>,
}

/// Document indices of the parts of a split, disjoint and ascending.
/// With paired documents a part lists its source documents, ascending, then their partners in the same order;
/// the unlabelled part is ascending, as its pairing is not used.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Split {
    /// Indices of the training documents.
    pub train: Vec<usize>,
    /// Indices of the development documents.
    pub dev: Vec<usize>,
    /// Indices of the test documents.
    pub test: Vec<usize>,
    /// Indices of documents used without labels, ratings or partners; documents without a label are always among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unlabelled: Vec<usize>,
    /// Whether the text of test documents is used without their labels (transductive learning).
    #[serde(default, skip_serializing_if = "is_false")]
    pub test_text: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde passes it")]
fn is_zero(value: &usize) -> bool {
    *value == 0
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde passes it")]
fn is_false(value: &bool) -> bool {
    !value
}

impl Default for SplitOptions {
    /// Default split: half for training, a tenth for development, the rest for testing, stratified by class, seed 0.
    fn default() -> Self {
        Self {
            train: Size::Share(0.5),
            dev: Size::Share(0.1),
            test: None,
            unlabelled: Size::default(),
            test_text: false,
            test_files: 0,
            dev_files: 0,
            stratified: true,
            seed: 0,
            given: None,
        }
    }
}

impl Default for Size {
    /// Default size of a part: no document.
    fn default() -> Self {
        Self::Count(0)
    }
}

impl Size {
    /// Whether the size of the part is zero for any number of documents.
    pub fn is_none(&self) -> bool {
        matches!(*self, Self::Count(0) | Self::Share(0.0))
    }

    /// Converts the size of a part to a number of documents among `all`; a share is rounded to the nearest.
    fn documents(self, part: &'static str, all: usize) -> Result<usize, CorpusError> {
        match self {
            Self::Count(count) => Ok(count),
            Self::Share(share) if (0.0..=1.0).contains(&share) => Ok((share * all as f64).round() as usize),
            Self::Share(share) => {
                Err(CorpusError::dataset(format!("the {part} part's share is {share}"), "a share lies between 0 and 1"))
            }
        }
    }
}

impl SplitOptions {
    /// Draws the split of documents with the given class labels, from `classes` classes in all.
    ///
    /// `units` names the documents or pairs in errors.
    /// Draws are deterministic: the same options and labels give the same split.
    /// Documents beyond the requested sizes are in no part; the unlabelled part is drawn
    /// from these documents, whatever their labels.
    /// The only document of a class goes to the training part as long as its size allows.
    /// A stratified training part has at least one document of each class if its size is at least the number of classes;
    /// the parts still have exactly the requested sizes.
    ///
    /// # Errors
    /// Returns an error if the sizes are more than there are documents, or the given split is not one of these documents.
    pub(super) fn draw(&self, labels: &[usize], classes: usize, units: &str) -> Result<Split, CorpusError> {
        let have = labels.len();
        if let Some(given) = &self.given {
            return Ok(self.with_text(given.checked(have)?));
        }
        let train = self.train.documents("training", have)?;
        let dev = self.dev.documents("development", have)?;
        let test = self.test.map(|test| test.documents("test", have)).transpose()?;
        let unlabelled = self.unlabelled.documents("unlabelled", have)?;
        let wanted = train.saturating_add(dev).saturating_add(test.unwrap_or(0)).saturating_add(unlabelled);
        if wanted > have && !self.is_whole() {
            let problem = format!("the split asks for {wanted} {units} and there are {have}");
            return Err(CorpusError::dataset(problem, "make the training, development or test part smaller"));
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
    /// Copy of a given split that uses the text of test documents if these options require it.
    pub(super) fn with_text(&self, given: Split) -> Split {
        Split { test_text: given.test_text || self.test_text, ..given }
    }

    /// Whether all parts have shares that sum to at most one.
    /// Rounding alone may then ask for too many documents, as for two halves of an odd number; the later part is then reduced.
    fn is_whole(&self) -> bool {
        let share = |size| match size {
            Size::Share(share) => share,
            Size::Count(0) => 0.0,
            Size::Count(_) => f64::INFINITY,
        };
        share(self.train) + share(self.dev) + self.test.map_or(0.0, share) + share(self.unlabelled) <= 1.0 + 1e-9
    }
}

impl Split {
    /// Document indices of the training, development, test and unlabelled parts.
    pub(super) fn parts(&self) -> [&[usize]; 4] {
        [&self.train, &self.dev, &self.test, &self.unlabelled]
    }

    /// Split in which each part is replaced by the result of `part` on it.
    #[must_use]
    pub fn map(&self, part: impl Fn(&[usize]) -> Vec<usize>) -> Self {
        let [train, dev, test, unlabelled] = self.parts().map(part);
        Self { train, dev, test, unlabelled, ..*self }
    }

    pub(super) fn sort(&mut self) {
        for part in [&mut self.train, &mut self.dev, &mut self.test, &mut self.unlabelled] {
            part.sort_unstable();
        }
    }

    /// Draws up to `wanted` unlabelled documents from those in no part of `have`, or with `of_test` from the test part.
    /// The draw depends only on the seed and the remaining documents.
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

    /// Documents of the split that are used with their labels: training, development and test part.
    fn labelled(&self) -> impl Iterator<Item = usize> + '_ {
        self.train.iter().chain(&self.dev).chain(&self.test).copied()
    }

    /// Whether a document of the split is used without its label.
    pub fn is_unlabelled(&self, document: usize) -> bool {
        self.unlabelled.binary_search(&document).is_ok()
    }

    /// Documents whose text may be used without labels: the training part, the unlabelled part, and,
    /// if `test_text` is set, the test part.
    /// The text of the development part is not used: it would bias the development scores, which select the iteration.
    pub fn texts(&self) -> impl Iterator<Item = usize> + '_ {
        let test = if self.test_text { &self.test[..] } else { &[] };
        self.train.iter().chain(&self.unlabelled).chain(test).copied()
    }

    /// Split with sorted indices; an error unless it is a split of `have` documents.
    pub(super) fn checked(&self, have: usize) -> Result<Self, CorpusError> {
        let mut seen = vec![false; have];
        for index in self.labelled().chain(self.unlabelled.iter().copied()) {
            match seen.get_mut(index) {
                None => {
                    let problem = format!("the given split names document {index} and there are {have}");
                    return Err(CorpusError::dataset(problem, "use the split of this very corpus"));
                }
                Some(true) => {
                    let problem = format!("the given split holds document {index} twice");
                    return Err(CorpusError::dataset(problem, "name a document in one part, once"));
                }
                Some(free) => *free = true,
            }
        }
        let mut split = self.clone();
        split.sort();
        Ok(split)
    }
}

/// Stratified split: distributes the shuffled members of each class so that every part has its size and every class
/// its share, up to rounding.
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

/// Apportions `total` into whole numbers nearly proportional to `sizes`, each between `least` and `most`.
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
mod tests;
