//! Word vectors without documents: the open files, results of queries, and the picture of their words.

mod action;
mod keys;
mod picture;
pub(crate) mod update {
    pub(crate) mod actions;
    pub(crate) mod drawing;
    pub(crate) mod jobs;
}

pub use action::{ClickAdds, Drawn, Projection, SpaceAction, SpacePlace, SpaceView};
pub use keys::NEIGHBOURS_COUNTED;
pub use picture::SpacePicture;

use std::sync::Arc;

use ndarray::Array2;

use self::{
    keys::{AlignKey, AxesKey, FindKey, KeptKey, ListsKey, NearKey, PlaneKey},
    picture::ProjectionKey,
};
use crate::core::{Lazy, Memo, Outcome, Same};
use wordfield_core::{
    corpus::{Cancel, VectorFiles},
    word_space::{
        Alignment, Found, ListTest, Match, Measure, Neighbour, Plane, PrincipalAxes, Question, SemanticAxis, WORDS, WordSpace,
    },
};

/// Numbers of frequent words among which the user chooses how many to draw.
pub const DRAWN: [usize; 7] = [200, 500, 1000, 2000, 3000, 5000, 10_000];
/// Number of nearest words marked in the picture.
pub const NEAREST: usize = 15;

/// A file of word vectors that is being read.
#[derive(Clone, Debug)]
pub struct SpaceReading {
    /// Number of the job that reads the file, returned with its answers.
    pub job: u64,
    /// Progress and cancellation of reading word vectors.
    pub cancel: Arc<Cancel>,
}

/// Words of a list that is edited as a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WordList {
    /// Listed words that have vectors.
    pub words: Arc<Vec<u32>>,
    /// Listed words without vectors.
    pub unknown: Vec<String>,
}

/// User's choices in the tab of word vectors, which can be undone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpaceChoice {
    /// Spelling of the inspected word, whose index differs between files.
    pub focus: Option<String>,
    /// Texts of the two word lists A and B: words separated by commas or white space; words that contain either are quoted.
    pub lists: [String; 2],
    /// Spellings of the three words of the analogy.
    pub analogy: [String; 3],
}

/// Reason why there is no semantic axis between the two lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoAxis {
    /// One of the word lists has no words.
    EmptyList,
    /// The semantic axis is not computed yet.
    Pending,
    /// Both word lists have the same mean direction.
    SameDirection,
}

/// State of word vectors without documents: the open files, and results of queries on them.
#[derive(Debug, Default)]
pub struct SpaceState {
    pub(crate) spaces: [Option<Arc<WordSpace>>; 2],
    pub(crate) files: [Option<VectorFiles>; 2],
    pub(crate) reading: [Option<SpaceReading>; 2],
    /// Counter of requests to read a word-vector file.
    pub(crate) jobs: u64,
    /// Number of words to read from a word-vector file; `None` for all.
    pub first: Option<usize>,
    /// Reason why the last file of word vectors was not read.
    pub problem: Option<String>,
    /// Measure of directions, by which word vectors are compared.
    pub measure: Measure,
    /// Kind of results about words in the side column.
    pub view: SpaceView,
    /// Words that the picture draws.
    pub drawn: Drawn,
    /// Number of frequent words to draw; 0 for the default.
    pub(crate) count: usize,
    /// Projection that gives words their coordinates in the picture.
    pub projection: Projection,
    /// Whether the principal axes are computed from all words, not only the drawn ones.
    pub all_axes: bool,
    /// Text of the word search.
    pub search: String,
    /// Whether found words must begin with the text, or contain it anywhere.
    pub place: Match,
    /// Index of the inspected word.
    pub focus: Option<u32>,
    /// Word list whose neighbours are listed instead of those of the inspected word.
    pub near: Option<usize>,
    /// Word lists A and B.
    pub lists: [WordList; 2],
    /// Indices of the words of the analogy, if they have vectors.
    pub(crate) analogy: [Option<u32>; 3],
    /// Chosen words of which focus, lists and analogy are the indices, and their word space.
    followed: Memo<(Option<Same<WordSpace>>, SpaceChoice), ()>,
    /// Effect of a click on a word of the picture.
    pub click: ClickAdds,
    /// Counter of searches for a learned plane.
    pub(crate) searches: u64,
    pub(crate) base: Arc<Vec<u32>>,
    pub(crate) projected: Memo<ProjectionKey, Arc<Array2<f32>>>,
    /// Current picture of the embedding space.
    pub picture: Option<Arc<SpacePicture>>,
    pub(crate) find: Lazy<FindKey, Arc<Found>>,
    pub(crate) nearest: Lazy<NearKey, Arc<Vec<Neighbour>>>,
    pub(crate) axis: Lazy<ListsKey, Option<Arc<SemanticAxis>>>,
    pub(crate) test: Lazy<ListsKey, Option<Arc<ListTest>>>,
    pub(crate) axes: Lazy<AxesKey, Outcome<PrincipalAxes>>,
    pub(crate) plane: Lazy<PlaneKey, Arc<Plane>>,
    pub(crate) neighbours_kept: Lazy<KeptKey, Option<f64>>,
    pub(crate) alignment: Lazy<AlignKey, Result<Option<Arc<Alignment>>, String>>,
}

impl SpaceState {
    /// Number of frequent words drawn by default.
    const COUNT: usize = 2000;

    /// Word space of the first file, whose words are drawn.
    pub fn space(&self) -> Option<&Arc<WordSpace>> {
        self.spaces[0].as_ref()
    }

    /// Word space of the second file, which is compared with the first.
    pub fn second(&self) -> Option<&Arc<WordSpace>> {
        self.spaces[1].as_ref()
    }

    /// Word-vector files that were opened.
    pub(crate) fn files(&self) -> impl Iterator<Item = &VectorFiles> {
        self.files.iter().flatten()
    }

    /// First or second word-vector file, while it is being read.
    pub fn reading(&self, place: SpacePlace) -> Option<&SpaceReading> {
        self.reading[place as usize].as_ref()
    }

    /// Whether reading the first word-vector file is over or was not begun.
    pub fn is_settled(&self) -> bool {
        self.reading[0].is_none()
    }

    /// Number of frequent words that the picture draws.
    pub fn count(&self) -> usize {
        if self.count == 0 { Self::COUNT } else { self.count }
    }

    /// Finds the chosen words in the word space if either changed.
    pub(crate) fn follow(&mut self, choice: &SpaceChoice) {
        let key = (self.space().map(Same::of), choice.clone());
        if self.followed.is_of(&key) {
            return;
        }
        self.followed.of(key, || ());
        let space = self.spaces[0].as_deref();
        self.focus = choice.focus.as_ref().zip(space).and_then(|(word, space)| space.spelled(word));
        self.analogy = [0, 1, 2].map(|place: usize| space?.find(choice.analogy[place].trim()));
        for (of, text) in self.lists.iter_mut().zip(&choice.lists) {
            let (words, unknown) = space.map(|space| space.words_of(text)).unwrap_or_default();
            of.unknown = unknown;
            if *of.words != words {
                of.words = Arc::new(words);
            }
        }
    }

    /// Current query: an analogy of known words, the inspected word, or a list.
    pub fn question(&self) -> Option<Question> {
        if self.view == SpaceView::Analogy {
            let [a, b, c] = self.analogy;
            return Some(Question::Analogy([a?, b?, c?]));
        }
        let words = match self.near {
            Some(list) => self.lists[list].words.to_vec(),
            None => self.focus.into_iter().collect(),
        };
        (!words.is_empty()).then_some(Question::Mean(words))
    }

    /// Key of the nearest words of the current query.
    pub(crate) fn near_key(&self) -> Option<NearKey> {
        Some((Same::of(self.space()?), self.question()?, self.measure))
    }

    /// Nearest words of the current query, once computed.
    pub fn neighbours(&self) -> Option<&Arc<Vec<Neighbour>>> {
        self.nearest.to(&self.near_key()?)
    }

    /// Key of the words that match the search text.
    pub(crate) fn find_key(&self) -> Option<FindKey> {
        let text = self.search.trim();
        Some((Same::of(self.space().filter(|_| !text.is_empty())?), text.to_owned(), self.place))
    }

    /// Words that match the search text, or those of the previous search until the job has ended.
    pub fn found(&self) -> Option<&Arc<Found>> {
        let (of, found) = self.find.last()?;
        let space = self.space()?;
        (!self.search.trim().is_empty() && of.0 == Same::of(space)).then_some(found)
    }

    /// Key of a comparison of the two word lists, if both have words.
    pub(crate) fn lists_key(&self) -> Option<ListsKey> {
        let lists = [0, 1].map(|list| Arc::clone(&self.lists[list].words));
        let space = Same::of(self.space()?);
        lists.iter().all(|list| !list.is_empty()).then_some((space, lists, self.measure))
    }

    /// Projection of all words on the semantic axis from list A to list B.
    ///
    /// # Errors
    /// If there is no semantic axis between the two lists.
    pub fn axis(&self) -> Result<&Arc<SemanticAxis>, NoAxis> {
        let answer = self.axis.to(&self.lists_key().ok_or(NoAxis::EmptyList)?).ok_or(NoAxis::Pending)?;
        answer.as_ref().ok_or(NoAxis::SameDirection)
    }

    /// Permutation test of the two word lists.
    pub fn test(&self) -> Option<&Arc<ListTest>> {
        self.test.to(&self.lists_key()?)?.as_ref()
    }

    /// Key of the rotation of the second word space onto the first, once both are read.
    pub(crate) fn align_key(&self) -> Option<AlignKey> {
        let both = [self.space()?, self.second()?].map(Same::of);
        self.reading.iter().all(Option::is_none).then_some(both)
    }

    /// Words of both files after the rotation, or the reason for failure.
    pub fn alignment(&self) -> Option<Result<&Arc<Alignment>, String>> {
        let answer = self.alignment.to(&self.align_key()?)?;
        Some(match answer {
            Ok(Some(alignment)) => Ok(alignment),
            Ok(None) => Err("The files have fewer than two words in common: choose a file with the same spelling.".to_owned()),
            Err(problem) => Err(problem.clone()),
        })
    }

    /// Number of drawn words, without those of the current query.
    pub fn drawn_count(&self) -> usize {
        self.base.len()
    }

    /// Reason why the principal axes were not computed.
    pub fn axes_problem(&self) -> Option<&str> {
        let (of, axes) = self.axes.last()?;
        axes.as_ref().err().filter(|_| self.space().is_some_and(|space| of.0 == Same::of(space))).map(String::as_str)
    }

    /// Words to draw, without those of the current query.
    pub(crate) fn base_words(&self) -> Vec<u32> {
        let Some(space) = self.space() else { return Vec::new() };
        let mut words = match self.drawn {
            Drawn::Frequent => (0..self.count().min(space.len()) as u32).collect(),
            Drawn::Found => self.found().map(|found| found.words.clone()).unwrap_or_default(),
            Drawn::Lists => {
                let mut words: Vec<u32> = self.lists.iter().flat_map(|list| list.words.iter().copied()).collect();
                words.sort_unstable();
                words.dedup();
                words
            }
        };
        if matches!(self.projection, Projection::Learned(_)) {
            words.truncate(WORDS);
        }
        words
    }

    /// Words of the current query: lists, inspected word, nearest words.
    pub(crate) fn question_words(&self) -> Vec<u32> {
        let nearest = self.neighbours().into_iter().flat_map(|near| near.iter().take(NEAREST).map(|near| near.word));
        let question = self.question().map(|question| question.words().to_vec()).unwrap_or_default();
        let lists = self.lists.iter().flat_map(|list| list.words.iter().copied());
        let mut words: Vec<u32> = self.focus.into_iter().chain(question).chain(nearest).chain(lists).collect();
        words.sort_unstable();
        words.dedup();
        words
    }

    /// Share of nearest neighbours in the word space that the picture keeps.
    pub fn neighbours_kept(&self) -> Option<f64> {
        self.neighbours_kept.to(&self.kept_key()?).copied().flatten()
    }

    /// Key of the share of neighbours preserved by the projection; `None` while the picture moves or has too many words.
    pub(crate) fn kept_key(&self) -> Option<KeptKey> {
        let (space, picture) = (Same::of(self.space()?), self.picture.as_ref()?);
        let rests = picture.step.is_none_or(|step| step >= wordfield_core::word_space::STEPS);
        let fits = (3..=WORDS).contains(&picture.base);
        (rests && fits && self.base.len() == picture.base).then(|| (space, Same::of(&picture.of_base), self.measure))
    }

    /// Copy of the state of word vectors as drawn, without running jobs.
    pub(crate) fn printed(&self) -> Self {
        Self {
            spaces: self.spaces.clone(),
            measure: self.measure,
            view: self.view,
            projection: self.projection,
            focus: self.focus,
            near: self.near,
            lists: self.lists.clone(),
            analogy: self.analogy,
            base: Arc::clone(&self.base),
            picture: self.picture.clone(),
            nearest: self.nearest.printed(),
            axis: self.axis.printed(),
            test: self.test.printed(),
            neighbours_kept: self.neighbours_kept.printed(),
            ..Self::default()
        }
    }
}
