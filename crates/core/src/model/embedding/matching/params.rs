//! Parameters of the matching model.

use std::sync::LazyLock;

use super::presets;
use crate::{
    model::{
        EmbeddingParams, Optimiser,
        embedding::{
            active::{self, all_words},
            params::something_is_drawn,
        },
        learned::Learned,
        params::{ParamTable, bounded, moving, parameters},
    },
    param::{About, Active, Domain, ParamError, Row, when},
};

/// Hint text of the weight of words spelled alike at unit length.
const IDENTITY: &str = "Weight of a component that compares documents by their words, of which those spelled alike on both sides are \
                        one word, at unit length; 0 leaves the component out.";
/// Hint text of the weight of canonical directions.
const CANONICAL: &str = "Weight of a component of canonical directions of the training pairs, as of kernel CCA; 0 leaves the \
                         component out.";
/// Help text of the parameter for the weight of given word vectors.
const GIVEN: &str = "Weight of a component of given vectors, aligned between both sides; 0 leaves the component out, and so does a \
                     corpus without vectors.";
/// Help text of the private weight, that of words spelled alike on both sides.
const ALIKE: &str = "Weight of words spelled alike on both sides: raising it matches documents more by the words they share.";
/// Display of the private weight's control in the window.
const PRIVATE: About = About::more(0.0, 1000.0).label("words spelled alike").within(Domain::WEIGHT).live().or_zero();

parameters! {
    /// All parameters of the matching model, unchecked.
    pub struct MatchParams with EmbeddingParams {
        /// Factor of distances in the softmax over candidates: raising it makes only the nearest candidates count.
        sharpness: f64 = 1.0, About::main(1e-1, 1e4).live(), active_when something_moves;
        /// Pairs an iteration draws, each a candidate of the others; 0 uses all pairs.
        batch: usize = 0, About::more(0.0, 1e5).label("pairs an iteration"), active_when something_moves;
        /// Whether targets look for their sources too, with half the weight each way.
        symmetric: bool = false, About::folded().label("both directions"), active_when something_moves;
        /// Whether words move as if the map were the only component, so that the picture is that of the map alone;
        /// all components find the partners.
        #[serde(default)]
        map_alone: bool = false, About::folded().label("move words by the map alone"), active_when map_is_learned;
        /// Whether the sharpness is learned, within its bounds and under its prior.
        learn_sharpness: bool = false, About::folded().label("learn the sharpness");
        /// Lower bound of a learned sharpness.
        sharpness_min: f64 = 1e-2, About::line(), active_when learns_sharpness;
        /// Upper bound of a learned sharpness.
        sharpness_max: f64 = 1e4, About::line(), active_when learns_sharpness;
        /// Weight w of the prior w/2 (ln b - ln b₀)² on a learned sharpness: raising it keeps it closer to the value given.
        sharpness_prior: f64 = 1.0, About::line().within(Domain::WEIGHT), active_when learns_sharpness;
    }
}

/// Condition: the word map is one of several kernel components, and words move.
fn map_is_learned(params: &MatchParams) -> Active {
    active::has_components(params)?;
    active::words_move(params)
}

impl ParamTable for MatchParams {
    const MODEL: &'static str = "matching";

    fn rows() -> &'static [Row<Self>] {
        static ROWS: LazyLock<Vec<Row<MatchParams>>> = LazyLock::new(|| {
            let mut own = MatchParams::listed();
            let weight = |label| About::more(0.0, 10.0).label(label).within(Domain::WEIGHT).live().or_zero();
            let beside = [
                Row::new("private", ALIKE, PRIVATE, |params: &mut MatchParams| &mut params.shared.private),
                Row::new("identity_weight", IDENTITY, weight("words at unit length"), |params| {
                    &mut params.shared.identity_weight
                }),
                Row::new("spectral_weight", CANONICAL, weight("training pairs"), |params| &mut params.shared.spectral_weight),
                Row::new("given_weight", GIVEN, weight("given vectors"), |params| &mut params.shared.given_weight),
            ];
            own.extend(beside.map(|row| row.active_when(|params| active::combined(params))));
            EmbeddingParams::rows_with(own, |row| match row.key {
                "optimiser" => row.within(Optimiser::SMOOTH),
                "seed" => row.active_when(batches_or_words_are_drawn),
                "converge" => row.active_when(all_pairs),
                _ => row,
            })
        });
        &ROWS
    }

    moving! {}

    fn nothing_moves(&self) -> bool {
        self.is_fixed() && !self.learn_sharpness
    }

    fn moves_by_map_alone(&self) -> bool {
        self.map_alone && active::words_move(self).is_ok()
    }

    fn usual(&mut self, key: &str) {
        if let ("optimiser", Optimiser::Adam { rate }) = (key, &mut self.optimiser) {
            *rate = presets::RATE;
        }
    }

    fn check_together(&self) -> Result<(), ParamError> {
        if self.batch == 1 {
            return Err(ParamError::new("batch", 1, "give 0 for all pairs, or 2 or more"));
        }
        self.shared.check_together()?;
        let sharp = self.sharp();
        bounded("sharpness", sharp.learn, sharp.first, sharp.bounds)
    }
}

/// Condition: the sharpness of the softmax is learned.
fn learns_sharpness(params: &MatchParams) -> Active {
    when(params.learn_sharpness, "the sharpness is not learned: set learn_sharpness=true")
}

/// Condition: positions or another parameter of matching are learned iteratively.
fn something_moves(params: &MatchParams) -> Active {
    when(!params.nothing_moves(), "nothing is learned by steps: the words do not move and no number is learned")
}

/// Condition: the initial positions or an iteration's words or pairs are drawn at random.
fn batches_or_words_are_drawn(params: &MatchParams) -> Active {
    if params.batch > 0 && !params.nothing_moves() { Ok(()) } else { something_is_drawn(params) }
}

/// Condition: every iteration uses all words of all pairs.
fn all_pairs(params: &MatchParams) -> Active {
    all_words(params)?;
    when(params.batch == 0, "with batches of pairs (batch above 0) objectives of two iterations are not compared")
}

impl MatchParams {
    /// How the sharpness of the softmax is learned.
    pub(super) fn sharp(&self) -> Learned {
        Learned {
            learn: self.learn_sharpness,
            first: self.sharpness,
            bounds: [self.sharpness_min, self.sharpness_max],
            prior: self.sharpness_prior,
        }
    }
}
