//! Queries on word vectors, answered on a thread pool.

use std::sync::Arc;

use ndarray::Array2;

use crate::core::{memo::Same, query::Query};
use wordfield_core::{
    cancel::CancelFlag,
    metric::PERMUTATIONS,
    word_space::{
        Alignment, Found, ListTest, Match, Measure, Neighbour, Plane, PlaneKernel, PlaneOptions, PrincipalAxes, Question,
        SemanticAxis, WordSpace,
    },
};

/// Maximum number of words that a search returns.
pub(crate) const FOUND: usize = 3000;
/// Number of nearest words computed for a question.
pub(crate) const NEIGHBOURS: usize = 200;
/// Number of iterations of a learned plane between two pictures.
const ITERATIONS: usize = 10;
/// Number of nearest neighbours of a word whose preservation in the picture is counted.
pub const NEIGHBOURS_COUNTED: usize = 10;

/// Indices of words of a word space, shared with its state.
type Words = Arc<Vec<u32>>;

/// Query for the words that match the search.
#[derive(Clone, Debug)]
pub(crate) struct FindWords {
    pub(crate) space: Arc<WordSpace>,
    pub(crate) text: String,
    pub(crate) place: Match,
}

impl Query for FindWords {
    type Key = (Same<WordSpace>, String, Match);
    type Answer = Arc<Found>;

    fn key(&self) -> Self::Key {
        (Same::of(&self.space), self.text.clone(), self.place)
    }

    fn answer(self, _cancel: &CancelFlag) -> Self::Answer {
        Arc::new(self.space.search(&self.text, self.place, FOUND))
    }
}

/// Query for the nearest words of a question.
#[derive(Clone, Debug)]
pub(crate) struct NearWords {
    pub(crate) space: Arc<WordSpace>,
    pub(crate) question: Question,
    pub(crate) measure: Measure,
}

impl Query for NearWords {
    type Key = (Same<WordSpace>, Question, Measure);
    type Answer = Arc<Vec<Neighbour>>;

    fn key(&self) -> Self::Key {
        (Same::of(&self.space), self.question.clone(), self.measure)
    }

    fn answer(self, _cancel: &CancelFlag) -> Self::Answer {
        Arc::new(self.space.neighbours(&self.question, self.measure, NEIGHBOURS))
    }
}

/// Inputs of a comparison of two word lists.
#[derive(Clone, Debug)]
pub(crate) struct ListPair {
    pub(crate) space: Arc<WordSpace>,
    pub(crate) lists: [Words; 2],
    pub(crate) measure: Measure,
}

/// Key of a comparison of two word lists.
pub(crate) type ListsKey = (Same<WordSpace>, [Words; 2], Measure);

impl ListPair {
    fn key(&self) -> ListsKey {
        (Same::of(&self.space), self.lists.clone(), self.measure)
    }
}

/// Query that ranks every word along the semantic axis between two lists.
#[derive(Clone, Debug)]
pub(crate) struct AlongAxis(pub(crate) ListPair);

impl Query for AlongAxis {
    type Key = ListsKey;
    type Answer = Option<Arc<SemanticAxis>>;

    fn key(&self) -> Self::Key {
        self.0.key()
    }

    fn answer(self, _cancel: &CancelFlag) -> Self::Answer {
        let ListPair { space, lists: [a, b], measure } = self.0;
        SemanticAxis::between(&space, &a, &b, measure).map(Arc::new)
    }
}

/// Query for the permutation test of two word lists.
#[derive(Clone, Debug)]
pub(crate) struct CompareLists(pub(crate) ListPair);

impl Query for CompareLists {
    type Key = ListsKey;
    type Answer = Option<Arc<ListTest>>;

    const LONG: bool = true;

    fn key(&self) -> Self::Key {
        self.0.key()
    }

    fn answer(self, cancel: &CancelFlag) -> Self::Answer {
        let ListPair { space, lists: [a, b], measure } = self.0;
        ListTest::of(&space, [&a, &b], measure, PERMUTATIONS, 0, |_| !cancel.is_raised()).map(Arc::new)
    }
}

/// Query for the principal axes of the drawn words or of all words.
#[derive(Clone, Debug)]
pub(crate) struct FindAxes {
    pub(crate) space: Arc<WordSpace>,
    pub(crate) words: Option<Words>,
}

impl Query for FindAxes {
    type Key = (Same<WordSpace>, Option<Words>);
    type Answer = Result<Arc<PrincipalAxes>, String>;

    const LONG: bool = true;

    fn key(&self) -> Self::Key {
        (Same::of(&self.space), self.words.clone())
    }

    fn answer(self, _cancel: &CancelFlag) -> Self::Answer {
        let words = self.words.as_ref().map(|words| &words[..]);
        PrincipalAxes::of(&self.space, words, 3).map(Arc::new).map_err(|error| error.to_string())
    }
}

/// Query for further iterations of a learned plane.
#[derive(Clone, Debug)]
pub(crate) struct LearnPlane {
    pub(crate) space: Arc<WordSpace>,
    pub(crate) words: Words,
    pub(crate) kernel: PlaneKernel,
    pub(crate) measure: Measure,
    /// State of the learned plane so far; `None` before the first iteration.
    pub(crate) from: Option<Arc<Plane>>,
    /// Number of the search for a learned plane.
    pub(crate) search: u64,
}

/// Key of iterations of a learned plane; the last part is the number of finished iterations, `None` before the start.
pub(crate) type PlaneKey = (Same<WordSpace>, Words, PlaneKernel, Measure, u64, Option<usize>);

impl Query for LearnPlane {
    type Key = PlaneKey;
    type Answer = Arc<Plane>;

    const LONG: bool = true;

    fn key(&self) -> Self::Key {
        let step = self.from.as_ref().map(|plane| plane.step);
        (Same::of(&self.space), Arc::clone(&self.words), self.kernel, self.measure, self.search, step)
    }

    fn answer(self, _cancel: &CancelFlag) -> Self::Answer {
        let options = PlaneOptions { kernel: self.kernel, measure: self.measure, ..PlaneOptions::default() };
        Arc::new(match self.from {
            None => Plane::start(&self.space, &self.words, options),
            Some(plane) => plane.advanced(ITERATIONS),
        })
    }
}

/// Query for the share of neighbours that a picture keeps; without an answer for few words.
#[derive(Clone, Debug)]
pub(crate) struct CountKept {
    pub(crate) space: Arc<WordSpace>,
    pub(crate) words: Words,
    pub(crate) at: Arc<Array2<f32>>,
    pub(crate) measure: Measure,
}

impl Query for CountKept {
    type Key = (Same<WordSpace>, Same<Array2<f32>>, Measure);
    type Answer = Option<f64>;

    const LONG: bool = true;

    fn key(&self) -> Self::Key {
        (Same::of(&self.space), Same::of(&self.at), self.measure)
    }

    fn answer(self, _cancel: &CancelFlag) -> Self::Answer {
        self.space.neighbours_kept(&self.words, self.measure, self.at.view(), NEIGHBOURS_COUNTED)
    }
}

/// Query that rotates the second embedding space onto the first.
#[derive(Clone, Debug)]
pub(crate) struct AlignSpaces(pub(crate) [Arc<WordSpace>; 2]);

impl Query for AlignSpaces {
    type Key = [Same<WordSpace>; 2];
    type Answer = Result<Option<Arc<Alignment>>, String>;

    const LONG: bool = true;

    fn key(&self) -> Self::Key {
        [0, 1].map(|place| Same::of(&self.0[place]))
    }

    fn answer(self, _cancel: &CancelFlag) -> Self::Answer {
        let alignment = Alignment::of(&self.0[0], &self.0[1]).map_err(|error| error.to_string())?;
        Ok(alignment.map(Arc::new))
    }
}
