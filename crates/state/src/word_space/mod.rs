//! Word vectors without documents: the open files, queries on them, and the picture of their words.

mod action;
mod picture;
pub(crate) mod queries;
pub(crate) mod update {
    pub(crate) mod actions;
    pub(crate) mod drawing;
    mod queries;
}

pub use action::{ClickAdds, Drawn, Projection, SpaceAction, SpacePlace, SpaceView};
pub use picture::SpacePicture;
pub use queries::NEIGHBOURS_COUNTED;

use std::sync::Arc;

use ndarray::Array2;

use self::{
    picture::ProjectionKey,
    queries::{AlignSpaces, AlongAxis, CompareLists, CountKept, FindAxes, FindWords, LearnPlane, ListPair, NearWords},
};
use crate::core::{Memo, Same, Slot, query::Query};
use wordfield_core::{
    corpus::{Cancel, VectorFiles},
    word_space::{Alignment, Found, ListTest, Match, Measure, Neighbour, Question, SemanticAxis, WORDS, WordSpace},
};

/// Numbers of frequent words among which the user chooses how many to draw.
pub const DRAWN: [usize; 7] = [200, 500, 1000, 2000, 3000, 5000, 10_000];
/// Number of nearest words marked in the picture.
pub const NEAREST: usize = 15;

/// A file of word vectors that is being read.
#[derive(Clone, Debug)]
pub struct SpaceReading {
    pub(crate) job: u64,
    /// Progress and cancellation of reading word vectors.
    pub cancel: Arc<Cancel>,
}

/// List of words, edited as a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WordList {
    /// Text of the list: words separated by commas or white space; words that contain either are in quotation marks.
    pub text: String,
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
    /// Texts of the two word lists.
    pub lists: [String; 2],
    /// Spellings of the three words of the analogy.
    pub analogy: [String; 3],
}

/// Reason why there is no semantic axis between the two lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoAxis {
    /// One of the word lists has no words.
    EmptyList,
    /// The query for the semantic axis has no answer yet.
    Pending,
    /// Both word lists have the same mean direction.
    SameDirection,
}

/// State of word vectors without documents: the open files, the queries, and their answers.
#[derive(Debug, Default)]
pub struct SpaceState {
    pub(crate) spaces: [Option<Arc<WordSpace>>; 2],
    pub(crate) files: [Option<VectorFiles>; 2],
    pub(crate) reading: [Option<SpaceReading>; 2],
    /// Number of requests so far to read a word-vector file.
    pub(crate) jobs: u64,
    /// Number of words to read from a word-vector file; `None` for all.
    pub first: Option<usize>,
    /// Reason why the last file of word vectors was not read.
    pub problem: Option<String>,
    /// Measure of directions, by which word vectors are compared.
    pub measure: Measure,
    /// View of answers about words beside the picture.
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
    /// Words of the analogy.
    pub analogy: [String; 3],
    /// Effect of a click on a word of the picture.
    pub click: ClickAdds,
    /// Number of searches for a learned plane so far.
    pub(crate) searches: u64,
    pub(crate) base: Arc<Vec<u32>>,
    pub(crate) projected: Memo<ProjectionKey, Arc<Array2<f32>>>,
    pub(crate) picture: Option<Arc<SpacePicture>>,
    pub(crate) find: Slot<FindWords>,
    pub(crate) nearest: Slot<NearWords>,
    pub(crate) axis: Slot<AlongAxis>,
    pub(crate) test: Slot<CompareLists>,
    pub(crate) axes: Slot<FindAxes>,
    pub(crate) plane: Slot<LearnPlane>,
    pub(crate) neighbours_kept: Slot<CountKept>,
    pub(crate) alignment: Slot<AlignSpaces>,
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

    /// Words chosen by the user: inspected word, lists, analogy.
    pub(crate) fn choice(&self) -> SpaceChoice {
        let lists = [0, 1].map(|list: usize| self.lists[list].text.clone());
        SpaceChoice { focus: self.focus_text().map(str::to_owned), lists, analogy: self.analogy.clone() }
    }

    /// Spelling of the inspected word.
    pub(crate) fn focus_text(&self) -> Option<&str> {
        Some(self.space()?.word(self.focus?))
    }

    /// Question that is answered: an analogy of known words, the inspected word, or a list.
    pub fn question(&self) -> Option<Question> {
        let space = self.space()?;
        if self.view == SpaceView::Analogy {
            let words = [0, 1, 2].map(|place| space.find(self.analogy[place].trim()));
            return Some(Question::Analogy([words[0]?, words[1]?, words[2]?]));
        }
        let words = match self.near {
            Some(list) => self.lists[list].words.to_vec(),
            None => self.focus.into_iter().collect(),
        };
        (!words.is_empty()).then_some(Question::Mean(words))
    }

    /// Query for the nearest words of the question.
    pub(crate) fn near_query(&self) -> Option<NearWords> {
        let space = Arc::clone(self.space()?);
        Some(NearWords { space, question: self.question()?, measure: self.measure })
    }

    /// Nearest words of the question, once computed.
    pub fn neighbours(&self) -> Option<&Arc<Vec<Neighbour>>> {
        self.nearest.to(&Query::key(&self.near_query()?))
    }

    /// Query for words that match the search text.
    pub(crate) fn find_query(&self) -> Option<FindWords> {
        let text = self.search.trim();
        let space = Arc::clone(self.space().filter(|_| !text.is_empty())?);
        Some(FindWords { space, text: text.to_owned(), place: self.place })
    }

    /// Words that match the search; of the last search until those of the current one are known.
    pub fn found(&self) -> Option<&Arc<Found>> {
        let (of, found) = self.find.last()?;
        let space = self.space()?;
        (!self.search.trim().is_empty() && of.0 == Same::of(space)).then_some(found)
    }

    /// The two word lists, if both have words.
    pub(crate) fn two_lists(&self) -> Option<ListPair> {
        let lists = [0, 1].map(|list| Arc::clone(&self.lists[list].words));
        let space = Arc::clone(self.space()?);
        lists.iter().all(|list| !list.is_empty()).then_some(ListPair { space, lists, measure: self.measure })
    }

    /// Projection of all words on the semantic axis from list A to list B.
    ///
    /// # Errors
    /// The reason why there is no semantic axis.
    pub fn axis(&self) -> Result<&Arc<SemanticAxis>, NoAxis> {
        let query = AlongAxis(self.two_lists().ok_or(NoAxis::EmptyList)?);
        let answer = self.axis.to(&Query::key(&query)).ok_or(NoAxis::Pending)?;
        answer.as_ref().ok_or(NoAxis::SameDirection)
    }

    /// Permutation test of the two word lists.
    pub fn test(&self) -> Option<&Arc<ListTest>> {
        let query = CompareLists(self.two_lists()?);
        self.test.to(&Query::key(&query))?.as_ref()
    }

    /// Query that rotates the second word space onto the first, once both are read.
    pub(crate) fn align_query(&self) -> Option<AlignSpaces> {
        let [first, second] = [self.space()?, self.second()?].map(Arc::clone);
        self.reading.iter().all(Option::is_none).then_some(AlignSpaces([first, second]))
    }

    /// Words of both files after the rotation, or the reason why there are none.
    pub fn alignment(&self) -> Option<Result<&Arc<Alignment>, String>> {
        let answer = self.alignment.to(&Query::key(&self.align_query()?))?;
        Some(match answer {
            Ok(Some(alignment)) => Ok(alignment),
            Ok(None) => Err("The files have fewer than two words in common: choose a file with the same spelling.".to_owned()),
            Err(problem) => Err(problem.clone()),
        })
    }

    /// Number of drawn words, without those of the question.
    pub fn drawn_count(&self) -> usize {
        self.base.len()
    }

    /// Reason why the principal axes were not computed.
    pub fn axes_problem(&self) -> Option<&str> {
        let (of, axes) = self.axes.last()?;
        axes.as_ref().err().filter(|_| self.space().is_some_and(|space| of.0 == Same::of(space))).map(String::as_str)
    }

    /// Words to draw, without those of the question.
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

    /// Words of the question: lists, inspected word, nearest words.
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
        self.neighbours_query().and_then(|query| self.neighbours_kept.to(&Query::key(&query)).copied().flatten())
    }

    /// Query for the share of neighbours kept by a picture that has not too many words and does not move.
    pub(crate) fn neighbours_query(&self) -> Option<CountKept> {
        let (space, picture) = (Arc::clone(self.space()?), self.picture.as_ref()?);
        let rests = picture.step.is_none_or(|step| step >= wordfield_core::word_space::STEPS);
        let fits = (3..=WORDS).contains(&picture.base);
        let words = Arc::clone(&self.base);
        (rests && fits && words.len() == picture.base).then(|| CountKept {
            space,
            words,
            at: Arc::clone(&picture.of_base),
            measure: self.measure,
        })
    }

    /// Copy of the state of word vectors as drawn, without running queries.
    pub(crate) fn printed(&self) -> Self {
        Self {
            spaces: self.spaces.clone(),
            measure: self.measure,
            view: self.view,
            projection: self.projection,
            focus: self.focus,
            near: self.near,
            lists: self.lists.clone(),
            analogy: self.analogy.clone(),
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
